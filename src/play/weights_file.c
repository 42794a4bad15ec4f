// SPDX-License-Identifier: MIT
// Writing weights as a file.
#include <stdio.h>  // snprintf
#include <string.h> // strlen

#include "base/file.h"
#include "play/train.h"

static const char head[] = "// Weights of the evaluation: see src/play/weights.h.\n";
static const sh_mark mark = {head, sizeof head - 1, 0, "a file of weights"};

static void put_numbers(sh_writer *writer, const int16_t *numbers, int count) {
    char text[16];
    for (int i = 0; i < count; i++) {
        int length = snprintf(text, sizeof text, "%d,%c", numbers[i],
                              i % 16 == 15 || i == count - 1 ? '\n' : ' ');
        sh_writer_write(writer, text, (size_t)length);
    }
}

static void put_rows(sh_writer *writer, const int16_t rows[2][SH_MAX_CELLS][SH_HIDDEN], int cells) {
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < cells; cell++) put_numbers(writer, rows[side][cell], SH_HIDDEN);
}

static void put_moves(sh_writer *writer, const sh_move_weights *moves, int cells) {
    put_numbers(writer, moves->gain, SH_WAY_PHASES);
    for (int end = 0; end < 2; end++)
        for (int phase = 0; phase < SH_WAY_PHASES; phase++)
            put_numbers(writer, moves->cell[end][phase], cells);
    put_rows(writer, moves->input, cells);
    put_numbers(writer, moves->bias, SH_HIDDEN);
    put_rows(writer, moves->output, cells);
}

sh_status sh_weights_check_place(const char *file, sh_error *error) {
    return sh_writer_check(file, &mark, error);
}

sh_status sh_weights_write(const sh_weights *weights, const char *how, const char *file,
                           sh_error *error) {
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, file, &mark, error);
    if (status) return status;
    int16_t first[] = {SH_WEIGHTS_VERSION,       (int16_t)weights->cells,
                       (int16_t)weights->pieces, (int16_t)weights->hidden,
                       (int16_t)weights->tempo,  (int16_t)weights->distance};
    sh_writer_write(writer, head, sizeof head - 1);
    sh_writer_write(writer, "// ", 3);
    sh_writer_write(writer, how, strlen(how));
    sh_writer_write(writer, "\n", 1);
    put_numbers(writer, first, 6);
    put_numbers(writer, weights->place, weights->cells);
    if (weights->hidden) {
        put_rows(writer, weights->input, weights->cells);
        put_numbers(writer, weights->bias, SH_HIDDEN);
        for (int view = 0; view < 2; view++) put_numbers(writer, weights->output[view], SH_HIDDEN);
    }
    if (weights->likely) put_moves(writer, &weights->moves, weights->cells);
    return sh_writer_commit(writer, error);
}
