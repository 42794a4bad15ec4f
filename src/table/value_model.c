// SPDX-License-Identifier: MIT
// See value_model.h: memory, and the section of the file.
#include "table/value_model.h"

#include <assert.h> // static_assert
#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "table/coder.h"

enum { RAREST_LAST = 120, RARE_NO = 0x80 }; // q of one half; the top bit

static uint32_t rarer(int q) { return ((8u + (uint32_t)(q & 7)) << (q >> 3)) >> 3; }

uint8_t sh_probability_pack(double yes) {
    bool rare_no = yes > 0.5;
    double rare = (rare_no ? 1 - yes : yes) * SH_CODER_ONE;
    int best = 0; // nearest on a logarithmic scale: below the geometric mean with the next
    while (best < RAREST_LAST && rare * rare > (double)rarer(best) * rarer(best + 1)) best++;
    return (uint8_t)(best | (rare_no ? RARE_NO : 0));
}

uint16_t sh_probability_unpack(uint8_t byte) {
    int q = byte & ~RARE_NO;
    if (q > RAREST_LAST) return 0;
    return (uint16_t)(byte & RARE_NO ? SH_CODER_ONE - rarer(q) : rarer(q));
}

sh_status sh_value_model_make(sh_value_model *model, bool distances, sh_error *error) {
    *model = (sh_value_model){.distances = distances};
    model->win = calloc(SH_WIN_CONTEXTS, sizeof *model->win);
    model->draw = calloc(SH_DRAW_CONTEXTS, sizeof *model->draw);
    bool enough = model->win && model->draw;
    if (distances) {
        model->distance = calloc(SH_DISTANCE_CONTEXTS, sizeof *model->distance);
        model->guess = calloc(SH_DISTANCE_CONTEXTS, 1);
        enough = enough && model->distance && model->guess;
    }
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for a table's model");
}

void sh_value_model_free(sh_value_model *model) {
    free(model->win);
    free(model->draw);
    free(model->distance);
    free(model->guess);
    *model = (sh_value_model){0};
}

size_t sh_value_model_size(bool distances) {
    size_t size = SH_WIN_CONTEXTS + SH_DRAW_CONTEXTS;
    if (distances) size += (size_t)SH_DISTANCE_CONTEXTS * (SH_NODES + 1);
    return size;
}

// 32 bytes at a time: most contexts of a model were never seen and look like those before them,
// so that what was unpacked last is mostly copied.
enum { UNPACKED_AT_ONCE = 32 };
static_assert(SH_WIN_CONTEXTS % UNPACKED_AT_ONCE == 0 && SH_DRAW_CONTEXTS % UNPACKED_AT_ONCE == 0 &&
                  SH_DISTANCE_CONTEXTS % UNPACKED_AT_ONCE == 0,
              "probabilities are unpacked 32 at a time");

// Every probability by its byte; where there is none, 0.
typedef struct unpacking {
    uint16_t probability[256];
    bool bad; // a byte was no probability
} unpacking;

static void unpacking_make(unpacking *u) {
    for (int byte = 0; byte < 256; byte++)
        u->probability[byte] = sh_probability_unpack((uint8_t)byte);
    u->bad = false;
}

static const uint8_t *unpack_probabilities(unpacking *u, uint16_t *to, const uint8_t *from,
                                           size_t count) {
    const size_t step = UNPACKED_AT_ONCE;
    for (size_t i = 0; i < count; i += step) {
        if (i && memcmp(from + i, from + i - step, step) == 0) {
            memcpy(to + i, to + i - step, step * sizeof *to);
            continue;
        }
        for (size_t j = i; j < i + step; j++) {
            to[j] = u->probability[from[j]];
            u->bad |= to[j] == 0;
        }
    }
    return from + count;
}

sh_status sh_value_model_unpack(sh_value_model *model, const uint8_t *bytes, sh_error *error) {
    unpacking u;
    unpacking_make(&u);
    bytes = unpack_probabilities(&u, model->win, bytes, SH_WIN_CONTEXTS);
    bytes = unpack_probabilities(&u, model->draw, bytes, SH_DRAW_CONTEXTS);
    if (model->distances) {
        memcpy(model->guess, bytes, SH_DISTANCE_CONTEXTS);
        unpack_probabilities(&u, model->distance[0], bytes + SH_DISTANCE_CONTEXTS,
                             (size_t)SH_DISTANCE_CONTEXTS * SH_NODES);
    }
    if (u.bad) return sh_fail(error, SH_DATA, "the table's model holds a byte of no probability");
    return SH_OK;
}
