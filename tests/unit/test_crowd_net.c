// SPDX-License-Identifier: MIT
// The network of several players: sums kept move by move, all views alike, all instruction sets.
#include "test.h"

#include <unistd.h> // mkstemp

#include "base/random.h"
#include "play/crowd_net.h"
#include "play/opening.h"
#include "play/train.h"
#include "rules/generator.h"

typedef struct fixture {
    sh_game game, six; // and the same with six players, whose symmetries are all turns
    sh_ways ways;
    sh_weights weights;
    sh_crowd_net *net;
} fixture;

static int16_t draw(sh_random *random, int least, int most) {
    return (int16_t)(least + (int)sh_random_below(random, (uint64_t)(most - least + 1)));
}

// Weights at random; sums reach beyond both ends of what counts.
static void draw_weights(sh_weights *weights, const sh_game *game) {
    sh_random random = {7};
    *weights = (sh_weights){
        .cells = game->board.cells, .pieces = game->pieces, .hidden = SH_HIDDEN, .distance = 100};
    for (int h = 0; h < SH_HIDDEN; h++) {
        weights->bias[h] = draw(&random, 0, 600);
        weights->output[0][h] = draw(&random, -3000, 3000);
        for (int side = 0; side < 2; side++)
            for (int cell = 0; cell < weights->cells; cell++)
                weights->input[side][cell][h] = draw(&random, -100, 100);
    }
}

// Weights of moves at random, too.
static void draw_moves(sh_weights *weights) {
    sh_random random = {8};
    weights->likely = true;
    for (int phase = 0; phase < SH_WAY_PHASES; phase++) weights->moves.gain[phase] = 256;
    for (int h = 0; h < SH_HIDDEN; h++) {
        weights->moves.bias[h] = draw(&random, 0, 600);
        for (int side = 0; side < 2; side++)
            for (int cell = 0; cell < weights->cells; cell++) {
                weights->moves.input[side][cell][h] = draw(&random, -100, 100);
                weights->moves.output[side][cell][h] = draw(&random, -300, 300);
            }
    }
}

static fixture *set_up(const char *name, const char *six) {
    fixture *f = calloc(1, sizeof *f);
    sh_tuning tuning;
    sh_error error;
    test_game(&f->game, name, SH_STRICT);
    test_game(&f->six, six, SH_STRICT);
    sh_tuning_best(&tuning, &f->game);
    tuning.alone = 0;
    assert_int_equal(sh_ways_open(&f->ways, &f->game, &tuning, &(sh_engine_options){0}, &error),
                     SH_OK);
    draw_weights(&f->weights, &f->game);
    f->net = sh_crowd_net_make(&f->weights, &f->ways);
    assert_non_null(f->net);
    return f;
}

static void tear_down(fixture *f) {
    sh_ways_close(&f->ways);
    free(f->net);
    free(f);
}

static void sum_up(const fixture *f, const sh_position *position, sh_crowd_sums *sums) {
    sh_crowd_sums_begin(f->net, sums);
    for (int p = 0; p < f->game.players; p++)
        for (int cell = sh_set_next(&position->army[p], 0); cell >= 0;
             cell = sh_set_next(&position->army[p], cell + 1))
            sh_crowd_sums_add(f->net, p, cell, sums);
}

// What the weights say of the army whose camp is at the top.
static int value_top(const fixture *f, const sh_position *position, int player) {
    const sh_weights *w = &f->weights;
    int64_t value = 0;
    for (int h = 0; h < SH_HIDDEN; h++) {
        int sum = w->bias[h], number = 0;
        for (int cell = sh_set_next(&f->game.board.mask, 0); cell >= 0;
             cell = sh_set_next(&f->game.board.mask, cell + 1), number++)
            for (int p = 0; p < f->game.players; p++)
                if (sh_set_has(&position->army[p], cell)) sum += w->input[p != player][number][h];
        value += (sum < 0 ? 0 : sum > SH_HIDDEN_MOST ? SH_HIDDEN_MOST : sum) * w->output[0][h];
    }
    return (int)(value >> SH_OUTPUT_SHIFT);
}

// The same of any army, once the board is turned so that its camp is there.
static int value_turned(const fixture *f, const sh_position *position, int player) {
    const sh_symmetry *turn = f->six.symmetry;
    while (!sh_set_equal(sh_symmetry_apply(turn, &f->game.camp[player]), f->six.camp[0])) turn++;
    sh_position turned = {0};
    for (int p = 0; p < f->game.players; p++)
        turned.army[p] = sh_symmetry_apply(turn, &position->army[p]);
    return value_top(f, &turned, player);
}

// Moves at random: the sums that moves have changed are those of the pieces, and every army is
// worth what its own view says.
static void test_sums(void **state) {
    (void)state;
    static const char *const GAMES[][2] = {{"star121:6p", "star121:6p"},
                                           {"star121:3p", "star121:6p"},
                                           {"star73:4p", "star73:6p"},
                                           {"star37:6p", "star37:6p"}};
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++) {
        fixture *f = set_up(GAMES[g][0], GAMES[g][1]);
        sh_random random = {g + 1};
        sh_position position;
        sh_crowd_sums kept = {0}, after = {0}, fresh = {0};
        bool low = false, high = false;
        sh_position_start(&f->game, &position);
        sum_up(f, &position, &kept);
        for (int ply = 0; ply < 300; ply++) {
            sh_move moves[SH_MAX_MOVES];
            int count = sh_moves_list_plain(&f->game, &position, moves);
            if (!count) break;
            sh_move move = moves[sh_random_below(&random, (uint64_t)count)];
            sh_crowd_sums_move(f->net, position.turn, move.from, move.to, &kept, &after);
            sh_move_apply(&f->game, &position, move);
            kept = after;
            sum_up(f, &position, &fresh);
            assert_memory_equal(&kept, &fresh, sizeof kept);
            int worth[SH_MAX_PLAYERS] = {1000, 2000, 3000, 4000, 5000, 6000};
            int rows = ply % 2 ? 2 * SH_NET_ROWS : 0; // half as much counts far from home
            sh_crowd_sums_value(f->net, &kept, rows, worth);
            for (int p = 0; p < f->game.players; p++)
                assert_int_equal(worth[p], 1000 * (p + 1) +
                                               value_turned(f, &position, p) / (ply % 2 ? 2 : 1));
            for (int h = 0; h < SH_HIDDEN; h++) {
                low |= kept.view[0][h] < 0;
                high |= kept.view[0][h] > SH_HIDDEN_MOST;
            }
        }
        assert_true(low && high);
        tear_down(f);
    }
}

// The line and the score of a search; `weights` NULL: without.
static sh_finding search_at(const sh_game *game, const char *weights, const char *settings,
                            uint64_t nodes, const sh_record *record) {
    sh_engine *engine;
    sh_finding finding;
    sh_error error = {.text = ""};
    sh_engine_options options = {
        .weights = weights, .cache = "", .settings = settings, .hash_bytes = 1 << 20};
    if (sh_engine_open(&engine, game, &options, &error)) fail_msg("%s", error.text);
    assert_int_equal(
        sh_engine_search(engine, record, &(sh_limits){.nodes = nodes}, NULL, NULL, &finding, NULL),
        SH_OK);
    sh_engine_close(engine);
    return finding;
}

static sh_finding search(const sh_game *game, const char *weights, const char *settings) {
    sh_record *record;
    assert_int_equal(sh_opening_draw(&record, game, 12, 9, NULL), SH_OK);
    sh_finding finding = search_at(game, weights, settings, 3000, record);
    sh_record_close(record);
    return finding;
}

// The name of a file that is not there yet.
static void name_file(char *file) {
    int descriptor = mkstemp(file);
    assert_true(descriptor >= 0 && !close(descriptor) && !unlink(file));
}

static bool same(const sh_finding *one, const sh_finding *two) {
    return !memcmp(&one->score, &two->score, sizeof one->score) && one->length == two->length &&
           !memcmp(one->line, two->line, (size_t)one->length * sizeof *one->line);
}

// The tree plays by the weights of a file, alike with every instruction set, until it is full, also
// where it plays on before it judges; and without them where it is told to.
static void test_search(void **state) {
    (void)state;
    static const char *const levels[] = {"generic", "avx2", "avx512"};
    static const char *const SETTINGS[] = {"alone=0,reach=0", "alone=0,playout=2"};
    char file[] = "/tmp/sternhalma-crowd-net-XXXXXX", plain[64];
    name_file(file);
    fixture *f = set_up("star121/3:6p", "star121/3:6p");
    assert_int_equal(sh_weights_write(&f->weights, "at random", file, NULL), SH_OK);
    for (int s = 0; s < 2; s++) {
        sh_finding by_hand = search(&f->game, NULL, SETTINGS[s]), learned[3];
        snprintf(plain, sizeof plain, "%s,plain=1", SETTINGS[s]);
        sh_finding told = search(&f->game, file, plain);
        for (int i = 0; i < 3; i++) {
            setenv("STERNHALMA_CPU", levels[i], 1);
            learned[i] = search(&f->game, file, SETTINGS[s]);
        }
        unsetenv("STERNHALMA_CPU");
        assert_true(same(&by_hand, &told));
        assert_false(same(&by_hand, &learned[0]));
        assert_true(same(&learned[0], &learned[1]) && same(&learned[0], &learned[2]));
    }
    assert_int_equal(unlink(file), 0);
    tear_down(f);
}

// The same of weights with moves: they count as far from the root as is asked for.
static void test_foresight(void **state) {
    (void)state;
    static const char *const levels[] = {"generic", "avx2", "avx512"};
    char with[] = "/tmp/sternhalma-crowd-net-XXXXXX",
         without[] = "/tmp/sternhalma-crowd-net-XXXXXX";
    sh_finding foreseen[3];
    name_file(with);
    name_file(without);
    fixture *f = set_up("star121/3:6p", "star121/3:6p");
    assert_int_equal(sh_weights_write(&f->weights, "at random", without, NULL), SH_OK);
    draw_moves(&f->weights);
    assert_int_equal(sh_weights_write(&f->weights, "at random", with, NULL), SH_OK);
    sh_finding blind = search(&f->game, without, "alone=0");
    sh_finding told = search(&f->game, with, "alone=0,foresight=0");
    sh_finding near = search(&f->game, with, "alone=0,foresight=1");
    for (int i = 0; i < 3; i++) {
        setenv("STERNHALMA_CPU", levels[i], 1);
        foreseen[i] = search(&f->game, with, "alone=0,foresight=100");
    }
    unsetenv("STERNHALMA_CPU");
    assert_true(same(&foreseen[0], &foreseen[1]) && same(&foreseen[0], &foreseen[2]));
    assert_true(same(&told, &blind));
    assert_false(same(&foreseen[0], &blind));
    assert_false(same(&foreseen[0], &near));
    assert_int_equal(unlink(with), 0);
    assert_int_equal(unlink(without), 0);
    tear_down(f);
}

// The move that weights want above all is tried first, whatever it gains: every one that gains, of
// a player whose camp is not at the top.
static void test_wanted(void **state) {
    (void)state;
    char file[] = "/tmp/sternhalma-crowd-net-XXXXXX";
    fixture *f = set_up("star121/3:6p", "star121/3:6p");
    sh_record *record;
    sh_move moves[SH_MAX_MOVES];
    int tried = 0;
    assert_int_equal(sh_opening_draw(&record, &f->game, 15, 9, NULL), SH_OK);
    const sh_position *position = sh_record_position(record);
    int turn = position->turn, count = sh_moves_list(&f->game, position, moves);
    assert_int_equal(turn, 3);
    name_file(file);
    for (int i = 0; i < count; i++) {
        const int16_t *place = f->ways.place[turn];
        if (place[moves[i].to] <= place[moves[i].from]) continue;
        f->weights.likely = true;
        memset(&f->weights.moves, 0, sizeof f->weights.moves);
        for (int phase = 0; phase < SH_WAY_PHASES; phase++) {
            f->weights.moves.cell[0][phase][f->net->number[moves[i].from][turn]] = 2000;
            f->weights.moves.cell[1][phase][f->net->number[moves[i].to][turn]] = 1000;
        }
        assert_int_equal(sh_weights_write(&f->weights, "wanted", file, NULL), SH_OK);
        sh_finding finding = search_at(&f->game, file, "alone=0,foresight=1", 1, record);
        assert_int_equal(finding.line[0].from, moves[i].from);
        assert_int_equal(finding.line[0].to, moves[i].to);
        tried++;
    }
    assert_true(tried > 5);
    assert_int_equal(unlink(file), 0);
    sh_record_close(record);
    tear_down(f);
}

// What two players have learned is none of a tree's.
static void test_two_players(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "star121:2p+stand", SH_STRICT);
    sh_finding one = search(&game, NULL, "method=6,alone=0");
    sh_finding other = search(&game, NULL, "method=6,alone=0,plain=1");
    assert_true(same(&one, &other));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_search),
                                       cmocka_unit_test(test_foresight),
                                       cmocka_unit_test(test_wanted),
                                       cmocka_unit_test(test_two_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
