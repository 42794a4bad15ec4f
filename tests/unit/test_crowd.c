// SPDX-License-Identifier: MIT
// Search among several players: all methods play legal, sensible games; what is won is seen.
#include <math.h>   // sqrtf
#include <string.h> // memcmp

#include "arena/match.h"
#include "arena/seating.h"
#include "base/cpu.h"
#include "base/random.h"
#include "play/crowd.h"
#include "play/crowd_promise.h"
#include "play/opening.h"
#include "rules/generator.h"
#include "sternhalma/notation.h"
#include "test.h"

static const char *const METHODS[] = {"maxn", "paranoid", "brs", "brs+", "opps", "mcts"};

static void play(const char *name, const char *one, const char *two, int rounds,
                 sh_match_score *score) {
    sh_game game;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    sh_match_options o = {.game = &game,
                          .agent = {one, two},
                          .rounds = rounds,
                          .opening = 3,
                          .seed = 5,
                          .at_once = 1};
    *score = (sh_match_score){0};
    if (sh_match_play(&o, NULL, NULL, NULL, score, NULL, &error)) fail_msg("%s", error.text);
}

// Every method beats random play on every board with every number of players: it wins a game of
// every round of two, and nearly all games together. All ways to sit are played.
static void test_methods(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:2p",       "star37:3p",      "star37:4p",
                                        "star37:6p",       "star37/2:3p",    "star73:3p",
                                        "star37:4p+halma", "star37:3p+stand"};
    int games = 0, won = 0;
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++)
        for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
            char agent[64];
            sh_match_score score;
            snprintf(agent, sizeof agent, "%s:nodes=200,hash=1MB,cache=,alone=10", METHODS[m]);
            play(GAMES[g], agent, "random", 1, &score);
            assert_int_equal(score.faults[0] + score.faults[1], 0);
            int wins = score.standing.agents ? score.standing.wins[0] : (int)score.wins;
            assert_true(wins >= 1);
            won += wins;
            games += 2;
        }
    if (won < games - 5) fail_msg("%d of %d games are won against random play", won, games);
}

// A move that wins at once is found by all methods.
static void test_win_in_one(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "star37:3p", SH_STRICT);
    sh_position position;
    sh_position_start(&game, &position);
    // All but one piece of player 0 are home; the last is next to the hole.
    sh_set goal = game.goal[0];
    int hole = -1, from = -1;
    for (int cell = sh_set_next(&goal, 0); cell >= 0; cell = sh_set_next(&goal, cell + 1))
        for (int d = 0; d < game.board.directions; d++) {
            int to = game.board.neighbour[cell][d];
            if (to >= 0 && !sh_set_has(&goal, to) && sh_set_has(&game.stand[0], to)) {
                hole = cell;
                from = to;
            }
        }
    position.army[0] = goal;
    sh_set_remove(&position.army[0], hole);
    sh_set_add(&position.army[0], from);
    for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
        char text[64];
        sh_agent *agent;
        sh_record *record;
        sh_agent_choice choice;
        sh_error error = {.text = ""};
        snprintf(text, sizeof text, "%s:nodes=3000,hash=1MB,cache=", METHODS[m]);
        assert_int_equal(sh_agent_open(&agent, &game, text, 1, NULL, &error), SH_OK);
        assert_int_equal(sh_record_open(&record, &game, &position, &error), SH_OK);
        assert_int_equal(sh_agent_choose(agent, record, NULL, &choice, &error), SH_OK);
        assert_int_equal(sh_record_play(record, choice.move, &error), SH_OK);
        assert_int_equal(sh_record_result(record).winner, 0);
        sh_record_close(record);
        sh_agent_close(agent);
    }
}

// How many moves a tree needs to win against lots, with all but one piece home, the last one some
// steps from the hole, and rivals that have not begun: nobody can catch up, and it must end all the
// same.
static int finish(const sh_game *game, int hole, int from, const char *text) {
    sh_position position;
    sh_agent *agent[2];
    sh_record *record;
    sh_error error = {.text = ""};
    sh_position_start(game, &position);
    position.army[0] = game->goal[0];
    sh_set_remove(&position.army[0], hole);
    sh_set_add(&position.army[0], from);
    assert_int_equal(sh_agent_open(&agent[0], game, text, 1, NULL, &error), SH_OK);
    assert_int_equal(sh_agent_open(&agent[1], game, "random", 7, NULL, &error), SH_OK);
    assert_int_equal(sh_record_open(&record, game, &position, &error), SH_OK);
    int moves = 0;
    while (sh_record_result(record).ending == SH_GOES_ON && moves < 100) {
        sh_agent_choice choice;
        int turn = sh_record_position(record)->turn;
        assert_int_equal(sh_agent_choose(agent[turn != 0], record, NULL, &choice, &error), SH_OK);
        assert_int_equal(sh_record_play(record, choice.move, &error), SH_OK);
        moves += turn == 0;
    }
    int winner = sh_record_result(record).winner;
    for (int i = 0; i < 2; i++) sh_agent_close(agent[i]);
    sh_record_close(record);
    return winner == 0 ? moves : 1000;
}

// A win that is certain is not put off, whatever hole is left and wherever the last piece stands
// near the goal. (With contest=0 some of these take 25 moves.)
static void test_certain_win(void **state) {
    (void)state;
    sh_game game;
    int tried = 0;
    test_game(&game, "star121:3p", SH_STRICT);
    const sh_set *goal = &game.goal[0];
    for (int from = 0; from < game.board.span; from++) {
        if (!sh_set_has(&game.stand[0], from) || sh_set_has(goal, from)) continue;
        if (game.away[0][from] > 5) continue;
        for (int hole = sh_set_next(goal, 0); hole >= 0; hole = sh_set_next(goal, hole + 1)) {
            assert_in_range(finish(&game, hole, from, "mcts:nodes=1000,cache=,alone=10"), 1, 7);
            tried++;
        }
    }
    assert_true(tried >= 50);
}

// What an agent plays in the first position of a game.
static sh_agent_choice choose(const sh_game *game, const char *text) {
    sh_agent *agent;
    sh_record *record;
    sh_agent_choice choice;
    sh_error error = {.text = ""};
    assert_int_equal(sh_agent_open(&agent, game, text, 1, NULL, &error), SH_OK);
    assert_int_equal(sh_record_open(&record, game, NULL, &error), SH_OK);
    assert_int_equal(sh_agent_choose(agent, record, NULL, &choice, &error), SH_OK);
    sh_record_close(record);
    sh_agent_close(agent);
    return choice;
}

// A tree that is full is done: it has made fewer positions than it might, and plays what a tree
// with more room has found after as many.
static void test_full_tree(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:3p", "star73:4p", "star121:6p"};
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++) {
        sh_game game;
        char text[64];
        test_game(&game, GAMES[g], SH_STRICT);
        sh_agent_choice full = choose(&game, "mcts:nodes=20000,hash=1MB,cache=,alone=10");
        assert_true(full.nodes > 500 && full.nodes < 20000);
        snprintf(text, sizeof text, "mcts:nodes=%d,hash=64MB,cache=,alone=10", (int)full.nodes);
        sh_agent_choice roomy = choose(&game, text);
        assert_int_equal(roomy.nodes, full.nodes);
        assert_memory_equal(&roomy.score, &full.score, sizeof full.score);
        assert_memory_equal(&roomy.move, &full.move, sizeof full.move);
    }
}

// The counts of ways to sit by hand: 2^n - 2 for two agents, n! for n, and 36 for three of four.
static void test_seatings(void **state) {
    (void)state;
    assert_int_equal(sh_seatings(2, 2), 2);
    assert_int_equal(sh_seatings(3, 2), 6);
    assert_int_equal(sh_seatings(4, 2), 14);
    assert_int_equal(sh_seatings(6, 2), 62);
    assert_int_equal(sh_seatings(3, 3), 6);
    assert_int_equal(sh_seatings(4, 3), 36);
    assert_int_equal(sh_seatings(6, 6), 720);
    for (int players = 2; players <= 6; players++)
        for (int agents = 2; agents <= players; agents++) {
            static int seen[720 * 3][SH_MAX_PLAYERS];
            int all = sh_seatings(players, agents), count[SH_MAX_PLAYERS][SH_MAX_PLAYERS] = {{0}};
            for (int game = 0; game < all && game < 720; game++) {
                memset(seen[game], 0, sizeof seen[game]);
                sh_seating_find(players, agents, game, seen[game]);
                for (int other = 0; other < game; other++)
                    assert_true(memcmp(seen[game], seen[other], sizeof seen[game]) != 0);
                for (int p = 0; p < players; p++) count[seen[game][p]][p]++;
            }
            if (all > 720) continue;
            for (int a = 1; a < agents; a++)
                for (int p = 0; p < players; p++) assert_int_equal(count[a][p], count[0][p]);
        }
}

// The way of a lone army is that of the game's own movement.
static void test_ways_keep_the_rules(void **state) {
    (void)state;
    static const char *const known[][2] = {
        {"star37:3p", "5x5/3:1p"},
        {"star37/2:6p+stand+leave9", "5x5/2:1p"},
        {"star37:3p+halma+hops", "5x5/3:1p+hops"},
        {"star73:4p+halma+hops+leave9", "7x7/6:1p+hops"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        sh_ways *ways = calloc(1, sizeof *ways);
        sh_tuning tuning;
        sh_error error = {.text = ""};
        assert_non_null(ways);
        test_game(&game, known[i][0], SH_STRICT);
        sh_tuning_best(&tuning, &game);
        tuning.alone = 1;
        if (sh_ways_open(ways, &game, &tuning, &(sh_engine_options){.cache = ""}, &error))
            fail_msg("%s", error.text);
        assert_string_equal(ways->course.lone, known[i][1]);
        assert_int_equal(ways->course.game.movement, game.movement);
        sh_ways_close(ways);
        free(ways);
    }
}

// All of a tree, to the last bit: which positions it has, how often they were visited, their means.
static uint64_t sum_of_tree(const sh_tree *tree) {
    uint64_t sum = tree ? tree->spots_used : 0;
    for (uint32_t i = 1; tree && i < tree->spots_used; i++) {
        const sh_tree_spot *spot = &tree->spots[i];
        uint32_t mean;
        memcpy(&mean, &spot->mean, sizeof mean);
        sum = (sum ^ mean ^ (uint64_t)spot->visits << 32) * 0x9e3779b97f4a7c15ULL + spot->count;
    }
    return sum;
}

// What a search comes to, as one number.
static uint64_t search_until(const sh_tuning *tuning, const sh_record *record, uint64_t nodes,
                             uint32_t *spots) {
    sh_crowd_engine *engine;
    sh_finding finding;
    sh_error error = {.text = ""};
    sh_move moves[SH_MAX_MOVES];
    const sh_game *game = sh_record_game(record);
    sh_engine_options options = {.cache = "", .hash_bytes = 4 << 20};
    int count = sh_moves_list(game, sh_record_position(record), moves);
    if (sh_crowd_open(&engine, game, tuning, &options, &error)) fail_msg("%s", error.text);
    assert_int_equal(sh_crowd_search(engine, record, moves, count, &(sh_limits){.nodes = nodes},
                                     NULL, NULL, &finding, &error),
                     SH_OK);
    uint64_t sum =
        finding.nodes + (uint64_t)finding.score.amount + 1000003 * (uint64_t)finding.depth;
    for (int i = 0; i < finding.length; i++)
        sum = 31 * sum + finding.line[i].from + 256u * finding.line[i].to;
    const sh_tree *tree = sh_crowd_tree(engine);
    *spots = tree ? tree->spots_used : 0;
    sum += sum_of_tree(tree);
    sh_crowd_close(engine);
    return sum;
}

static uint64_t search_with(const sh_tuning *tuning, const sh_record *record, uint64_t nodes) {
    uint32_t spots;
    return search_until(tuning, record, nodes, &spots);
}

// Does a value of a parameter change what is found in any of these positions?
#define POSITIONS 4
typedef struct readings {
    sh_record *record[POSITIONS];
    uint64_t usual[POSITIONS];
} readings;

static bool changes(const readings *r, const sh_tuning *tuning) {
    bool changed = false;
    for (int i = 0; i < POSITIONS && !changed; i++)
        changed = search_with(tuning, r->record[i], 15000) != r->usual[i];
    return changed;
}

static void try_parameters(const readings *r, const sh_tuning *usual) {
    // Without effect here: they need weights, rivals that always go far, a repetition, more depth.
    static const char *const unseen[] = {"plain", "foresight",  "habit",          "lots",
                                         "alarm", "reluctance", "futility_depth", "standing_depth"};
#define TRY(NAME, READERS, VALUE, REFERENCE, LEAST, MOST, WHAT)                                    \
    if (strcmp(#NAME, "method") != 0 && strcmp(#NAME, "alone") != 0) {                             \
        static const int values[] = {LEAST, LEAST + (LEAST < MOST), MOST};                         \
        sh_tuning tuning = *usual;                                                                 \
        bool read = false, named = (READERS) >> usual->method & 1, seen = true;                    \
        for (int i = 0; i < 3 && !read; i++) {                                                     \
            tuning.NAME = values[i];                                                               \
            read = changes(r, &tuning);                                                            \
        }                                                                                          \
        for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)                                \
            seen &= strcmp(#NAME, unseen[i]) != 0;                                                 \
        if (read && !named) fail_msg("method %d reads %s", usual->method, #NAME);                  \
        if (!read && named && seen) fail_msg("method %d does not read %s", usual->method, #NAME);  \
    }
    SH_PARAMETERS(TRY)
#undef TRY
}

// A method reads the parameters that its settings may name, and no others.
static void test_readers(void **state) {
    (void)state;
    sh_game game;
    readings r;
    test_game(&game, "star37:3p+stand+halma", SH_STRICT);
    for (int i = 0; i < POSITIONS; i++)
        assert_int_equal(sh_opening_draw(&r.record[i], &game, 10 + 40 * i, 5, NULL), SH_OK);
    for (int method = SH_MAX_N; method <= SH_TREE; method++) {
        sh_tuning usual;
        sh_tuning_best(&usual, &game);
        usual.alone = 0;
        usual.method = method;
        usual.lmr_base = 100;
        usual.warmth = 30;
        if (method == SH_OPPS) usual.replies = 1;
        for (int i = 0; i < POSITIONS; i++) r.usual[i] = search_with(&usual, r.record[i], 15000);
        try_parameters(&r, &usual);
    }
    for (int i = 0; i < POSITIONS; i++) sh_record_close(r.record[i]);
}

// All instruction sets visit the same nodes, on boards of each width, whatever the method.
static void test_instruction_sets(void **state) {
    (void)state;
    static const char *const levels[] = {"generic", "avx2", "avx512"};
    static const struct {
        const char *game, *settings;
    } tries[] = {{"star37:3p", "method=1,alone=10"}, {"star37:3p", "method=3,alone=10"},
                 {"star73:4p", "method=4,alone=0"},  {"star121:6p", "method=5,alone=0,replies=1"},
                 {"star121:3p", "method=2,alone=0"}, {"star37:6p", "alone=10"},
                 {"star73:3p+stand", "alone=0"},     {"star73:6p", "alone=0,history=100"},
                 {"star121:3p", "alone=0"},          {"star121:6p", "alone=0"},
                 {"star121:6p", "alone=0,plain=1"},  {"star121:2p+halma", "alone=0"}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        for (int plies = 3; plies <= 63; plies += 20) {
            sh_game game;
            sh_record *record;
            uint64_t found[3];
            sh_tuning tuning;
            test_game(&game, tries[i].game, SH_STRICT);
            sh_tuning_best(&tuning, &game);
            assert_int_equal(sh_tuning_parse(&tuning, &game, tries[i].settings, NULL), SH_OK);
            assert_int_equal(sh_opening_draw(&record, &game, plies, i + 1, NULL), SH_OK);
            for (int level = 0; level < 3; level++) {
                setenv("STERNHALMA_CPU", levels[level], 1);
                found[level] = search_with(&tuning, record, 20000);
            }
            unsetenv("STERNHALMA_CPU");
            sh_record_close(record);
            if (found[0] != found[1] || found[0] != found[2])
                fail_msg("%s %s after %d plies differs", tries[i].game, tries[i].settings, plies);
        }
}

// Does a move lead to a position of the record?
static bool leads_back(const sh_record *record, sh_move move) {
    const sh_game *game = sh_record_game(record);
    sh_position before = *sh_record_position(record), after = before;
    sh_move_apply(game, &after, move);
    for (int i = sh_record_count(record) - 1; i >= 0; i--) {
        sh_move_undo(game, &before, sh_record_move(record, i));
        if (sh_position_equal(&before, &after)) return true;
    }
    return false;
}

// Walks by lot to a position whose moves all lead back. False where the game is over before.
static bool walk_into_a_trap(sh_record *record, uint64_t seed) {
    sh_random random = {seed};
    while (!sh_record_over(record)) {
        sh_move moves[SH_MAX_MOVES];
        int fresh = 0;
        int count = sh_moves_list(sh_record_game(record), sh_record_position(record), moves);
        for (int i = 0; i < count; i++)
            if (!leads_back(record, moves[i])) moves[fresh++] = moves[i];
        if (!fresh) return count > 1;
        sh_move move = moves[sh_random_below(&random, (uint64_t)fresh)];
        assert_int_equal(sh_record_play(record, move, NULL), SH_OK);
    }
    return false;
}

// Where every move leads back the tree searches all of them, and fills its nodes.
static void test_all_lead_back(void **state) {
    (void)state;
    sh_game game;
    int found = 0;
    test_game(&game, "star13:3p", SH_STRICT);
    for (uint64_t seed = 1; seed < 3000 && found < 3; seed++) {
        sh_record *record;
        sh_tuning tuning;
        assert_int_equal(sh_record_open(&record, &game, NULL, NULL), SH_OK);
        if (walk_into_a_trap(record, seed)) {
            sh_tuning_best(&tuning, &game);
            tuning.method = SH_TREE;
            uint32_t spots;
            search_until(&tuning, record, 2000, &spots);
            assert_true(spots > 2); // more than the root
            found++;
        }
        sh_record_close(record);
    }
    assert_int_equal(found, 3);
}

// Where promises are all but equal, every instruction set follows the same move: of products and
// sums that are rounded one by one, the first of the greatest.
static void test_follow(void **state) {
    (void)state;
    static const sh_crowd *const sets[] = {sh_crowd_portable, sh_crowd_avx2, sh_crowd_avx512};
    int count = sh_cpu_level_get() == SH_CPU_AVX512 ? 3 : sh_cpu_level_get() == SH_CPU_AVX2 ? 2 : 1;
    sh_random random = {1};
    for (int i = 0; i < 5000; i++) {
        float means[200], lures[200];
        sh_promises p = {.means = means, .lures = lures, .count = 200, .explore = 0.3f};
        p.visits = (uint32_t)sh_random_below(&random, 10000);
        p.followed = (uint32_t)sh_random_below(&random, p.count + 1);
        p.unknown = 5e-7f;
        volatile float explore = p.explore * sqrtf((float)(p.visits + 1)), most = -1;
        uint32_t best = 0;
        for (uint32_t m = 0; m < p.count; m++) {
            lures[m] = (0.5f + (float)sh_random_below(&random, 1000) / 1e9f) / explore;
            means[m] = (float)sh_random_below(&random, 1000) / 1e9f;
            volatile float product = explore * lures[m];
            volatile float promise = (m < p.followed ? means[m] : p.unknown) + product;
            if (promise > most) most = promise, best = m;
        }
        for (int set = 0; set < count; set++) assert_int_equal(sets[set][0].follow(&p), best);
    }
}

// The cells an army reaches by at most four hops ahead, one hop of one piece at a time.
static void reach(const sh_game *game, const sh_ways *ways, const sh_position *position, int player,
                  int from, int hops, sh_set *reached) {
    for (int d = 0; d < game->board.directions && hops > 0; d++) {
        int over = game->board.neighbour[from][d], to = -1;
        if (over >= 0) to = game->board.neighbour[over][d];
        if (to < 0 || !sh_set_has(&game->stand[player], to)) continue;
        if (ways->left[player][to] >= ways->left[player][from]) continue;
        bool stands = false, taken = false;
        for (int p = 0; p < game->players; p++) {
            stands |= sh_set_has(&position->army[p], over);
            taken |= sh_set_has(&position->army[p], to);
        }
        if (!stands || taken) continue;
        sh_set_add(reached, to);
        reach(game, ways, position, player, to, hops - 1, reached);
    }
}

static int count_reached(const sh_ways *ways, const sh_position *position, int player) {
    sh_set reached = sh_set_empty();
    const sh_set *army = &position->army[player];
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1))
        reach(&ways->game, ways, position, player, cell, 4, &reached);
    return sh_set_count(reached);
}

static int evaluate(const sh_ways *ways, sh_tuning *tuning, int worth, const sh_position *root) {
    const sh_crowd *crowd = sh_crowd_best(&ways->game.board);
    tuning->reach = worth;
    sh_crowd_job job = {.ways = ways, .tuning = tuning, .root = *root};
    job.ground = crowd->prepare(ways);
    int value = crowd->evaluate(&job);
    free((void *)job.ground);
    return value;
}

// What hops ahead reach counts for its army and, on average, against the others; on all widths,
// in positions of games played at random.
static void test_reach(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star37:3p", "star73:4p", "star121:6p", "star37:3p+stand"};
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++) {
        sh_game game;
        sh_ways *ways = calloc(1, sizeof *ways);
        sh_tuning tuning;
        sh_error error;
        sh_position position;
        sh_random random = {g};
        test_game(&game, GAMES[g], SH_STRICT);
        sh_tuning_best(&tuning, &game);
        tuning.alone = tuning.leader = 0;
        assert_int_equal(
            sh_ways_open(ways, &game, &tuning, &(sh_engine_options){.cache = ""}, &error), SH_OK);
        sh_position_start(&game, &position);
        int worth = 10 * (game.players - 1), seen = 0;
        for (int ply = 0; ply < 200; ply++) {
            sh_move moves[SH_MAX_MOVES];
            int count = sh_moves_list_plain(&game, &position, moves), others = 0;
            if (!count) sh_position_start(&game, &position);
            if (!count) continue;
            sh_move_apply(&game, &position, moves[sh_random_below(&random, (uint64_t)count)]);
            int mine = count_reached(ways, &position, position.turn);
            for (int p = 0; p < game.players; p++)
                if (p != position.turn) others += count_reached(ways, &position, p);
            int more =
                evaluate(ways, &tuning, worth, &position) - evaluate(ways, &tuning, 0, &position);
            assert_int_equal(more, worth * mine - 10 * others);
            seen += mine;
        }
        assert_true(seen > 100);
        sh_ways_close(ways);
        free(ways);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seatings),
                                       cmocka_unit_test(test_win_in_one),
                                       cmocka_unit_test(test_ways_keep_the_rules),
                                       cmocka_unit_test(test_readers),
                                       cmocka_unit_test(test_instruction_sets),
                                       cmocka_unit_test(test_follow),
                                       cmocka_unit_test(test_all_lead_back),
                                       cmocka_unit_test(test_reach),
                                       cmocka_unit_test(test_full_tree),
                                       cmocka_unit_test(test_certain_win),
                                       cmocka_unit_test(test_methods)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
