// SPDX-License-Identifier: MIT
// The gains of Spall (1998) with the usual exponents: in round k of n the step is
// c (n / (k + 1))^0.101 and the gain a ((A + n) / (A + k + 1))^0.602 with A = n / 10, where c is
// the step of the last round and a = rate c^2.
#include "arena/spsa.h"

#include <math.h>   // pow
#include <stdio.h>  // sscanf
#include <string.h> // strcmp

#include "base/random.h"
#include "play/tuning.h"

#define STEP_EXPONENT 0.101
#define GAIN_EXPONENT 0.602

static double clamp(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}

static sh_status check(const sh_spsa *spsa, const sh_spsa_parameter *p, const char *text,
                       sh_error *error) {
    if (!(p->least < p->most && p->start >= p->least && p->start <= p->most && p->step > 0 &&
          p->step <= p->most - p->least) ||
        p->most > 1e9 || p->least < -1e9)
        return sh_fail(error, SH_USAGE,
                       "'%.60s': write NAME=START:LEAST:MOST:STEP, with the start within the "
                       "bounds and a step that fits between them",
                       text);
    for (int i = 0; i < spsa->count; i++)
        if (strcmp(spsa->parameter[i].name, p->name) == 0)
            return sh_fail(error, SH_USAGE, "the parameter %s is there twice", p->name);
    return SH_OK;
}

sh_status sh_spsa_add(sh_spsa *spsa, const char *text, sh_error *error) {
    sh_spsa_parameter p = {.name = ""};
    char end;
    int value, least, most;
    if (spsa->count == SH_SPSA_MOST)
        return sh_fail(error, SH_USAGE, "at most %d parameters are tuned at once", SH_SPSA_MOST);
    int read = sscanf(text, "%31[a-zA-Z0-9_.]=%lf:%lf:%lf:%lf%c", p.name, &p.start, &p.least,
                      &p.most, &p.step, &end);
    if (read == 1 && strcmp(p.name, text) == 0 && sh_tuning_about(text, &value, &least, &most)) {
        p.start = value;
        p.least = least;
        p.most = most;
        p.step = value >= 8 ? value / 8 : 1;
    } else if (read != 5) {
        return sh_fail(error, SH_USAGE,
                       "'%.60s' is not a parameter: write NAME=START:LEAST:MOST:STEP, or a name of "
                       "the engine's own",
                       text);
    }
    sh_status status = check(spsa, &p, text, error);
    p.value = p.start;
    if (!status) spsa->parameter[spsa->count++] = p;
    return status;
}

static double step_of(const sh_spsa *spsa, const sh_spsa_parameter *p) {
    return p->step * pow((double)spsa->rounds / (spsa->round + 1), STEP_EXPONENT);
}

// +1 or -1, at random.
static void draw_sides(const sh_spsa *spsa, int side[SH_SPSA_MOST]) {
    sh_random random = {spsa->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)spsa->round};
    for (int i = 0; i < spsa->count; i++) side[i] = sh_random_next(&random) & 1 ? 1 : -1;
}

void sh_spsa_propose(const sh_spsa *spsa, int up[SH_SPSA_MOST], int down[SH_SPSA_MOST]) {
    int side[SH_SPSA_MOST];
    draw_sides(spsa, side);
    for (int i = 0; i < spsa->count; i++) {
        const sh_spsa_parameter *p = &spsa->parameter[i];
        double step = step_of(spsa, p);
        double high = clamp(p->value + step, p->least, p->most);
        double low = clamp(p->value - step, p->least, p->most);
        int above = (int)lround(high), below = (int)lround(low);
        if (above == below && above + 1 <= p->most) above++;
        if (above == below) below--;
        up[i] = side[i] > 0 ? above : below;
        down[i] = side[i] > 0 ? below : above;
    }
}

void sh_spsa_learn(sh_spsa *spsa, int lead, int games) {
    int side[SH_SPSA_MOST];
    double a = 0.1 * spsa->rounds;
    double fade = pow((a + spsa->rounds) / (a + spsa->round + 1), GAIN_EXPONENT);
    draw_sides(spsa, side);
    for (int i = 0; i < spsa->count; i++) {
        sh_spsa_parameter *p = &spsa->parameter[i];
        double gain = spsa->rate * p->step * p->step * fade / step_of(spsa, p);
        p->value = clamp(p->value + gain * lead * side[i], p->least, p->most);
    }
    spsa->games += (uint64_t)games;
    spsa->round++;
}

void sh_spsa_print(const sh_spsa *spsa, const int *values, char *text) {
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < spsa->count && used < SH_SPSA_TEXT; i++) {
        long value = values ? values[i] : lround(spsa->parameter[i].value);
        used += (size_t)snprintf(text + used, SH_SPSA_TEXT - used, "%s%s=%ld", i ? "," : "",
                                 spsa->parameter[i].name, value);
    }
}
