// SPDX-License-Identifier: MIT
// Softmax regression in batches, in single precision: what the network adds to an army's worth.
//
// What is to be predicted is half who wins, and half the shares of the win by hand some rounds
// later; besides, by how much each army gets on better than the mean until then, which says six
// times as much of a position as its winner does. That counts only while nobody is near its goal:
// of games that end before, nothing later is known, and without them to be near would seem bad. How
// much a lead counts depends on how far the leader is; that is found first, by hand, and stands
// still.
//
// All armies have the same weights: each sees the board from its own camp. They lie in one array:
// inputs of own pieces and of others', biases, outputs. The gradient goes through the clipped sums,
// where they are not clipped.
#include "play/crowd_train.h"

#include <math.h>   // expf
#include <string.h> // memcpy

#include "base/random.h"
#include "play/adam.h"
#include "play/crowd_likely_train.h"
#include "play/crowd_samples.h"

#define BATCH 512
#define MOST_SUM ((float)SH_HIDDEN_MOST / SH_HIDDEN_ONE)
#define WINNER 0.5f   // its part of what is to be predicted
#define PROGRESS 0.5f // what getting on counts beside it …
#define FAR 40        // … as long as the leader has so many rows to go
#define PHASES 11     // of ten rows that the leader has to go

typedef struct trainer {
    const sh_training *training;
    const sh_monitor *monitor;
    sh_crowd_samples samples;
    sh_adam adam;
    sh_random random;
    float steepness[PHASES]; // how much a lead counts
    int bias, output;        // where they begin
} trainer;

// A sample as each player sees it: where the weights of its inputs begin, and its hidden sums.
typedef struct crowd_seen {
    int input[SH_MAX_PLAYERS][SH_MAX_PLAYERS * SH_CROWD_PIECES];
    float sum[SH_MAX_PLAYERS][SH_HIDDEN];
} crowd_seen;

// What is predicted of a sample, and what was to be.
typedef struct crowd_answer {
    float share[SH_MAX_PLAYERS], want[SH_MAX_PLAYERS];
    float surprise[SH_MAX_PLAYERS]; // how much better an army got on than predicted
} crowd_answer;

static int input_at(const trainer *t, int kind, int cell) {
    return (kind * t->samples.cells + cell) * SH_HIDDEN;
}

static int inputs(const trainer *t) { return t->samples.players * t->samples.pieces; }

static void look(const trainer *t, const sh_crowd_sample *s, bool mirrored, crowd_seen *v) {
    const sh_crowd_samples *all = &t->samples;
    for (int p = 0; p < all->players; p++) {
        int *next = v->input[p];
        for (int owner = 0; owner < all->players; owner++)
            for (int i = 0; i < all->pieces; i++) {
                int cell = all->view[p][s->cell[owner][i]];
                *next++ = input_at(t, owner != p, mirrored ? all->mirror[cell] : cell);
            }
    }
}

static float clipped(float sum) { return sum < 0 ? 0 : sum > MOST_SUM ? MOST_SUM : sum; }

// What the network adds for one player. The sums stay in registers.
static float correct(const trainer *t, crowd_seen *v, int player) {
    const float *w = t->adam.weight, *out = w + t->output;
    float sum[SH_HIDDEN], z = 0;
    memcpy(sum, w + t->bias, sizeof sum);
    for (int i = 0, count = inputs(t); i < count; i++) {
        const float *row = w + v->input[player][i];
        for (int h = 0; h < SH_HIDDEN; h++) sum[h] += row[h];
    }
    memcpy(v->sum[player], sum, sizeof sum);
    for (int h = 0; h < SH_HIDDEN; h++) z += out[h] * clipped(sum[h]);
    return z;
}

static int phase(int rows) { return rows / 10 < PHASES ? rows / 10 : PHASES - 1; }

// The win, shared out by leads.
static void share_out(const trainer *t, const float *lead, float steepness, float *share) {
    int players = t->samples.players;
    float most = -INFINITY, sum = 0;
    for (int p = 0; p < players; p++) most = fmaxf(most, lead[p]);
    for (int p = 0; p < players; p++) sum += share[p] = expf((lead[p] - most) * steepness);
    for (int p = 0; p < players; p++) share[p] /= sum;
}

static void find_target(const trainer *t, const sh_crowd_sample *s, float *want) {
    float won = s->later_rows ? WINNER : 1;
    memset(want, 0, SH_MAX_PLAYERS * sizeof *want);
    if (s->later_rows) share_out(t, s->later, t->steepness[phase(s->later_rows)], want);
    for (int p = 0; p < t->samples.players; p++)
        want[p] = (1 - won) * want[p] + won * (p == s->winner);
}

static void take_mean(float *of, int count) {
    float mean = 0;
    for (int i = 0; i < count; i++) mean += of[i] / (float)count;
    for (int i = 0; i < count; i++) of[i] -= mean;
}

static void predict(const trainer *t, const sh_crowd_sample *s, bool network, crowd_seen *v,
                    crowd_answer *a) {
    float lead[SH_MAX_PLAYERS];
    for (int p = 0; p < t->samples.players; p++) {
        lead[p] = s->lead[p] + (network ? correct(t, v, p) : 0);
        a->surprise[p] = s->later_rows ? s->later[p] - lead[p] : 0;
    }
    take_mean(a->surprise, t->samples.players);
    share_out(t, lead, t->steepness[phase(s->rows)], a->share);
    find_target(t, s, a->want);
}

static double cross_entropy(const trainer *t, const crowd_answer *a) {
    double loss = 0;
    for (int p = 0; p < t->samples.players; p++)
        loss -= (double)a->want[p] * log((double)a->share[p] + 1e-12);
    return loss;
}

// Adds one player's part of the gradient; `slope` is that of the loss by what the network adds.
static void push(trainer *t, const crowd_seen *v, int player, float slope) {
    float *g = t->adam.gradient, back[SH_HIDDEN];
    const float *out = t->adam.weight + t->output;
    for (int h = 0; h < SH_HIDDEN; h++) {
        float sum = v->sum[player][h];
        g[t->output + h] += slope * clipped(sum);
        back[h] = sum > 0 && sum < MOST_SUM ? slope * out[h] : 0;
        g[t->bias + h] += back[h];
    }
    for (int i = 0, count = inputs(t); i < count; i++) {
        float *row = g + v->input[player][i];
        for (int h = 0; h < SH_HIDDEN; h++) row[h] += back[h];
    }
}

// Adds a sample's part of the gradient. Its loss.
static double learn(trainer *t, const sh_crowd_sample *s) {
    crowd_seen v;
    crowd_answer a;
    look(t, s, sh_random_next(&t->random) & 1, &v);
    predict(t, s, true, &v, &a);
    float steepness = t->steepness[phase(s->rows)], progress = s->rows < FAR ? 0 : PROGRESS;
    for (int p = 0; p < t->samples.players; p++)
        push(t, &v, p, (a.share[p] - a.want[p]) * steepness - progress * a.surprise[p]);
    return cross_entropy(t, &a);
}

// The loss on the samples kept apart, with the network or by hand alone.
static double examine(const trainer *t, bool network, uint64_t *kept) {
    double sum = 0;
    crowd_seen v;
    crowd_answer a;
    *kept = 0;
    for (size_t i = 0; i < t->samples.count; i++) {
        const sh_crowd_sample *s = &t->samples.sample[i];
        if (!s->kept) continue;
        look(t, s, false, &v);
        predict(t, s, network, &v, &a);
        sum += cross_entropy(t, &a);
        ++*kept;
    }
    return *kept ? sum / (double)*kept : 0;
}

// One reading of the samples, in the order they lie in (they were shuffled).
static void go_through(trainer *t, float rate, sh_lesson *lesson) {
    double sum = 0;
    int batch = 0;
    lesson->samples = 0;
    for (size_t i = 0; i < t->samples.count && !sh_stopped(t->monitor); i++) {
        if (t->samples.sample[i].kept) continue;
        sum += learn(t, &t->samples.sample[i]);
        lesson->samples++;
        if (++batch < BATCH) continue;
        sh_adam_step(&t->adam, 0, batch, rate);
        batch = 0;
    }
    if (batch) sh_adam_step(&t->adam, 0, batch, rate);
    lesson->loss = sum / (double)(lesson->samples ? lesson->samples : 1);
    lesson->kept_loss = examine(t, true, &lesson->kept);
}

// How badly leads of this steepness predict the winners, by phase.
static void measure(const trainer *t, float steepness, double *loss) {
    float share[SH_MAX_PLAYERS];
    memset(loss, 0, PHASES * sizeof *loss);
    for (size_t i = 0; i < t->samples.count; i += 7) {
        const sh_crowd_sample *s = &t->samples.sample[i];
        share_out(t, s->lead, steepness, share);
        loss[phase(s->rows)] -= log((double)share[s->winner] + 1e-12);
    }
}

// The steepness of each phase: what predicts winners best, among steps of a tenth.
static void find_steepness(trainer *t) {
    double least[PHASES], loss[PHASES];
    for (int i = 0; i < PHASES; i++) least[i] = INFINITY;
    float steepness = 0.05f;
    while (steepness < 20) {
        measure(t, steepness, loss);
        for (int i = 0; i < PHASES; i++) {
            if (loss[i] >= least[i]) continue;
            least[i] = loss[i];
            t->steepness[i] = steepness;
        }
        steepness *= 1.1f;
    }
}

static void shuffle(trainer *t) {
    for (size_t i = t->samples.count - 1; i > 0; i--) {
        size_t j = sh_random_below(&t->random, i + 1);
        sh_crowd_sample s = t->samples.sample[i];
        t->samples.sample[i] = t->samples.sample[j];
        t->samples.sample[j] = s;
    }
}

static int16_t rounded(float x, float most) {
    return (int16_t)lrintf(x > most ? most : x < -most ? -most : x);
}

// Weights as whole numbers. Sums of the hidden layer must not leave 16 bits.
static void quantise(const trainer *t, sh_weights *w) {
    const float *from = t->adam.weight;
    float most = 32000.0f / (float)(inputs(t) + 1);
    float scale = (float)SH_LEAD_ONE * (1 << SH_OUTPUT_SHIFT) / SH_HIDDEN_ONE;
    memset(w, 0, sizeof *w);
    w->cells = t->samples.cells;
    w->pieces = t->samples.pieces;
    w->hidden = SH_HIDDEN;
    for (int h = 0; h < SH_HIDDEN; h++) {
        for (int kind = 0; kind < 2; kind++)
            for (int i = 0; i < w->cells; i++)
                w->input[kind][i][h] =
                    rounded(from[input_at(t, kind, i) + h] * SH_HIDDEN_ONE, most);
        w->bias[h] = rounded(from[t->bias + h] * SH_HIDDEN_ONE, most);
        w->output[0][h] = rounded(from[t->output + h] * scale, 32000);
    }
}

static sh_status begin(trainer *t, sh_error *error) {
    t->bias = input_at(t, 2, 0);
    t->output = t->bias + SH_HIDDEN;
    sh_status status = sh_adam_open(&t->adam, t->output + SH_HIDDEN, error);
    if (status) return status;
    for (int i = 0; i < t->adam.count; i++)
        t->adam.weight[i] = ((float)sh_random_below(&t->random, 2001) - 1000) * 1e-4f;
    shuffle(t);
    find_steepness(t);
    return SH_OK;
}

// So many epochs, at a rate that falls to nothing; epoch 0 is by hand alone.
static sh_status run(trainer *t, sh_lesson_report *report, void *user) {
    int epochs = t->training->epochs;
    sh_lesson lesson = {.scale = SH_LEAD_ONE};
    lesson.loss = lesson.kept_loss = examine(t, false, &lesson.kept);
    if (report) report(user, &lesson);
    for (lesson.epoch = 1; lesson.epoch <= epochs; lesson.epoch++) {
        float left = 1 - (float)(lesson.epoch - 1) / (float)epochs;
        go_through(t, (float)t->training->rate * left, &lesson);
        if (sh_stopped(t->monitor)) return SH_INTERRUPTED;
        if (report) report(user, &lesson);
    }
    return SH_OK;
}

sh_status sh_crowd_train(const sh_training *training, const sh_monitor *monitor,
                         sh_lesson_report *report, void *user, sh_weights *weights,
                         sh_error *error) {
    trainer t = {.training = training, .monitor = monitor, .random = {training->seed}};
    if (training->table || !training->network)
        return sh_fail(error, SH_USAGE,
                       "for several players there is the network to learn, from "
                       "games alone: without --table and --linear");
    if (training->base)
        return sh_crowd_likely_train(training, monitor, report, user, weights, error);
    sh_status status = sh_crowd_samples_load(&t.samples, training, monitor, error);
    if (!status) status = begin(&t, error);
    if (!status) status = run(&t, report, user);
    if (!status) quantise(&t, weights);
    sh_adam_close(&t.adam);
    sh_crowd_samples_free(&t.samples);
    return status;
}
