// SPDX-License-Identifier: MIT
// Weights from numbers, and the files of them that are part of the program.
#include "play/weights.h"

#include <ctype.h>  // isspace
#include <stdio.h>  // fdopen
#include <stdlib.h> // aligned_alloc
#include <string.h> // memset
#include <unistd.h> // close

#include "base/file.h"

#define HEAD 6

#ifndef SH_SMALL // a WebAssembly module gets the numbers of a game from its page
typedef struct embedded {
    const char *game;
    const int16_t *numbers;
    int count;
} embedded;

static const int16_t weights_5x5_6[] = {
#include "play/weights/5x5-6.weights"
};
static const int16_t weights_7x7_6[] = {
#include "play/weights/7x7-6.weights"
};
static const int16_t weights_9x9_10[] = {
#include "play/weights/9x9-10.weights"
};
static const int16_t weights_star121_open[] = {
#include "play/weights/star121-2p-stand.weights"
};

static const int16_t weights_star121_six[] = {
#include "play/weights/star121-6p.weights"
};

#define EMBEDDED(game, numbers)                                                                    \
    { game, numbers, sizeof numbers / sizeof *numbers }
static const embedded files[] = {EMBEDDED("7x7/6", weights_7x7_6),
                                 EMBEDDED("9x9/10", weights_9x9_10),
                                 EMBEDDED("5x5/6", weights_5x5_6),
                                 EMBEDDED("star121:2p+stand", weights_star121_open),
                                 EMBEDDED("star121:2p+pass", weights_star121_open),
                                 EMBEDDED("star121:6p", weights_star121_six),
                                 {NULL, NULL, 0}};
#undef EMBEDDED

bool sh_weights_find(const sh_game *game, sh_weights *weights) {
    for (const embedded *e = files; e->game; e++)
        if (strcmp(e->game, game->name) == 0)
            return sh_weights_fill(weights, game, e->numbers, e->count);
    return false;
}
#endif

// Copies the next numbers and goes on behind them.
static const int16_t *take(const int16_t *from, int16_t *to, int count) {
    memcpy(to, from, (size_t)count * sizeof *to);
    return from + count;
}

static int numbers_of(int cells, int hidden) {
    return HEAD + cells * (1 + 2 * hidden) + (hidden ? 3 * hidden : 0);
}

static int numbers_of_moves(int cells) {
    return SH_WAY_PHASES + 2 * cells * (SH_WAY_PHASES + 2 * SH_HIDDEN) + SH_HIDDEN;
}

static const int16_t *take_rows(const int16_t *next, int16_t rows[2][SH_MAX_CELLS][SH_HIDDEN],
                                int cells) {
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < cells; cell++) next = take(next, rows[side][cell], SH_HIDDEN);
    return next;
}

static void take_moves(const int16_t *next, sh_weights *w) {
    next = take(next, w->moves.gain, SH_WAY_PHASES);
    for (int end = 0; end < 2; end++)
        for (int phase = 0; phase < SH_WAY_PHASES; phase++)
            next = take(next, w->moves.cell[end][phase], w->cells);
    next = take_rows(next, w->moves.input, w->cells);
    next = take(next, w->moves.bias, SH_HIDDEN);
    take_rows(next, w->moves.output, w->cells);
    w->likely = true;
}

bool sh_weights_fill(sh_weights *w, const sh_game *game, const int16_t *numbers, int count) {
    memset(w, 0, sizeof *w);
    if (count < HEAD || numbers[0] != SH_WEIGHTS_VERSION || numbers[1] != game->board.cells ||
        numbers[2] != game->pieces || (numbers[3] != 0 && numbers[3] != SH_HIDDEN) ||
        count < numbers_of(numbers[1], numbers[3]))
        return false;
    int more = count - numbers_of(numbers[1], numbers[3]);
    if (more && (more != numbers_of_moves(numbers[1]) || !numbers[3])) return false;
    w->cells = numbers[1];
    w->pieces = numbers[2];
    w->hidden = numbers[3];
    w->tempo = numbers[4];
    w->distance = numbers[5];
    const int16_t *next = take(numbers + HEAD, w->place, w->cells);
    if (!w->hidden) return true;
    next = take_rows(next, w->input, w->cells);
    next = take(next, w->bias, SH_HIDDEN);
    for (int view = 0; view < 2; view++) next = take(next, w->output[view], SH_HIDDEN);
    if (more) take_moves(next, w);
    return true;
}

// What follows spaces, commas and comments: its first character, or EOF.
static int skip_to_number(FILE *file) {
    int c;
    while (isspace(c = getc(file)) || c == ',' || c == '/') {
        if (c != '/') continue;
        if (getc(file) != '/') return '/'; // which begins no number
        while (c != '\n' && c != EOF) c = getc(file);
    }
    return c;
}

// A number that begins with this character, and ends where a space, a comma or the file does.
static bool take_number(FILE *file, int c, int16_t *number) {
    int sign = c == '-' ? -1 : 1, value = 0, digits = 0;
    if (c == '-') c = getc(file);
    for (; isdigit(c) && value <= INT16_MAX; c = getc(file), digits++) value = 10 * value + c - '0';
    value *= sign;
    *number = (int16_t)value;
    return digits && value >= INT16_MIN && value <= INT16_MAX &&
           (isspace(c) || c == ',' || c == EOF);
}

// The numbers of a text: -1 where it is no list of numbers.
static int parse(FILE *file, int16_t *numbers) {
    int count = 0, c;
    while ((c = skip_to_number(file)) != EOF)
        if (count == SH_WEIGHTS_MOST || !take_number(file, c, &numbers[count++])) return -1;
    return ferror(file) ? -1 : count;
}

// A file, not a pipe or a device, as a stream.
static sh_status open_text(const char *file, FILE **stream, sh_error *error) {
    int descriptor;
    uint64_t size;
    sh_status status = sh_file_open(&descriptor, &size, file, error);
    if (status) return status;
    *stream = fdopen(descriptor, "r");
    if (*stream) return SH_OK;
    close(descriptor);
    return sh_fail(error, SH_RESOURCES, "out of memory for weights");
}

sh_status sh_weights_read(sh_weights *weights, const sh_game *game, const char *file,
                          sh_error *error) {
    int16_t *numbers = malloc(SH_WEIGHTS_MOST * sizeof *numbers);
    FILE *stream = NULL;
    sh_status status = numbers ? open_text(file, &stream, error)
                               : sh_fail(error, SH_RESOURCES, "out of memory for weights");
    if (!status && !sh_weights_fill(weights, game, numbers, parse(stream, numbers)))
        status = sh_fail(error, SH_DATA, "%.200s is not a file of weights of %s, version %d", file,
                         game->name, SH_WEIGHTS_VERSION);
    if (stream) fclose(stream);
    free(numbers);
    return status;
}

void sh_weights_place(const sh_weights *weights, sh_course *course) {
    const sh_set *mask = &course->game.board.mask;
    int number = 0;
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1), number++) {
        course->place[0][cell] = sh_place_of(weights->place[number]);
        course->place[1][cell] = sh_place_of(weights->place[weights->cells - 1 - number]);
    }
}

sh_net *sh_net_make(const sh_weights *weights, const sh_course *course) {
    const sh_set *mask = &course->game.board.mask;
    sh_net *net = aligned_alloc(64, sizeof *net);
    if (!net) return NULL;
    memset(net, 0, sizeof *net);
    memcpy(net->bias, weights->bias, sizeof net->bias);
    memcpy(net->output, weights->output, sizeof net->output);
    int number = 0;
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1), number++)
        for (int view = 0; view < 2; view++)
            for (int owner = 0; owner < 2; owner++) {
                int seen = view ? weights->cells - 1 - number : number;
                memcpy(net->row[view][owner][cell], weights->input[owner ^ view][seen],
                       sizeof net->row[view][owner][cell]);
            }
    return net;
}
