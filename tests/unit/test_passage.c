// SPDX-License-Identifier: MIT
// The passage is what the search for transfers and its second checker share: everything that it
// says is checked here against the board alone. A wrong mirror or reversal would be wrong in both.
#include "test.h"

#include "puzzle/passage.h"

static const struct {
    const char *name, *drawn;
} PUZZLES[] = {
    {"sq9/10:6m", NULL},
    {"sq5/3:4m", NULL},
    {"sq9/6:8m", NULL},
    {"sq16/19:8m", NULL},
    {"checkers32/12:4m", NULL},
    {"7x7/6", NULL},
    {"star37:2p", NULL},
    {"star37:2p+pass", NULL},
    {"star121:2p+stand", NULL},
    {NULL, "board sq5:4m\nstart\nx....\nx....\nx....\n.....\n.....\n"},
    {NULL, "board sq5:6m\nstart\nxx...\n.x...\n.....\n.....\n.....\n"
           "goal\n.....\n.....\n.....\n....x\n..x.x\n"},
};

static void pose(sh_puzzle *puzzle, int number) {
    sh_error error;
    sh_status status =
        PUZZLES[number].name
            ? sh_puzzle_parse(puzzle, SH_PUZZLE_TRANSFER, PUZZLES[number].name, 0, false, &error)
            : sh_puzzle_draw(puzzle, SH_PUZZLE_TRANSFER, "drawn", PUZZLES[number].drawn, 0, false,
                             &error);
    if (status) fail_msg("%s", error.text);
}

static bool neighbours(const sh_board *board, int a, int b) {
    for (int d = 0; d < board->directions; d++)
        if (board->neighbour[a][d] == b) return true;
    return false;
}

// A map of the board onto itself that keeps neighbours, tracks, and lines of three.
static void check_map(const sh_puzzle *puzzle, const sh_symmetry *map) {
    const sh_game *game = &puzzle->game;
    const sh_board *board = &game->board;
    for (int a = sh_set_next(&board->mask, 0); a >= 0; a = sh_set_next(&board->mask, a + 1)) {
        int image = map->cell[a];
        assert_true(sh_set_has(&board->mask, image));
        assert_int_equal(map->cell[image], a);
        assert_int_equal(sh_set_has(&game->stand[0], image), sh_set_has(&game->stand[0], a));
        assert_int_equal(sh_set_has(&game->pass[0], image), sh_set_has(&game->pass[0], a));
        for (int d = 0; d < board->directions; d++) {
            int next = board->neighbour[a][d];
            if (next < 0) continue;
            assert_true(neighbours(board, image, map->cell[next]));
            int far = board->neighbour[next][d];
            if (far >= 0)
                assert_int_equal(board->x[map->cell[far]] - board->x[map->cell[next]],
                                 board->x[map->cell[next]] - board->x[image]);
        }
    }
}

static void check_maps(const sh_puzzle *puzzle, const sh_passage *p) {
    const sh_game *game = &puzzle->game;
    int last = p->diagonals - 1;
    if (p->mirrored) check_map(puzzle, &p->mirror);
    if (p->reversible) check_map(puzzle, &p->reversal);
    for (int c = 0; c < SH_MAX_CELLS; c++) {
        if (p->diagonal[c] < 0) continue;
        if (p->mirrored) {
            int image = p->mirror.cell[c];
            assert_int_equal(p->diagonal[image], p->diagonal[c]);
            assert_int_equal(sh_set_has(&game->camp[0], image), sh_set_has(&game->camp[0], c));
            assert_int_equal(sh_set_has(&game->goal[0], image), sh_set_has(&game->goal[0], c));
        }
        if (p->reversible) {
            int image = p->reversal.cell[c];
            assert_int_equal(p->diagonal[image], last - p->diagonal[c]);
            assert_int_equal(sh_set_has(&game->goal[0], image), sh_set_has(&game->camp[0], c));
            assert_int_equal(sh_set_has(&game->camp[0], image), sh_set_has(&game->goal[0], c));
        }
    }
}

// No step changes s by more than the reach, and each change is among the deltas.
static void check_steps(const sh_puzzle *puzzle, const sh_passage *p) {
    const sh_board *board = &puzzle->game.board;
    int seen = 0;
    for (int c = 0; c < SH_MAX_CELLS; c++) {
        assert_int_equal(p->diagonal[c] >= 0, sh_set_has(&puzzle->game.stand[0], c));
        for (int d = 0; p->diagonal[c] >= 0 && d < board->directions; d++) {
            int next = board->neighbour[c][d];
            if (next < 0 || p->diagonal[next] < 0) continue;
            int delta = abs(p->diagonal[next] - p->diagonal[c]);
            bool known = delta == 0;
            for (int i = 0; i < p->deltas; i++) known |= p->delta[i] == delta;
            assert_true(known && delta <= p->reach);
            if (delta > seen) seen = delta;
        }
    }
    assert_int_equal(seen, p->reach);
}

static void check_places(const sh_puzzle *puzzle, const sh_passage *p) {
    sh_set all = sh_set_empty();
    int64_t way = 0;
    for (int s = 0; s < p->diagonals; s++) {
        assert_true(p->landings[s] >= p->places[s]);
        for (int i = 0; i < p->places[s]; i++) {
            int cell = p->cell[s][i];
            assert_false(sh_set_has(&all, cell));
            sh_set_add(&all, cell);
            assert_true(p->diagonal[cell] == s && p->place[cell] == i);
            way += s * (sh_set_has(&puzzle->game.goal[0], cell) -
                        sh_set_has(&puzzle->game.camp[0], cell));
        }
        if (s) assert_true(p->weight[s] > p->weight[s - 1]);
        assert_int_equal(p->weight[s], -p->weight[p->diagonals - 1 - s]);
    }
    assert_true(sh_set_equal(all, puzzle->game.stand[0]));
    assert_true(way > 0); // from start to goal s grows
}

static void a_passage_is_what_the_board_says(void **state) {
    int mirrored = 0, reversible = 0;
    (void)state;
    for (int i = 0; i < (int)(sizeof PUZZLES / sizeof *PUZZLES); i++) {
        sh_puzzle puzzle;
        sh_passage *p = calloc(1, sizeof *p);
        sh_error error;
        pose(&puzzle, i);
        if (sh_passage_open(p, &puzzle, &error)) fail_msg("%s: %s", puzzle.game.name, error.text);
        check_maps(&puzzle, p);
        check_steps(&puzzle, p);
        check_places(&puzzle, p);
        mirrored += p->mirrored;
        reversible += p->reversible;
        sh_passage_close(p);
        free(p);
    }
    assert_true(mirrored >= 5 && reversible >= 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_passage_is_what_the_board_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
