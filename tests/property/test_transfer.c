// SPDX-License-Identifier: MIT
// The exact search for transfers and each of its bounds against plain breadth-first search.
#include "test.h"

#include "oracle/plain_transfer.h"
#include "puzzle/tally.h"
#include "puzzle/transfer.h"

typedef struct posed {
    const char *name; // or NULL: drawn
    const char *drawn;
    bool jumps_only;
} posed;

static const posed PUZZLES[] = {
    {"sq4/3:4m", NULL, false},
    {"sq4/3:6m", NULL, false},
    {"sq4/3:8m", NULL, false},
    {"sq5/3:4m", NULL, false},
    {"sq5/3:6m", NULL, false},
    {"sq5/3:8m", NULL, false},
    {"sq5/4:4m", NULL, false},
    {"sq5/4:6m", NULL, false},
    {"sq5/4:8m", NULL, false},
    {"sq5/6:4m", NULL, false},
    {"sq5/6:6m", NULL, false},
    {"sq5/6:8m", NULL, false},
    {"sq5/3:8m", NULL, true},
    {"sq5/6:6m", NULL, true},
    {"sq5/6:8m", NULL, true},
    {"5x5/3", NULL, false},
    {"star37:2p", NULL, false},
    {"star37:2p+pass", NULL, false},
    {"star37:2p+stand", NULL, true},
    // A shape without any symmetry, to a goal that is no image of it.
    {NULL,
     "board sq5:6m\nstart\nxx...\n.x...\n.....\n.....\n.....\n"
     "goal\n.....\n.....\n.....\n....x\n..x.x\n",
     false},
    {NULL,
     "board sq5:8m\nstart\nxx...\n.x...\nx....\n.....\n.....\n"
     "goal\n.....\n.....\n.....\n...xx\n..x.x\n",
     false},
    // To the side: another direction of the passage.
    {NULL, "board sq5:4m\nstart\nx....\nx....\nx....\n.....\n.....\n", false},
    {NULL,
     "board sq5:4m\nstart\nx....\nx....\nx....\nx....\nx....\n"
     "goal\n....x\n....x\n....x\n....x\n....x\n",
     false},
};
#define PUZZLE_COUNT (sizeof PUZZLES / sizeof *PUZZLES)

static void pose(sh_puzzle *puzzle, const posed *p) {
    sh_error error;
    sh_status status =
        p->name ? sh_puzzle_parse(puzzle, SH_PUZZLE_TRANSFER, p->name, 0, p->jumps_only, &error)
                : sh_puzzle_draw(puzzle, SH_PUZZLE_TRANSFER, "drawn", p->drawn, 0, false, &error);
    if (status) fail_msg("%s", error.text);
}

// A palindrome is found iff one was counted.
static void agree_on_palindromes(sh_transfer *transfer, const sh_transfer_count *count,
                                 int length) {
    sh_move moves[SH_MAX_TRANSFER];
    bool found;
    sh_error error;
    sh_status status = sh_transfer_fold(transfer, length, &found, moves, &error);
    if (status == SH_USAGE) return; // the puzzle has no reversal
    assert_int_equal(status, SH_OK);
    assert_int_equal(found, count->palindromes[0] > 0);
}

// Settles every length up to the shortest, with as many exact levels as asked.
static void agree(const sh_puzzle *puzzle, const plain_transfer *plain, int known) {
    sh_transfer_options options = {.threads = 2, .known = known, .keep = true};
    sh_transfer *transfer;
    sh_error error;
    bool found;
    if (sh_transfer_open(&transfer, puzzle, &options, NULL, &error)) fail_msg("%s", error.text);
    int least = plain->length > 6 ? plain->length - 6 : 1;
    for (int length = least; length <= plain->length; length++) {
        if (sh_transfer_settle(transfer, length, &found, &error)) fail_msg("%s", error.text);
        if (found != (length == plain->length))
            fail_msg("%s, %d exact levels: length %d %s, shortest is %d", puzzle->game.name, known,
                     length, found ? "found" : "not found", plain->length);
    }
    sh_transfer_count count;
    if (sh_transfer_count_all(transfer, &count, &error)) fail_msg("%s", error.text);
    if (count.solutions != plain->solutions)
        fail_msg("%s, %d exact levels: %llu solutions instead of %llu", puzzle->game.name, known,
                 (unsigned long long)count.solutions, (unsigned long long)plain->solutions);
    agree_on_palindromes(transfer, &count, plain->length);
    sh_transfer_close(transfer);
}

// No length has a solution where plain search never meets the goal, and the search sees it.
static void agree_on_none(const sh_puzzle *puzzle) {
    sh_transfer_options options = {.threads = 1};
    sh_transfer *transfer;
    sh_error error;
    bool found;
    if (sh_transfer_open(&transfer, puzzle, &options, NULL, &error)) fail_msg("%s", error.text);
    for (int length = 1; !sh_transfer_exhausted(transfer); length++) {
        assert_true(length < 100);
        if (sh_transfer_settle(transfer, length, &found, &error)) fail_msg("%s", error.text);
        assert_false(found);
    }
    sh_transfer_close(transfer);
}

static void lengths_and_numbers_of_solutions_are_those_of_plain_search(void **state) {
    int solvable = 0;
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        sh_puzzle puzzle;
        plain_transfer plain;
        pose(&puzzle, &PUZZLES[i]);
        plain_transfer_run(&plain, &puzzle);
        if (plain.length < 0) {
            agree_on_none(&puzzle);
            plain_transfer_free(&plain);
            continue;
        }
        solvable++;
        for (int known = 0; known <= 3; known++) agree(&puzzle, &plain, known);
        plain_transfer_free(&plain);
    }
    assert_true(solvable >= 18);
}

// Every move of every board is a relaxed move of its tally, and the value after one move is within
// its bound.
static void no_move_is_beyond_the_bounds(void **state) {
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        sh_puzzle puzzle;
        plain_transfer plain;
        sh_passage passage;
        static sh_move moves[SH_MAX_MOVES];
        sh_error error;
        pose(&puzzle, &PUZZLES[i]);
        plain_transfer_run(&plain, &puzzle);
        if (sh_passage_open(&passage, &puzzle, &error)) fail_msg("%s", error.text);
        for (size_t b = 0; b < plain.count; b += 1 + plain.count / 5000) {
            sh_position position = {.army = {{{plain.board[b]}}}};
            uint16_t subset[SH_MAX_DIAGONALS];
            sh_counts counts = {{0}};
            sh_passage_split(&passage, &position.army[0], subset);
            for (int s = 0; s < passage.diagonals; s++)
                counts.of[s] = (uint8_t)__builtin_popcount(subset[s]);
            sh_stands stands = sh_tally_stands(&passage, &counts);
            int64_t value = sh_tally_value(&passage, &counts);
            int64_t most = sh_tally_value_after(&passage, &counts, 1);
            int count = sh_moves_list(&puzzle.game, &position, moves);
            for (int m = 0; m < count; m++) {
                int s = passage.diagonal[moves[m].from], t = passage.diagonal[moves[m].to];
                if (s != t) assert_true(sh_tally_targets(&passage, &stands, s) >> t & 1);
                assert_true(value + passage.weight[t] - passage.weight[s] <= most);
            }
        }
        sh_passage_close(&passage);
        plain_transfer_free(&plain);
    }
}

// A relaxed chain lands on a diagonal all of whose cells are taken only where a puzzle has more
// cells for landing than for standing.
static void chains_land_where_there_is_room(void **state) {
    static const struct {
        const char *name;
        bool lands;
    } known[] = {{"star121:2p", false}, {"star121:2p+pass", true}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        sh_puzzle puzzle;
        sh_passage passage;
        sh_error error;
        if (sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, known[i].name, 0, false, &error) ||
            sh_passage_open(&passage, &puzzle, &error))
            fail_msg("%s", error.text);
        sh_counts counts = {{0}};
        counts.of[2] = counts.of[3] = counts.of[5] = 1;
        counts.of[4] = (uint8_t)passage.places[4];
        sh_stands stands = sh_tally_stands(&passage, &counts);
        uint32_t targets = sh_tally_targets(&passage, &stands, 2);
        assert_true(targets >> 1 & 1 && targets >> 3 & 1); // steps
        assert_false(targets >> 4 & 1);                    // nobody can stay there
        assert_int_equal(targets >> 6 & 1, known[i].lands);
        sh_passage_close(&passage);
    }
}

// After k moves the value is within the bound for k moves.
static void no_board_is_better_than_its_distance_allows(void **state) {
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        sh_puzzle puzzle;
        plain_transfer plain;
        sh_passage passage;
        sh_error error;
        int64_t most[256];
        pose(&puzzle, &PUZZLES[i]);
        plain_transfer_run(&plain, &puzzle);
        if (sh_passage_open(&passage, &puzzle, &error)) fail_msg("%s", error.text);
        for (size_t b = 0; b < plain.count; b++) {
            sh_set army = {{plain.board[b]}};
            uint16_t subset[SH_MAX_DIAGONALS];
            sh_counts counts = {{0}};
            sh_passage_split(&passage, &army, subset);
            for (int s = 0; s < passage.diagonals; s++)
                counts.of[s] = (uint8_t)__builtin_popcount(subset[s]);
            if (b == 0)
                for (int k = 0; k < 256; k++) most[k] = sh_tally_value_after(&passage, &counts, k);
            assert_true(sh_tally_value(&passage, &counts) <= most[plain.distance[b]]);
        }
        sh_passage_close(&passage);
        plain_transfer_free(&plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_numbers_of_solutions_are_those_of_plain_search),
        cmocka_unit_test(no_move_is_beyond_the_bounds),
        cmocka_unit_test(chains_land_where_there_is_room),
        cmocka_unit_test(no_board_is_better_than_its_distance_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
