// SPDX-License-Identifier: MIT
// See patch_model.h: memory, the section of the file, and the tables that decoding looks into.
#include "table/patch_model.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "table/coder.h"

// Ways to choose k of n.
static uint64_t choose(int n, int k) {
    uint64_t ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return n < k ? 0 : ways;
}

bool sh_crowded(int cells, int pieces) {
    return 3 * choose(cells - pieces, pieces) < choose(cells, pieces);
}

static bool make_distance(sh_patch_model *model, bool crowded) {
    sh_distance_model *d = model->distance = calloc(1, sizeof *d);
    if (!d || !crowded) return d;
    d->fellow = aligned_alloc(64, (sizeof *d->fellow + 63) / 64 * 64);
    if (d->fellow) memset(d->fellow, 0, sizeof *d->fellow);
    return d->fellow;
}

sh_status sh_patch_model_make(sh_patch_model **model, bool distances, bool crowded,
                              sh_error *error) {
    *model = calloc(1, sizeof **model);
    if (*model && (!distances || make_distance(*model, crowded))) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a table's model");
}

void sh_patch_model_free(sh_patch_model *model) {
    if (model && model->distance) free(model->distance->fellow);
    if (model) free(model->distance);
    free(model);
}

uint64_t sh_patch_model_bytes(bool distances, bool crowded) {
    return sizeof(sh_patch_model) + (distances ? sizeof(sh_distance_model) : 0) +
           (distances && crowded ? sizeof(sh_fellow_model) : 0);
}

// Units of 1/65536 as slots.
static uint16_t slots_of(uint16_t probability) {
    int slots = probability >> (16 - SH_RANS_BITS);
    return (uint16_t)sh_clamp(slots, 1, SH_RANS_SLOTS - 1);
}

uint16_t sh_patch_estimate(uint64_t yes, uint64_t total) {
    double share = ((double)yes + 0.02) / ((double)total + 0.04);
    return slots_of(sh_probability_unpack(sh_probability_pack(share)));
}

static bool finish_class(sh_distance_model *d, int class) {
    unsigned sum = 0, best = 0;
    for (unsigned s = 0; s < SH_SYMBOLS; s++) {
        unsigned freq = d->freq[class][s];
        if (freq % SH_FREQ_UNIT || freq == 0 || sum + freq > SH_RANS_SLOTS) return false;
        d->interval[class][s] = sh_rans_interval(sum, freq);
        for (unsigned slot = sum; slot < sum + freq; slot += SH_FREQ_UNIT)
            d->slot[class][slot / SH_FREQ_UNIT] = s | sum << 4 | freq << 16;
        if (s != SH_SYMBOL_ESCAPE && freq > d->freq[class][best]) best = s;
        sum += freq;
    }
    d->likeliest[class] = (uint8_t)best;
    return sum == SH_RANS_SLOTS;
}

static bool finish_fellow_class(sh_fellow_model *f, int class) {
    unsigned sum = 0, best = 0;
    for (unsigned s = 0; s < SH_SYMBOLS; s++) {
        unsigned freq = f->freq[class][s];
        if (freq == 0 || sum + freq > SH_RANS_SLOTS) return false;
        f->start[class][s] = (uint16_t)sum;
        f->interval[class][s] = sh_rans_interval(sum, freq);
        if (s != SH_SYMBOL_ESCAPE && freq > f->freq[class][best]) best = s;
        sum += freq;
    }
    f->likeliest[class] = (uint8_t)best;
    return sum == SH_RANS_SLOTS;
}

static bool finish_fellows(sh_fellow_model *f) {
    bool right = true;
    for (int class = 0; class < SH_FELLOW_CLASSES; class ++) right &= finish_fellow_class(f, class);
    for (int i = 0; i < SH_FELLOW_CONTEXTS; i++)
        f->context[i] = (uint16_t)(f->class_of[i] | (uint8_t)f->guess[i] << 8);
    return right;
}

bool sh_patch_model_finish(sh_patch_model *model) {
    sh_distance_model *d = model->distance;
    if (!d) return true;
    for (int n = 1; n <= SH_MOST_STEPS; n++)
        for (int above = 0; above < 256; above++)
            d->mean[n * 256 + above] = (uint8_t)sh_clamp(8 * above / n, 0, SH_MEANS - 1);
    bool right = true;
    for (int class = 0; class < SH_CLASSES; class ++) right &= finish_class(d, class);
    for (int i = 0; i < SH_DISTANCE_CONTEXTS; i++) {
        right &= d->class_of[i] < SH_CLASSES;
        d->context[i] = (uint16_t)(d->class_of[i] | (uint8_t)d->guess[i] << 8);
    }
    return right & (!d->fellow || finish_fellows(d->fellow));
}

size_t sh_patch_model_size(bool distances, bool crowded) {
    size_t size =
        2 + SH_EXCEPTION_CONTEXTS + SH_DRAWN_CONTEXTS + SH_LANE_CONTEXTS + SH_DRAW_CONTEXTS;
    if (distances) size += 2 * SH_DISTANCE_CONTEXTS + 2 * SH_CLASSES * SH_SYMBOLS;
    if (distances && crowded) size += 2 * SH_FELLOW_CONTEXTS + 2 * SH_FELLOW_CLASSES * SH_SYMBOLS;
    return size;
}

static uint8_t *pack(uint8_t *to, const uint16_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) *to++ = sh_probability_pack((double)from[i] / SH_RANS_SLOTS);
    return to;
}

static uint8_t *pack_classes(uint8_t *to, const uint8_t *class_of, const int8_t *guess,
                             size_t contexts) {
    memcpy(to, class_of, contexts);
    memcpy(to + contexts, guess, contexts);
    return to + 2 * contexts;
}

static uint8_t *pack_frequencies(uint8_t *to, const uint16_t *freq, size_t count) {
    for (size_t i = 0; i < count; i++) {
        *to++ = (uint8_t)freq[i];
        *to++ = (uint8_t)(freq[i] >> 8);
    }
    return to;
}

void sh_patch_model_pack(const sh_patch_model *model, uint8_t *bytes) {
    *bytes++ = model->sure_win;
    *bytes++ = model->sure_loss;
    bytes = pack(bytes, model->exception, SH_EXCEPTION_CONTEXTS);
    bytes = pack(bytes, model->drawn, SH_DRAWN_CONTEXTS);
    bytes = pack(bytes, model->win, SH_LANE_CONTEXTS);
    bytes = pack(bytes, model->draw, SH_DRAW_CONTEXTS);
    const sh_distance_model *d = model->distance;
    if (!d) return;
    bytes = pack_classes(bytes, d->class_of, d->guess, SH_DISTANCE_CONTEXTS);
    bytes = pack_frequencies(bytes, (const uint16_t *)d->freq, SH_CLASSES * SH_SYMBOLS);
    const sh_fellow_model *f = d->fellow;
    if (!f) return;
    bytes = pack_classes(bytes, f->class_of, f->guess, SH_FELLOW_CONTEXTS);
    pack_frequencies(bytes, (const uint16_t *)f->freq, SH_FELLOW_CLASSES * SH_SYMBOLS);
}

// Counts the bytes that are no probabilities in *bad.
static const uint8_t *unpack(uint16_t *to, const uint8_t *from, size_t count, size_t *bad) {
    uint16_t slots[256];
    for (int byte = 0; byte < 256; byte++) {
        uint16_t probability = sh_probability_unpack((uint8_t)byte);
        slots[byte] = probability ? slots_of(probability) : 0;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = slots[from[i]];
        *bad += to[i] == 0;
    }
    return from + count;
}

static const uint8_t *unpack_classes(uint8_t *class_of, int8_t *guess, const uint8_t *from,
                                     size_t contexts) {
    memcpy(class_of, from, contexts);
    memcpy(guess, from + contexts, contexts);
    return from + 2 * contexts;
}

static const uint8_t *unpack_frequencies(uint16_t *freq, const uint8_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) freq[i] = (uint16_t)(from[2 * i] | from[2 * i + 1] << 8);
    return from + 2 * count;
}

sh_status sh_patch_model_unpack(sh_patch_model *model, const uint8_t *bytes, sh_error *error) {
    size_t bad = 0;
    model->sure_win = *bytes++;
    model->sure_loss = *bytes++;
    bytes = unpack(model->exception, bytes, SH_EXCEPTION_CONTEXTS, &bad);
    bytes = unpack(model->drawn, bytes, SH_DRAWN_CONTEXTS, &bad);
    bytes = unpack(model->win, bytes, SH_LANE_CONTEXTS, &bad);
    bytes = unpack(model->draw, bytes, SH_DRAW_CONTEXTS, &bad);
    sh_distance_model *d = model->distance;
    if (d) {
        bytes = unpack_classes(d->class_of, d->guess, bytes, SH_DISTANCE_CONTEXTS);
        bytes = unpack_frequencies((uint16_t *)d->freq, bytes, SH_CLASSES * SH_SYMBOLS);
    }
    sh_fellow_model *f = d ? d->fellow : NULL;
    if (f) {
        bytes = unpack_classes(f->class_of, f->guess, bytes, SH_FELLOW_CONTEXTS);
        unpack_frequencies((uint16_t *)f->freq, bytes, SH_FELLOW_CLASSES * SH_SYMBOLS);
    }
    if (bad || !sh_patch_model_finish(model))
        return sh_fail(error, SH_DATA, "the table's model holds impossible probabilities");
    return SH_OK;
}
