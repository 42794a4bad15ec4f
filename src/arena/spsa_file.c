// SPDX-License-Identifier: MIT
// Checkpoints of a tuning: text that can be read by people, with a checksum as its last line.
#include <stdio.h>  // sscanf
#include <stdlib.h> // calloc
#include <string.h> // strncmp
#include <unistd.h> // close
#include <xxhash.h> // XXH3_64bits

#include "arena/spsa.h"
#include "base/file.h"
#include "base/text.h"

static const char magic[] = "# sternhalma tune";
static const sh_mark mark = {magic, sizeof magic - 1, 0, "a checkpoint of a tuning"};

enum { LARGEST = 1 << 16 };

static void print_state(const sh_spsa *spsa, const char *title, sh_text *text) {
    sh_text_add(text, "%s of %s\n", magic, title);
    sh_text_add(text, "round %d of %d, rate %.17g, seed %llu, games %llu\n", spsa->round,
                spsa->rounds, spsa->rate, (unsigned long long)spsa->seed,
                (unsigned long long)spsa->games);
    for (int i = 0; i < spsa->count; i++) {
        const sh_spsa_parameter *p = &spsa->parameter[i];
        sh_text_add(text, "%s %.17g from %.17g in %.17g to %.17g by %.17g\n", p->name, p->value,
                    p->start, p->least, p->most, p->step);
    }
}

sh_status sh_spsa_check(const char *file, sh_error *error) {
    return sh_writer_check(file, &mark, error);
}

sh_status sh_spsa_write(const sh_spsa *spsa, const char *title, const char *file, sh_error *error) {
    sh_writer *writer;
    sh_text text = {0};
    print_state(spsa, title, &text);
    if (!text.failed)
        sh_text_add(&text, "sum %016llx\n", (unsigned long long)XXH3_64bits(text.at, text.length));
    if (text.failed) {
        sh_text_free(&text);
        return sh_fail(error, SH_RESOURCES, "out of memory for a checkpoint");
    }
    sh_status status = sh_writer_open(&writer, file, &mark, error);
    if (!status) {
        sh_writer_write(writer, text.at, text.length);
        status = sh_writer_commit(writer, error);
    }
    sh_text_free(&text);
    return status;
}

static sh_status read_text(char *text, const char *file, sh_error *error) {
    int descriptor;
    uint64_t size;
    sh_status status = sh_file_open(&descriptor, &size, file, error);
    if (status) return status;
    if (size >= LARGEST)
        status = sh_fail(error, SH_DATA, "%.200s is not a checkpoint of a tuning", file);
    else
        status = sh_file_read(descriptor, 0, text, size, error);
    close(descriptor);
    return status;
}

// The last line is the checksum of the others; it is cut off.
static bool check_sum(char *text) {
    unsigned long long sum;
    char *last = strstr(text, "\nsum ");
    if (!last || sscanf(last, "\nsum %16llx\n", &sum) != 1) return false;
    last[1] = 0;
    return XXH3_64bits(text, strlen(text)) == sum;
}

static bool parse_parameter(sh_spsa_parameter *p, const char *line) {
    return sscanf(line, "%31s %lf from %lf in %lf to %lf by %lf", p->name, &p->value, &p->start,
                  &p->least, &p->most, &p->step) == 6;
}

static bool parse_state(sh_spsa *spsa, char *text) {
    unsigned long long seed, games;
    char *rest = text, *line;
    (void)strsep(&rest, "\n"); // what it is a file of
    if (!rest || !(line = strsep(&rest, "\n"))) return false;
    *spsa = (sh_spsa){0};
    if (sscanf(line, "round %d of %d, rate %lf, seed %llu, games %llu", &spsa->round, &spsa->rounds,
               &spsa->rate, &seed, &games) != 5)
        return false;
    spsa->seed = seed;
    spsa->games = games;
    while ((line = strsep(&rest, "\n")) && *line) {
        if (spsa->count == SH_SPSA_MOST) return false;
        if (!parse_parameter(&spsa->parameter[spsa->count++], line)) return false;
    }
    return spsa->count > 0 && spsa->round >= 0 && spsa->round <= spsa->rounds;
}

// Is it the same tuning but for how far it has come?
static bool same(const sh_spsa *a, const sh_spsa *b) {
    bool equal =
        a->count == b->count && a->rounds == b->rounds && a->rate == b->rate && a->seed == b->seed;
    for (int i = 0; i < a->count && equal; i++) {
        const sh_spsa_parameter *p = &a->parameter[i], *q = &b->parameter[i];
        equal = strcmp(p->name, q->name) == 0 && p->start == q->start && p->least == q->least &&
                p->most == q->most && p->step == q->step;
    }
    return equal;
}

sh_status sh_spsa_read(sh_spsa *spsa, const char *title, const char *file, sh_error *error) {
    char head[4096];
    char *text = calloc(1, LARGEST);
    sh_spsa read;
    if (!text) return sh_fail(error, SH_RESOURCES, "out of memory for a checkpoint");
    sh_status status = read_text(text, file, error);
    snprintf(head, sizeof head, "%s of %s\n", magic, title);
    if (!status && (strncmp(text, magic, sizeof magic - 1) != 0 || !check_sum(text)))
        status =
            sh_fail(error, SH_DATA, "%.200s is not a checkpoint of a tuning, or damaged", file);
    if (!status && strncmp(text, head, strlen(head)) != 0)
        status = sh_fail(error, SH_USAGE, "%.100s is of another tuning, %.*s", file,
                         (int)strcspn(text, "\n"), text);
    if (!status && !parse_state(&read, text))
        status = sh_fail(error, SH_DATA, "%.200s is malformed", file);
    if (!status && !same(&read, spsa))
        status = sh_fail(error, SH_USAGE,
                         "%.200s has other parameters, bounds, rounds, rate or seed", file);
    if (!status) *spsa = read;
    free(text);
    return status;
}
