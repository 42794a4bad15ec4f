// SPDX-License-Identifier: MIT
// Any text as the picture of a puzzle, of either kind: refused with a sentence, or a puzzle whose
// armies and goals are on its board; and its first line as the name of one.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "puzzle/identity.h"
#include "puzzle/passage.h"
#include "rules/generator.h"
#include "sternhalma/moves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(const sh_puzzle *puzzle) {
    static sh_move moves[SH_MAX_MOVES];
    const sh_game *game = &puzzle->game;
    sh_error error = {.text = ""};
    sh_position start;
    assert(game->players == (puzzle->kind == SH_PUZZLE_GAME ? 2 : 1));
    for (int p = 0; p < game->players; p++) {
        assert(sh_set_within(game->camp[p], game->board.mask));
        assert(sh_set_within(game->goal[p], game->board.mask));
        assert(sh_set_count(game->camp[p]) == game->pieces && game->pieces <= SH_MAX_PIECES);
    }
    sh_position_start(game, &start);
    int count = sh_moves_list(game, &start, moves);
    for (int i = 0; i < count; i++)
        assert(!sh_puzzle_jumps_only(puzzle) ||
               !sh_set_has(&game->board.steps[moves[i].from], moves[i].to));
    for (int i = 0; i < puzzle->reversals; i++) {
        sh_set there = sh_symmetry_apply(&puzzle->reversal[i], &game->camp[0]);
        assert(sh_set_equal(there, game->goal[0]));
    }
    (void)sh_puzzle_identity(puzzle);
    if (sh_puzzle_check(puzzle, &error)) assert(error.text[0]);
    if (puzzle->kind == SH_PUZZLE_GAME) return;
    sh_passage passage = {0};
    if (sh_passage_open(&passage, puzzle, &error)) assert(error.text[0]);
    sh_passage_close(&passage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sh_puzzle puzzle;
    static const int ways[] = {0, 4, 6, 8};
    if (size == 0) return 0;
    char *text = malloc(size);
    sh_puzzle_kind kind = data[0] & 1 ? SH_PUZZLE_GAME : SH_PUZZLE_TRANSFER;
    int moves = ways[data[0] >> 1 & 3];
    bool jumps_only = data[0] >> 3 & 1;
    sh_error error = {.text = ""};
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (sh_puzzle_draw(&puzzle, kind, "drawn", text, moves, jumps_only, &error))
        assert(error.text[0]);
    else
        look(&puzzle);
    text[strcspn(text, "\n")] = 0;
    error.text[0] = 0;
    if (sh_puzzle_parse(&puzzle, kind, text, moves, jumps_only, &error))
        assert(error.text[0]);
    else
        look(&puzzle);
    free(text);
    return 0;
}
