// SPDX-License-Identifier: MIT
// A game of each rule before all that numbers, solves, stores and poses games, learns and plays
// them: it is taken, and then by its rules, or refused by a sentence that names every rule in the
// way. Puzzles are compared with plain breadth-first search on arrays, whose rules are read from
// the name.
#include "every_rule.h"

#include "arena/arena_scopes.h"
#include "arena/dialog.h"
#include "base/keyset.h"
#include "bench/baseline/array_game.h"
#include "play/scopes.h"
#include "play/seat.h"
#include "play/selfplay.h"
#include "play/train.h"
#include "puzzle/game_shortest.h"
#include "puzzle/recheck.h"
#include "puzzle/transfer_recheck.h"
#include "puzzle/transfer_shortest.h"
#include "rank/pairs.h"
#include "rank/rank_scopes.h"
#include "rank/ranker.h"
#include "rank/triples.h"
#include "solve/cuda/backends.h"
#include "solve/duel/backend.h"
#include "solve/race/race.h"
#include "sternhalma/environment.h"
#include "table/writer.h"
#include "json/certificate.h"

static void expect(sh_status status, const sh_scope *scope, const sh_game *game, const char *who,
                   const sh_error *error) {
    uint32_t missing = sh_scope_misses(scope, game);
    if (!missing && status == SH_USAGE) fail_msg("%s refuses %s: %s", who, game->name, error->text);
    if (!missing) return;
    if (status != SH_USAGE || !every_rule_named(error->text, missing) ||
        !strstr(error->text, game->name))
        fail_msg("%s does not say what is in the way of %s: %s", who, game->name,
                 status ? error->text : "it takes it");
}

// What is numbered in rows and columns, and so solved, has no rule of its own.
static void plain(const sh_game *game, sh_shape shape, int players) {
    assert_null(strchr(game->name, '+'));
    assert_int_equal(game->board.shape, shape);
    assert_int_equal(game->players, players);
}

static void numbers_are_of_declared_games(void **state) {
    (void)state;
    int pairs_taken = 0, triples_taken = 0, ranked = 0;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        sh_error error = {.text = ""};
        sh_pairs *pairs = NULL;
        sh_ranker *ranker = NULL;
        sh_triples triples;
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        sh_status status = sh_pairs_open(&pairs, &game, &error);
        expect(status, &sh_pairs_scope, &game, "pairs", &error);
        if (!status) pairs_taken++, sh_pairs_close(pairs), plain(&game, SH_RHOMBUS, 2);
        status = sh_triples_open(&triples, &game, &error);
        expect(status, &sh_triples_scope, &game, "triples", &error);
        if (!status) triples_taken++, sh_triples_close(&triples), plain(&game, SH_STAR, 3);
        status = sh_ranker_open(&ranker, &game, &error);
        expect(status, &sh_ranker_scope, &game, "the ranker", &error);
        if (!status) ranked++, sh_ranker_close(ranker);
    }
    assert_true(pairs_taken >= 2 && triples_taken >= 1 && ranked >= 10);
}

// Solvers of two on CPUs, disks, GPUs and crews, and that of three.
static void solvers_solve_or_name_the_rule(void **state) {
    (void)state;
    static const char *const on_gpus[] = {"cuda", "cuda-compact", "emulated", "emulated-compact"};
    const sh_backend *backends[] = {&sh_backend_fast,
                                    &sh_backend_compact,
                                    &sh_backend_disk,
                                    &sh_backend_coded,
                                    &sh_backend_cluster,
                                    &sh_backend_cluster_coded,
                                    sh_gpu_backend_find(on_gpus[0]),
                                    sh_gpu_backend_find(on_gpus[1]),
                                    sh_gpu_backend_find(on_gpus[2]),
                                    sh_gpu_backend_find(on_gpus[3])};
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        sh_solve_options options = {.metric = SH_WDL, .threads = 1, .scratch = "/tmp"};
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        for (size_t b = 0; b < sizeof backends / sizeof *backends; b++) {
            sh_plan plan;
            sh_error error = {.text = ""};
            if (!sh_scope_misses(&sh_triples_scope, &game)) continue; // below
            sh_status status = backends[b]->plan(&game, &options, &plan, &error);
            expect(status, &sh_solver_scope, &game, backends[b]->name, &error);
        }
        sh_solved solved;
        sh_error error = {.text = ""};
        sh_status status = sh_solved_open(&solved, &game, &error);
        expect(status, &sh_triples_scope, &game, "the solver of three", &error);
        if (!status) sh_solved_close(&solved);
    }
}

// No table is begun of a game that has none.
static void tables_are_of_solved_games(void **state) {
    (void)state;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        sh_error error = {.text = ""};
        sh_value_source source = {0};
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        if (!sh_scope_misses(&sh_solver_scope, &game)) continue;
        sh_recipe recipe = {.game = &game, .metric = SH_WDL, .creator = "a test"};
        sh_status status =
            sh_table_write("/tmp/sternhalma-no-table", &recipe, &source, NULL, NULL, &error);
        expect(status, &sh_solver_scope, &game, "a table", &error);
    }
}

// Every action of an environment is a move on arrays; where no move is illegal, it has all of them.
static void compare_actions(const sh_environment_view *view, const sh_array_game *arrays,
                            const sh_array_state *state, const sh_game *game) {
    sh_array_move moves[SH_MAX_MOVES];
    int count = sh_array_moves(arrays, state, moves), legal = view->counts[0];
    for (int i = 0; i < legal; i++) {
        int from = arrays->cell[view->legal[i] / view->cells], m = 0;
        int to = arrays->cell[view->legal[i] % view->cells];
        while (m < count && (moves[m].from != from || moves[m].to != to)) m++;
        if (m == count) fail_msg("%s: an action that is no move", game->name);
    }
    if (!sh_game_is_duel(game) && !game->leave && legal != count)
        fail_msg("%s: %d actions of %d moves", game->name, legal, count);
}

static void environments_have_the_rules(void **state) {
    (void)state;
    sh_array_game *arrays = malloc(sizeof *arrays);
    assert_non_null(arrays);
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        sh_array_state at;
        sh_position start;
        sh_error error = {.text = ""};
        sh_environment *environment;
        sh_environment_options options = {.games = 1, .max_plies = 20, .threads = 1};
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        if (sh_environment_open(&environment, &game, NULL, &options, &error))
            fail_msg("%s: %s", game.name, error.text);
        const sh_environment_view *view = sh_environment_look(environment);
        sh_position_start(&game, &start);
        sh_array_game_make(arrays, &game);
        arrays->hops_only = strstr(game.name, "+hops") != NULL;
        sh_array_load(arrays, &start, &at);
        for (int ply = 0; ply < 10 && !view->ended[0] && view->counts[0]; ply++) {
            compare_actions(view, arrays, &at, &game);
            int32_t action = view->legal[ply % view->counts[0]];
            sh_array_move move = {.from = arrays->cell[action / view->cells],
                                  .to = arrays->cell[action % view->cells]};
            while (at.piece[at.turn][move.piece] != move.from) move.piece++;
            sh_array_apply(arrays, &at, move);
            if (sh_environment_step(environment, &action, &error))
                fail_msg("%s: %s", game.name, error.text);
        }
        sh_environment_close(environment);
    }
    free(arrays);
}

static void hear_nothing(void *user, const char *line) { (void)user, (void)line; }

// There are no games to learn from, but what is learned is asked first.
static void try_training(const sh_game *game) {
    static const char *const files[] = {"/nowhere/games"};
    sh_error error = {.text = ""};
    sh_training training = {
        .game = game, .files = files, .file_count = 1, .epochs = 1, .network = true};
    sh_weights *weights = calloc(1, sizeof *weights);
    sh_status status = sh_train(&training, NULL, NULL, NULL, weights, &error);
    expect(status, &sh_training_scope, game, "training", &error);
    assert_int_not_equal(status, SH_OK);
    free(weights);
}

// Protocols, levels at a board, training, and games of agents with themselves.
static void players_play_or_name_the_rule(void **state) {
    (void)state;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        sh_dialog *dialog;
        sh_seat *seat;
        sh_error error = {.text = ""};
        const char *name = EVERY_RULE[i].name;
        test_game(&game, name, EVERY_RULE[i].profile);
        sh_dialog_options dialogue = {
            .game = name, .profile = EVERY_RULE[i].profile, .say = hear_nothing};
        sh_status status = sh_dialog_open(&dialog, &dialogue, &error);
        expect(status, &sh_dialog_scope, &game, "the protocol", &error);
        if (!status) sh_dialog_close(dialog);
        bool taken = !sh_scope_misses(&sh_engine_scope, &game);
        assert_int_equal(sh_seat_able(&game, NULL), taken);
        sh_engine_options options = {.hash_bytes = 1 << 20, .cache = "", .placements = 1000};
        if (!taken || game.board.cells <= 37) {
            status = sh_seat_open(&seat, &game, "1", &options, &error);
            expect(status, &sh_engine_scope, &game, "a level", &error);
            if (!status) sh_seat_close(seat);
        }
        if (!taken || game.board.cells <= 16) try_training(&game); // else seconds of distances
        sh_selfplay_options games = {.game = &game, .agent = "random", .games = 1};
        if (!sh_scope_misses(&sh_agent_scope, &game)) continue;
        status = sh_selfplay_write(&games, "/tmp/sternhalma-no-games", NULL, &error);
        expect(status, &sh_agent_scope, &game, "datagen", &error);
    }
}

// Breadth first on arrays: the least number of moves after which an army fills its goal; 0: never;
// -1: too many boards to tell.
typedef struct plain_board {
    uint64_t army[2], turn;
} plain_board;

static plain_board board_of(const sh_array_game *arrays, const sh_array_state *state) {
    plain_board board = {{0, 0}, (uint64_t)state->turn};
    for (int p = 0; p < arrays->players; p++)
        for (int i = 0; i < arrays->pieces; i++)
            board.army[p] |= 1ULL << arrays->place[state->piece[p][i]];
    return board;
}

static void state_of(const sh_array_game *arrays, const uint64_t *key, sh_array_state *state) {
    memset(state, 0, sizeof *state);
    memset(state->contents, SH_ARRAY_EMPTY, sizeof state->contents);
    state->turn = (int)key[2];
    for (int p = 0; p < arrays->players; p++)
        for (int place = 0, i = 0; place < arrays->cells; place++)
            if (key[p] >> place & 1) {
                state->piece[p][i++] = arrays->cell[place];
                state->contents[arrays->cell[place]] = (int8_t)p;
            }
}

static int plain_shortest(const char *name, const sh_game *game, int players) {
    enum { MOST = 150000 };
    sh_array_game *arrays = malloc(sizeof *arrays);
    sh_array_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_keyset met = {.words = 3};
    sh_array_state state;
    sh_position start;
    int length = 0, depth = 0;
    assert_true(arrays && moves);
    sh_array_game_make(arrays, game);
    arrays->players = players;
    arrays->needs_all = true;
    arrays->needs_wait = arrays->swaps = false;
    arrays->hops_only = strstr(name, "+hops") != NULL;
    sh_position_start(game, &start);
    sh_array_load(arrays, &start, &state);
    plain_board first = board_of(arrays, &state);
    assert_int_equal(sh_keyset_add(&met, (uint64_t *)&first), SH_OK);
    for (size_t at = 0, end = 1; at < met.count && !length; at++) {
        if (at == end) end = met.count, depth++;
        state_of(arrays, sh_keyset_at(&met, at), &state);
        int count = sh_array_moves(arrays, &state, moves);
        for (int m = 0; m < count && !length; m++) {
            sh_array_apply(arrays, &state, moves[m]);
            plain_board next = board_of(arrays, &state);
            if (sh_array_winner(arrays, &state) >= 0) length = depth + 1;
            assert_int_not_equal(sh_keyset_add(&met, (uint64_t *)&next), SH_RESOURCES);
            sh_array_undo(arrays, &state, moves[m]);
        }
        if (met.count > MOST) length = length ? length : -1;
    }
    sh_keyset_close(&met);
    free(moves);
    free(arrays);
    return length;
}

static void hear(void *user, int time, uint64_t boards, uint64_t hash) {
    (void)user, (void)time, (void)boards, (void)hash;
}

static void compare_transfer(const sh_puzzle *puzzle, int shortest) {
    sh_transfer_answer *a = calloc(1, sizeof *a);
    sh_transfer_search search = {.options = {.threads = 1}, .beam = 1000};
    sh_error error = {.text = ""};
    bool found = false;
    assert_non_null(a);
    sh_status status = sh_puzzle_check(puzzle, &error);
    if (!status) status = sh_transfer_find_shortest(puzzle, &search, a, &error);
    if (shortest ? status != SH_OK || a->length != shortest || !a->proved : status != SH_NO)
        fail_msg("%s: a transfer of %d moves, not of %d", puzzle->game.name, a->length, shortest);
    sh_transfer_recheck_options options = {.length = shortest - 1, .listener = hear};
    if (shortest > 1 && puzzle->reversals) {
        assert_int_equal(sh_transfer_recheck(puzzle, &options, &found, &error), SH_OK);
        assert_false(found);
        options.length = shortest;
        assert_int_equal(sh_transfer_recheck(puzzle, &options, &found, &error), SH_OK);
        assert_true(found);
    }
    sh_transfer_answer_free(a);
    free(a);
}

// A solution written down is a solution read back, by the same rules.
static void keep_game(const sh_puzzle *puzzle, const sh_game_result *result) {
    sh_certificate *c = calloc(1, sizeof *c);
    sh_error error = {.text = ""};
    char *moves = sh_certificate_moves(puzzle, result->move, result->moves);
    assert_true(c && moves);
    if (sh_certificate_read(c, moves, puzzle->game.name, SH_PUZZLE_GAME, 0, false, &error))
        fail_msg("%s: %s", puzzle->game.name, error.text);
    assert_true(c->arrived && c->moves == result->moves);
    assert_int_equal(c->puzzle.game.movement, puzzle->game.movement);
    sh_certificate_free(c);
    free(moves);
    free(c);
}

static void compare_game(const sh_puzzle *puzzle, int shortest) {
    sh_game_shortest found;
    sh_game_options options = {
        .threads = 1, .memory = (size_t)256 << 20, .bounds = SH_GAME_ALL_BOUNDS};
    sh_error error = {.text = ""};
    memset(&found, 0, sizeof found);
    sh_status status = sh_puzzle_check(puzzle, &error);
    if (!status) status = sh_game_find_shortest(puzzle, &options, 1000, NULL, NULL, &found, &error);
    const sh_game_result *last = found.lengths ? &found.result[found.lengths - 1] : NULL;
    if (shortest ? status != SH_OK || last->moves != shortest || !found.proved : status != SH_NO)
        fail_msg("%s: a game of %d moves, not of %d", puzzle->game.name, last ? last->moves : 0,
                 shortest);
    bool again = false;
    sh_recheck_options recheck = {.threads = 1};
    if (shortest) {
        keep_game(puzzle, last);
        assert_int_equal(sh_recheck_game(puzzle, shortest, &recheck, &again, &error), SH_OK);
        assert_true(again);
    }
    sh_game_shortest_free(&found);
}

static void puzzles_are_posed_by_their_rules(void **state) {
    (void)state;
    int compared[2] = {0, 0}, hops = 0, corners = 0;
    for (int i = 0; i < EVERY_RULES; i++)
        for (int kind = 0; kind < 2; kind++) {
            const char *name = EVERY_RULE[i].name;
            sh_game game;
            sh_puzzle puzzle;
            sh_error error = {.text = ""};
            test_game(&game, name, SH_STRICT);
            sh_status status =
                sh_puzzle_parse(&puzzle, (sh_puzzle_kind)kind, name, 0, false, &error);
            expect(status, &sh_puzzle_scopes[kind], &game, "a puzzle", &error);
            if (status) continue;
            bool only = strstr(name, "+hops") != NULL;
            assert_int_equal(sh_puzzle_jumps_only(&puzzle), only);
            assert_true(sh_set_equal(puzzle.game.stand[0], game.stand[0]));
            assert_true(sh_set_equal(puzzle.game.pass[0], game.pass[0]));
            if (game.board.cells > 64) continue;
            int shortest = plain_shortest(name, &game, kind == SH_PUZZLE_GAME ? 2 : 1);
            if (shortest < 0) continue;
            (kind == SH_PUZZLE_GAME ? compare_game : compare_transfer)(&puzzle, shortest);
            compared[kind]++;
            hops += only;
            corners += strstr(name, "+pass") || strstr(name, "+stand");
        }
    if (compared[0] < 10 || compared[1] < 5 || hops < 3 || corners < 1)
        fail_msg("compared %d transfers, %d games, %d with jumps only, %d with corners",
                 compared[0], compared[1], hops, corners);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_of_declared_games),
        cmocka_unit_test(solvers_solve_or_name_the_rule),
        cmocka_unit_test(tables_are_of_solved_games),
        cmocka_unit_test(environments_have_the_rules),
        cmocka_unit_test(players_play_or_name_the_rule),
        cmocka_unit_test(puzzles_are_posed_by_their_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
