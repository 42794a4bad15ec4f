// SPDX-License-Identifier: MIT
// The bounds of the cooperative game never drop a board that can still be won in time.
//
// On boards of 16 to 25 cells the least number of moves to a win is computed for every placement of
// both armies: breadth-first, backwards from all boards with the goal filled, by a move generator
// that walks an array of cells. Moves can be taken back by moves, so backwards is forwards. With
// exactly that many moves left, each bound alone must keep the board; and with one less to the
// winner than there are men outside, or other boards, they must drop some, or they would be idle.
#include "test.h"

#include "puzzle/game_kernel.h"
#include "puzzle/game_search.h"

enum { MOST_CELLS = 25, FAR = 255 };

typedef struct test_world {
    sh_puzzle puzzle;
    sh_game_case one;
    int cells, men;
    int cell[MOST_CELLS];    // board's numbers
    int near[MOST_CELLS][8]; // by own numbers; -1
    uint32_t *sets, *index;  // all sets of `men` cells, and their numbers
    uint32_t set_count;
    uint8_t *far; // by winner's set × loser's set: rounds to a win
} test_world;

static void make_cells(test_world *world) {
    const sh_board *board = &world->puzzle.game.board;
    int own[SH_MAX_CELLS];
    for (int c = 0; c < board->span; c++) {
        own[c] = -1;
        if (!sh_set_has(&board->mask, c)) continue;
        own[c] = world->cells;
        world->cell[world->cells++] = c;
    }
    assert_true(world->cells <= MOST_CELLS);
    for (int i = 0; i < world->cells; i++)
        for (int d = 0; d < 8; d++) {
            int to = d < board->directions ? board->neighbour[world->cell[i]][d] : -1;
            world->near[i][d] = to < 0 ? -1 : own[to];
        }
}

static void make_sets(test_world *world) {
    world->index = calloc((size_t)1 << world->cells, sizeof *world->index);
    world->sets = calloc((size_t)1 << world->cells, sizeof *world->sets);
    for (uint32_t set = 0; set < 1U << world->cells; set++)
        if (__builtin_popcount(set) == world->men) {
            world->index[set] = world->set_count;
            world->sets[world->set_count++] = set;
        }
}

// All sets after one move of one man of `army`, with `other` in the way.
static int neighbours(const test_world *world, uint32_t army, uint32_t other, uint32_t *out) {
    uint32_t occupied = army | other;
    int count = 0;
    for (int from = 0; from < world->cells; from++) {
        if (!(army >> from & 1)) continue;
        uint32_t seen = 1U << from, targets = 0;
        int stack[MOST_CELLS], depth = 0;
        stack[depth++] = from;
        for (int d = 0; d < 8 && !sh_puzzle_jumps_only(&world->puzzle); d++)
            if (world->near[from][d] >= 0) targets |= 1U << world->near[from][d];
        while (depth > 0) {
            int at = stack[--depth];
            for (int d = 0; d < 8; d++) {
                int over = world->near[at][d], to = over < 0 ? -1 : world->near[over][d];
                if (to < 0 || !(occupied >> over & 1) || (occupied | seen) >> to & 1) continue;
                seen |= 1U << to;
                stack[depth++] = to;
            }
        }
        targets = (targets | seen) & ~occupied;
        for (int to = 0; to < world->cells; to++)
            if (targets >> to & 1) out[count++] = army ^ (1U << from) ^ (1U << to);
    }
    return count;
}

static uint32_t small(const test_world *world, const sh_set *set) {
    uint32_t out = 0;
    for (int i = 0; i < world->cells; i++)
        if (sh_set_has(set, world->cell[i])) out |= 1U << i;
    return out;
}

// Rounds (a move of the loser, a move of the winner) to a win, for every placement.
static void measure(test_world *world) {
    size_t total = (size_t)world->set_count * world->set_count;
    uint32_t goal = small(world, &world->one.goal[SH_GAME_WINNER]);
    uint32_t *after = malloc(4096 * sizeof *after), *before = malloc(4096 * sizeof *before);
    world->far = malloc(total);
    memset(world->far, FAR, total);
    for (uint32_t z = 0; z < world->set_count; z++)
        if (!(world->sets[z] & goal))
            world->far[(size_t)world->index[goal] * world->set_count + z] = 0;
    bool grew = true;
    for (int round = 0; grew && round < 60; round++) {
        grew = false;
        for (size_t i = 0; i < total; i++) {
            if (world->far[i] != round) continue;
            uint32_t w = world->sets[i / world->set_count], z = world->sets[i % world->set_count];
            int winners = neighbours(world, w, z, after);
            for (int a = 0; a < winners; a++) {
                int losers = neighbours(world, z, after[a], before);
                for (int b = 0; b < losers; b++) {
                    size_t j =
                        (size_t)world->index[after[a]] * world->set_count + world->index[before[b]];
                    if (world->far[j] != FAR) continue;
                    world->far[j] = (uint8_t)(round + 1);
                    grew = true;
                }
            }
        }
    }
    free(after);
    free(before);
}

static void open_world(test_world *world, const char *name, bool jumps_only) {
    sh_error error;
    memset(world, 0, sizeof *world);
    if (sh_puzzle_parse(&world->puzzle, SH_PUZZLE_GAME, name, 0, jumps_only, &error))
        fail_msg("%s", error.text);
    if (sh_game_case_make(&world->one, &world->puzzle, 2, &error)) fail_msg("%s", error.text);
    world->men = world->one.men;
    make_cells(world);
    make_sets(world);
    measure(world);
}

static void close_world(test_world *world) {
    free(world->sets);
    free(world->index);
    free(world->far);
}

static void put(const test_world *world, uint32_t w, uint32_t z, uint64_t *board) {
    size_t half = (size_t)world->puzzle.game.board.width / 64;
    memset(board, 0, SH_GAME_MOST_WORDS * sizeof *board);
    for (int i = 0; i < world->cells; i++) {
        int c = world->cell[i];
        if (w >> i & 1) board[c / 64] |= 1ULL << (c & 63);
        if (z >> i & 1) board[half + (size_t)c / 64] |= 1ULL << (c & 63);
    }
}

// Looks at every placement with exactly the moves it needs; returns how many of those that need
// more than is left were dropped.
static size_t check_bound(const test_world *world, unsigned bound) {
    const sh_game_kernel *kernel = sh_game_kernel_get(world->puzzle.game.board.width);
    void *field = aligned_alloc(64, (kernel->field_bytes + 63) / 64 * 64);
    size_t total = (size_t)world->set_count * world->set_count, dropped = 0;
    uint32_t goal = small(world, &world->one.goal[SH_GAME_WINNER]);
    kernel->prepare(field, &world->one, bound);
    for (size_t i = 0; i < total; i++) {
        uint32_t w = world->sets[i / world->set_count], z = world->sets[i % world->set_count];
        int far = world->far[i], outside = __builtin_popcount(w & ~goal);
        if (w & z || far == FAR) continue;
        uint64_t board[SH_GAME_MOST_WORDS];
        put(world, w, z, board);
        assert_true(outside <= far);                      // a move for each man
        assert_true(__builtin_popcount(z & goal) <= far); // bound 4, kept by the moves themselves
        sh_game_left left = {far, far};
        if (!kernel->keep(field, board, left))
            fail_msg("bound %u dropped %x %x, won in %d", bound, w, z, far);
        for (left.winner = left.loser = far - 1; left.winner >= outside && outside;
             left.winner--, left.loser--)
            dropped += !kernel->keep(field, board, left);
    }
    free(field);
    return dropped;
}

static void each_bound(const char *name, bool jumps_only) {
    test_world world;
    open_world(&world, name, jumps_only);
    size_t alone[5], all = check_bound(&world, SH_GAME_ALL_BOUNDS);
    for (int i = 0; i < 5; i++) alone[i] = check_bound(&world, 1U << i);
    assert_true(alone[1] > 0 && all >= alone[1]); // the ladder at least bites everywhere
    if (!jumps_only) assert_true(all > alone[1]);
    close_world(&world);
}

// The shortest game with each winner, found by the search with all bounds and with none.
static void shortest(const char *name, bool jumps_only) {
    test_world world;
    open_world(&world, name, jumps_only);
    uint32_t w = small(&world, &world.one.start[SH_GAME_WINNER]);
    uint32_t z = small(&world, &world.one.start[SH_GAME_LOSER]);
    int rounds = world.far[(size_t)world.index[w] * world.set_count + world.index[z]];
    assert_true(rounds < FAR);
    sh_game_result *result = malloc(sizeof *result);
    sh_error error;
    for (int length = sh_game_least(&world.puzzle); length <= 2 * rounds; length++) {
        sh_game_options options = {
            .threads = 2, .memory = (size_t)1 << 30, .bounds = SH_GAME_ALL_BOUNDS};
        if (sh_game_search(&world.puzzle, length, &options, result, &error))
            fail_msg("%s", error.text);
        // Even lengths are those of the second player, who needs `rounds` after the first's move.
        if (length % 2 == 0) assert_int_equal(result->found, length == 2 * rounds);
        if (result->found) assert_int_equal(result->moves, length);
        options.bounds = 0;
        bool found = result->found;
        if (sh_game_search(&world.puzzle, length, &options, result, &error))
            fail_msg("%s", error.text);
        assert_int_equal(result->found, found);
    }
    free(result);
    close_world(&world);
}

static void test_bounds_are_admissible(void **state) {
    (void)state;
    each_bound("sq4/3:8m", false);
    each_bound("sq4/3:6m", false);
    each_bound("sq4/3:4m", false);
    each_bound("sq5/3:6m", true);
}

static void test_shortest_games(void **state) {
    (void)state;
    shortest("sq4/3:8m", false);
    shortest("sq4/3:6m", false);
    shortest("sq4/3:4m", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_are_admissible),
        cmocka_unit_test(test_shortest_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
