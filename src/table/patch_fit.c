// SPDX-License-Identifier: MIT
// See patch_fit.h. Contexts of distances are put into classes as in vector quantisation (Lloyd):
// each context goes to the class whose frequencies code its symbols with the fewest bits, then the
// frequencies are counted again, a few times over.
#include "table/patch_fit.h"

#include <math.h>   // log2f
#include <stdlib.h> // qsort
#include <string.h> // memset

enum { TURNS = 5, EXCEPTIONS = 1000 };

void sh_patch_fit_start(sh_patch_model *model) {
    model->sure_win = SH_LEVELS;
    model->sure_loss = 0;
}

// Are there neighbours, and have all of them this outcome?
static bool agree(int near, bool win) {
    int side = near % 4, others = near / 4 % 4, wins = near / 16;
    return win ? !others && !(side & 2) && (wins || side)
               : !wins && !(side & 1) && (others || side);
}

// Over the contexts in which all neighbours have this outcome: states by level, and those that
// differ.
static void count_agreed(const sh_patch_counts *counts, bool win, uint64_t all[SH_LEVELS],
                         uint64_t other[SH_LEVELS]) {
    for (int near = 0; near < SH_NEAR_CONTEXTS; near++) {
        if (!agree(near, win)) continue;
        const uint32_t(*seen)[2] = counts->win + near * SH_BEHIND_CONTEXTS * SH_LEVELS;
        for (int i = 0; i < SH_BEHIND_CONTEXTS * SH_LEVELS; i++) {
            all[i % SH_LEVELS] += (uint64_t)seen[i][0] + seen[i][1];
            other[i % SH_LEVELS] += seen[i][!win];
        }
    }
}

void sh_patch_fit_levels(sh_patch_model *model, const sh_patch_counts *counts) {
    uint64_t all[2][SH_LEVELS] = {{0}}, other[2][SH_LEVELS] = {{0}};
    for (int win = 0; win < 2; win++) count_agreed(counts, win, all[win], other[win]);
    uint64_t states = 0, wrong = 0;
    for (int level = SH_LEVELS - 1; level >= 0; level--) {
        states += all[1][level];
        wrong += other[1][level];
        if (wrong * EXCEPTIONS > states) break;
        model->sure_win = (uint8_t)level;
    }
    states = wrong = 0;
    for (int level = 0; level < SH_LEVELS; level++) {
        states += all[0][level];
        wrong += other[0][level];
        if (wrong * EXCEPTIONS > states) break;
        model->sure_loss = (uint8_t)(level + 1);
    }
}

static void estimate(uint16_t *probability, const uint32_t (*counts)[2], int contexts) {
    for (int i = 0; i < contexts; i++)
        probability[i] = sh_patch_estimate(counts[i][1], (uint64_t)counts[i][0] + counts[i][1]);
}

// A context on its way into a class.
typedef struct sample {
    float symbols[SH_SYMBOLS];
    float key; // by which the first classes are made
    uint32_t context;
    uint8_t class;
} sample;

typedef struct classes {
    sample *samples;
    size_t count;
    int bins;                                  // that are counted of a context, the middle one is 0
    int centre;                                // the symbol of the guess
    int classes;                               // at most SH_FELLOW_CLASSES
    int unit;                                  // of frequencies
    float bits[SH_FELLOW_CLASSES][SH_SYMBOLS]; // of each symbol
    double sums[SH_FELLOW_CLASSES][SH_SYMBOLS];
} classes;

// The guess of a context and its symbols. False where nothing was counted.
static bool read_context(const classes *c, const uint32_t *bins, int8_t *guess, sample *s) {
    int mode = c->bins / 2;
    uint64_t total = 0;
    for (int i = 0; i < c->bins; i++) {
        total += bins[i];
        if (bins[i] > bins[mode]) mode = i;
    }
    *guess = (int8_t)(mode - c->bins / 2);
    if (!total) return false;
    memset(s->symbols, 0, sizeof s->symbols);
    double above = 0;
    for (int i = 0; i < c->bins; i++) {
        int symbol = i - mode + c->centre;
        bool fits = symbol >= 0 && symbol < SH_SYMBOL_ESCAPE;
        s->symbols[fits ? symbol : SH_SYMBOL_ESCAPE] += (float)bins[i];
        if (i > mode) above += bins[i];
    }
    double others = (double)(total - bins[mode]);
    int side = others > 0 ? (int)(3.99 * above / others) : 0;
    s->key = (float)(side + 0.999 * others / (double)total);
    return true;
}

static int by_key(const void *left, const void *right) {
    const sample *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->context < b->context ? -1 : a->context > b->context;
}

static void sum_classes(classes *c) {
    memset(c->sums, 0, sizeof c->sums);
    for (size_t i = 0; i < c->count; i++)
        for (int s = 0; s < SH_SYMBOLS; s++)
            c->sums[c->samples[i].class][s] += (double)c->samples[i].symbols[s];
    for (int class = 0; class < c->classes; class ++) {
        double total = 0;
        for (int s = 0; s < SH_SYMBOLS; s++) total += c->sums[class][s] + 0.05;
        for (int s = 0; s < SH_SYMBOLS; s++)
            c->bits[class][s] = -log2f((float)((c->sums[class][s] + 0.05) / total));
    }
}

// The class with the fewest bits for these symbols.
static uint8_t best_class(const classes *c, const float *symbols) {
    float least = INFINITY;
    int best = 0;
    for (int class = 0; class < c->classes; class ++) {
        float part[4] = {0};
        for (int s = 0; s < SH_SYMBOLS; s++) part[s & 3] += symbols[s] * c->bits[class][s];
        float bits = (part[0] + part[1]) + (part[2] + part[3]);
        if (bits < least) {
            least = bits;
            best = class;
        }
    }
    return (uint8_t)best;
}

// Frequencies of 4096 together, multiples of the unit, none of them 0.
static void set_frequencies(const double *sums, int unit, uint16_t *freq) {
    double total = 0;
    int units_in_all = SH_RANS_SLOTS / unit, left = units_in_all, best = 0;
    for (int s = 0; s < SH_SYMBOLS; s++) total += sums[s] + 0.05;
    for (int s = 0; s < SH_SYMBOLS; s++) {
        int units = (int)lrint((sums[s] + 0.05) / total * units_in_all);
        freq[s] = (uint16_t)(units < 1 ? 1 : units);
        left -= freq[s];
        if (freq[s] > freq[best]) best = s;
    }
    freq[best] = (uint16_t)(freq[best] + left);
    for (int s = 0; s < SH_SYMBOLS; s++) freq[s] = (uint16_t)(unit * freq[s]);
}

// Puts contexts into classes: guess and class of each, frequencies of the classes.
static void make_classes(classes *c, const uint32_t *counts, uint32_t contexts, int8_t *guess,
                         uint8_t *class_of, uint16_t *freq) {
    for (uint32_t i = 0; i < contexts; i++) {
        sample *s = &c->samples[c->count];
        s->context = i;
        c->count += read_context(c, counts + (size_t)i * (size_t)c->bins, &guess[i], s);
    }
    qsort(c->samples, c->count, sizeof *c->samples, by_key);
    for (size_t i = 0; i < c->count; i++)
        c->samples[i].class = (uint8_t)(i * (size_t)c->classes / c->count);
    sum_classes(c);
    for (int turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < c->count; i++)
            c->samples[i].class = best_class(c, c->samples[i].symbols);
        sum_classes(c);
    }
    for (int class = 0; class < c->classes; class ++)
        set_frequencies(c->sums[class], c->unit, freq + SH_SYMBOLS * class);
    memset(class_of, 0, contexts);
    for (size_t i = 0; i < c->count; i++) class_of[c->samples[i].context] = c->samples[i].class;
}

// Memory for so many contexts, or NULL.
static classes *open_classes(uint32_t contexts, classes shape) {
    classes *c = malloc(sizeof *c);
    sample *samples = malloc(contexts * sizeof *samples);
    if (!c || !samples) {
        free(c);
        free(samples);
        return NULL;
    }
    *c = shape;
    c->samples = samples;
    return c;
}

static void close_classes(classes *c) {
    free(c->samples);
    free(c);
}

static sh_status finish(sh_patch_model *model, sh_error *error) {
    return sh_patch_model_finish(model)
               ? SH_OK
               : sh_fail(error, SH_DATA, "the frequencies of a table do not add up");
}

static sh_status fit_distances(sh_distance_model *d, const sh_patch_counts *counts,
                               sh_error *error) {
    classes *c = open_classes(SH_DISTANCE_CONTEXTS, (classes){.bins = SH_EXCESS_BINS,
                                                              .centre = SH_SYMBOL_GUESS,
                                                              .classes = SH_CLASSES,
                                                              .unit = SH_FREQ_UNIT});
    if (!c) return sh_fail(error, SH_RESOURCES, "out of memory to learn from a table");
    make_classes(c, (const uint32_t *)counts->distance, SH_DISTANCE_CONTEXTS, d->guess, d->class_of,
                 (uint16_t *)d->freq);
    close_classes(c);
    if (d->fellow) // until it is fitted, too
        for (int i = 0; i < SH_FELLOW_CLASSES * SH_SYMBOLS; i++)
            d->fellow->freq[i / SH_SYMBOLS][i % SH_SYMBOLS] = SH_RANS_SLOTS / SH_SYMBOLS;
    return SH_OK;
}

sh_status sh_patch_fit(sh_patch_model *model, const sh_patch_counts *counts, sh_error *error) {
    estimate(model->exception, counts->exception, SH_EXCEPTION_CONTEXTS);
    estimate(model->drawn, counts->drawn, SH_DRAWN_CONTEXTS);
    estimate(model->win, counts->win, SH_LANE_CONTEXTS);
    estimate(model->draw, counts->draw, SH_DRAW_CONTEXTS);
    sh_status status = SH_OK;
    if (model->distance) status = fit_distances(model->distance, counts, error);
    return status ? status : finish(model, error);
}

sh_status sh_patch_fit_fellows(sh_patch_model *model, const sh_fellow_counts *counts,
                               sh_error *error) {
    sh_fellow_model *f = model->distance->fellow;
    classes *c = open_classes(SH_FELLOW_CONTEXTS, (classes){.bins = SH_FELLOW_BINS,
                                                            .centre = SH_FELLOW_SYMBOL,
                                                            .classes = SH_FELLOW_CLASSES,
                                                            .unit = 1});
    if (!c) return sh_fail(error, SH_RESOURCES, "out of memory to learn from a table");
    make_classes(c, (const uint32_t *)counts->of, SH_FELLOW_CONTEXTS, f->guess, f->class_of,
                 (uint16_t *)f->freq);
    close_classes(c);
    return finish(model, error);
}

uint64_t sh_patch_fit_bytes(bool crowded) {
    uint64_t contexts = SH_DISTANCE_CONTEXTS + (crowded ? SH_FELLOW_CONTEXTS : 0);
    return contexts * sizeof(sample) + 2 * sizeof(classes);
}
