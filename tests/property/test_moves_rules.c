// SPDX-License-Identifier: MIT
// What must hold of moves on every board, at random positions: legality is what the verdict says,
// symmetries commute with moves, paths are shortest and pass the check, perft agrees with the array
// oracle, floods and ranks agree with their slow versions.
#include "test.h"

#include "bench/baseline/array_game.h"
#include "oracle/oracle_blockade.h"
#include "oracle/oracle_sample.h"
#include "sternhalma/moves.h"
#include "sternhalma/notation.h"
#include "sternhalma/rank.h"

// Moves left out by Definitions 2 and 3.
typedef struct refused_moves {
    int filled, blocked;
} refused_moves;

// One of everything per game of the collection.
typedef struct test_fixture {
    sh_game game;
    sh_array_game arrays;
    sh_random random;
    sh_move moves[SH_MAX_MOVES];
    sh_array_move array_moves[SH_MAX_MOVES];
    refused_moves refused;
} test_fixture;

typedef void test_property(test_fixture *fixture, const sh_position *position);

// A position a few random moves from the start, where camps are walls around their tips.
static void opening_position(test_fixture *fixture, sh_position *position) {
    sh_position_start(&fixture->game, position);
    sh_array_state state;
    sh_array_load(&fixture->arrays, position, &state);
    for (uint64_t plies = sh_random_below(&fixture->random, 16); plies > 0; plies--) {
        int count = sh_array_moves(&fixture->arrays, &state, fixture->array_moves);
        if (count == 0) return;
        sh_array_move move =
            fixture->array_moves[sh_random_below(&fixture->random, (uint64_t)count)];
        sh_array_apply(&fixture->arrays, &state, move);
        sh_move_apply(&fixture->game, position, (sh_move){move.from, move.to});
    }
}

// Calls a property on `each` positions of every game: at random, crowded and from openings; legal
// ones only.
static refused_moves everywhere(test_property *property, int each, sh_profile profile) {
    test_fixture *fixture = calloc(1, sizeof *fixture);
    static sample_name names[SAMPLE_GAMES];
    int games = sample_names(names);
    for (int i = 0; i < games; i++) {
        assert_int_equal(sh_game_parse(&fixture->game, names[i], profile, NULL), SH_OK);
        fixture->random.state = (uint64_t)i;
        sh_array_game_make(&fixture->arrays, &fixture->game);
        for (int n = 0; n < each; n++) {
            sh_position position;
            if (n % 3 == 0)
                opening_position(fixture, &position);
            else
                sample_position(&fixture->game, &fixture->random, n % 3 == 1, &position);
            if (sh_position_check_legal(&fixture->game, &position, NULL) != SH_OK) continue;
            property(fixture, &position);
        }
    }
    refused_moves seen = fixture->refused;
    free(fixture);
    return seen;
}

static void fail_at(const test_fixture *fixture, const sh_position *position, const char *what) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(&fixture->game, position, text);
    fail_msg("%s: %s at %s", fixture->game.name, what, text);
}

static bool listed(const sh_move *moves, int count, int from, int to) {
    for (int i = 0; i < count; i++)
        if (moves[i].from == from && moves[i].to == to) return true;
    return false;
}

// The moves listed are the oracle's moves less those into illegal positions, in ascending order.
static void legal_is_what_the_verdict_says(test_fixture *fixture, const sh_position *position) {
    const sh_game *game = &fixture->game;
    int count = sh_moves_list(game, position, fixture->moves), expected = 0;
    for (int i = 1; i < count; i++) {
        sh_move a = fixture->moves[i - 1], b = fixture->moves[i];
        if (a.from > b.from || (a.from == b.from && a.to >= b.to))
            fail_at(fixture, position, "moves are not in order");
    }
    if (sh_position_verdict(game, position, NULL) == SH_ONGOING) {
        sh_array_state state;
        sh_array_load(&fixture->arrays, position, &state);
        int all = sh_array_moves(&fixture->arrays, &state, fixture->array_moves);
        for (int i = 0; i < all; i++) {
            sh_array_move move = fixture->array_moves[i];
            sh_position after = *position;
            sh_move_apply(game, &after, (sh_move){move.from, move.to});
            sh_verdict verdict = sh_position_verdict(game, &after, NULL);
            bool legal = verdict == SH_ONGOING || verdict == SH_WON;
            expected += legal;
            fixture->refused.filled += verdict == SH_ILLEGAL_FILLED;
            fixture->refused.blocked += verdict == SH_ILLEGAL_BLOCKED;
            if (listed(fixture->moves, count, move.from, move.to) != legal)
                fail_at(fixture, position,
                        legal ? "a move is missing" : "an illegal move is listed");
        }
    }
    if (count != expected) fail_at(fixture, position, "the number of moves is wrong");
}

static void legality(void **state) {
    for (sh_profile profile = SH_STRICT; profile <= SH_PUBLISHED; profile++) {
        refused_moves seen = everywhere(legal_is_what_the_verdict_says, 300, profile);
        print_message("%s: %d moves fill a goal, %d wall one off\n", sh_profile_name(profile),
                      seen.filled, seen.blocked);
        assert_true(seen.filled > 100 && seen.blocked > 1000); // the sample does test the rules
    }
}

static void symmetries_commute(test_fixture *fixture, const sh_position *position) {
    const sh_game *game = &fixture->game;
    int count = sh_moves_list(game, position, fixture->moves);
    for (int s = 0; s < game->symmetries; s++) {
        const sh_symmetry *symmetry = &game->symmetry[s];
        sh_position image;
        sh_position_transform(game, symmetry, position, &image);
        static sh_move images[SH_MAX_MOVES];
        int same = sh_moves_list(game, &image, images);
        if (same != count) fail_at(fixture, position, "a symmetric position has other moves");
        for (int i = 0; i < count; i++)
            if (!listed(images, same, symmetry->cell[fixture->moves[i].from],
                        symmetry->cell[fixture->moves[i].to]))
                fail_at(fixture, position, "the image of a move is not a move");
    }
}

static void symmetry(void **state) { everywhere(symmetries_commute, 20, SH_STRICT); }

// The fewest hops from a cell to another by search over the array oracle's neighbours.
static int fewest_hops(const test_fixture *fixture, const sh_array_state *state, int from, int to) {
    const sh_array_game *arrays = &fixture->arrays;
    int distance[SH_MAX_CELLS], queue[SH_MAX_CELLS], head = 0, tail = 0;
    memset(distance, -1, sizeof distance);
    distance[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int cell = queue[head++];
        for (int d = 0; d < arrays->directions; d++) {
            int over = arrays->neighbour[cell][d];
            int land = over < 0 ? -1 : arrays->neighbour[over][d];
            if (land < 0 || distance[land] >= 0 || state->contents[over] == SH_ARRAY_EMPTY ||
                state->contents[land] != SH_ARRAY_EMPTY || !arrays->pass[state->turn][land])
                continue;
            distance[land] = distance[cell] + 1;
            queue[tail++] = land;
        }
    }
    return distance[to];
}

static void paths_are_shortest_and_pass(test_fixture *fixture, const sh_position *position) {
    const sh_game *game = &fixture->game;
    sh_array_state state;
    sh_array_load(&fixture->arrays, position, &state);
    int count = sh_moves_list(game, position, fixture->moves);
    for (int i = 0; i < count; i++) {
        sh_move move = fixture->moves[i], ends;
        sh_path path;
        sh_move_path(game, position, move, &path);
        if (sh_path_check(game, position, &path, &ends, NULL) != SH_OK || ends.from != move.from ||
            ends.to != move.to)
            fail_at(fixture, position, "the path of a move does not pass the check");
        int hops = fewest_hops(fixture, &state, move.from, move.to);
        if (path.length - 1 != (hops < 0 ? 1 : hops))
            fail_at(fixture, position, "the path of a move is not the shortest");
        if (sh_move_check(game, position, move, NULL) != SH_OK)
            fail_at(fixture, position, "a listed move does not pass the check");
    }
}

static void paths(void **state) { everywhere(paths_are_shortest_and_pass, 10, SH_STRICT); }

static uint64_t oracle_perft(test_fixture *fixture, sh_array_state *state, int depth) {
    for (int p = 0; p < fixture->arrays.players; p++)
        if (sh_array_arrived(&fixture->arrays, state, p)) return 0;
    sh_array_move moves[SH_MAX_MOVES];
    int count = sh_array_moves(&fixture->arrays, state, moves);
    if (depth == 1) return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sh_array_apply(&fixture->arrays, state, moves[i]);
        sum += oracle_perft(fixture, state, depth - 1);
        sh_array_undo(&fixture->arrays, state, moves[i]);
    }
    return sum;
}

static void perft_agrees(test_fixture *fixture, const sh_position *position) {
    sh_array_state state;
    sh_array_load(&fixture->arrays, position, &state);
    for (int depth = 1; depth <= 2; depth++)
        if (sh_perft(&fixture->game, position, depth) != oracle_perft(fixture, &state, depth))
            fail_at(fixture, position, "perft does not agree with the oracle");
}

static void perft(void **state) { everywhere(perft_agrees, 10, SH_STRICT); }

static void floods_agree(test_fixture *fixture, const sh_position *position) {
    for (int p = 0; p < fixture->game.players; p++)
        if (sh_position_blocked(&fixture->game, position, p) !=
            oracle_blocked(&fixture->game, position, p))
            fail_at(fixture, position, "the flood of Definition 3 is wrong");
}

static void blockade(void **state) { everywhere(floods_agree, 100, SH_STRICT); }

// Ranks of both players by the array walk and by the ranker, and back, and one further.
static void ranks_agree(test_fixture *fixture, const sh_position *position) {
    const sh_array_game *arrays = &fixture->arrays;
    sh_ranker *ranker;
    if (sh_ranker_open(&ranker, &fixture->game, NULL) != SH_OK) return; // not two players, or large
    sh_array_state state, other, expected;
    sh_array_load(arrays, position, &state);
    uint64_t first = sh_array_rank_first(arrays, &state);
    uint64_t second = sh_array_rank_second(arrays, &state);
    const sh_set *army = position->army;
    if (first != sh_rank_first(ranker, &army[0]) ||
        second != sh_rank_second(ranker, &army[0], &army[1]))
        fail_at(fixture, position, "ranks differ");
    other = state;
    sh_array_unrank_second(arrays, 0, &other);
    sh_array_unrank_second(arrays, second, &other);
    sh_array_unrank_first(arrays, first, &other);
    assert_memory_equal(other.contents, state.contents, sizeof state.contents);
    uint64_t sets = (uint64_t)(sh_ranker_positions(ranker) / 2 /
                               arrays->binomial[arrays->pieces][arrays->cells]);
    if (second + 1 < sets) {
        sh_position next = *position;
        next.army[1] = sh_next_second(ranker, &army[0], &army[1]);
        sh_array_load(arrays, &next, &expected);
        sh_array_next_second(arrays, &state);
        assert_memory_equal(state.contents, expected.contents, sizeof state.contents);
        assert_memory_equal(state.piece[1], expected.piece[1], (size_t)arrays->pieces);
    }
    sh_ranker_close(ranker);
}

static void ranks(void **state) { everywhere(ranks_agree, 10, SH_STRICT); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legality), cmocka_unit_test(symmetry), cmocka_unit_test(paths),
        cmocka_unit_test(perft),    cmocka_unit_test(blockade), cmocka_unit_test(ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
