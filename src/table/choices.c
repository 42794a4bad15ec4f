// SPDX-License-Identifier: MIT
// Every position after a move is looked up and turned so that players count from the mover again;
// then the moves are sorted.
#include "table/choices.h"

#include <stdlib.h> // qsort

#include "table/reader.h"

// Smaller is better for the mover, who is player 0 of the code.
static int grade(sh_control_code control) {
    int victor = sh_control_victor(control);
    if (victor >= 0) return victor == 0 ? 0 : victor + 2;
    return control & sh_control_draw(0) ? 1 : 2;
}

static int by_grade(const void *a, const void *b) {
    const sh_choice *x = a, *y = b;
    int difference = grade(x->control) - grade(y->control);
    if (!difference) difference = x->move.from - y->move.from;
    return difference ? difference : x->move.to - y->move.to;
}

sh_status sh_choices_list(const sh_table *table, const sh_position *position,
                          sh_control_code *control, sh_choice *choices, int *count,
                          sh_error *error) {
    sh_move moves[SH_MAX_MOVES];
    *count = 0;
    sh_status status = sh_table_control(table, position, control, error);
    int all = status ? 0 : sh_moves_list(&table->game, position, moves);
    for (int i = 0; !status && i < all; i++) {
        sh_choice *choice = &choices[i];
        *choice = (sh_choice){.move = moves[i], .after = *position};
        sh_move_apply(&table->game, &choice->after, moves[i]);
        status = sh_table_control(table, &choice->after, &choice->control, error);
        if (!status) choice->control = sh_control_turn(choice->control, 2);
    }
    if (status) return status;
    qsort(choices, (size_t)all, sizeof *choices, by_grade);
    *count = all;
    return SH_OK;
}
