// SPDX-License-Identifier: MIT
// Habits: who always goes farthest is known by its moves, others are not, and a tree expects it.
#include <math.h> // fabs

#include "base/random.h"
#include "play/agent.h"
#include "play/crowd_habits.h"
#include "test.h"

#define ROUNDS 22

typedef struct fixture {
    sh_game game;
    sh_ways ways;
    sh_record *record;
} fixture;

// A game of six: greedy in the even seats, max-n in the odd ones.
static int play(void **state) {
    fixture *f = calloc(1, sizeof *f);
    sh_agent *agent[6];
    sh_agent_choice choice;
    sh_error error = {.text = ""};
    sh_tuning tuning;
    test_game(&f->game, "star121:6p", SH_STRICT);
    sh_tuning_best(&tuning, &f->game);
    tuning.alone = 10;
    assert_int_equal(
        sh_ways_open(&f->ways, &f->game, &tuning, &(sh_engine_options){.cache = ""}, &error),
        SH_OK);
    assert_int_equal(sh_record_open(&f->record, &f->game, NULL, &error), SH_OK);
    for (int p = 0; p < 6; p++) {
        const char *text = p & 1 ? "maxn:nodes=400,hash=1MB,cache=,alone=10" : "greedy";
        assert_int_equal(sh_agent_open(&agent[p], &f->game, text, 7u + (uint64_t)p, NULL, &error),
                         SH_OK);
    }
    for (int ply = 0; ply < 6 * ROUNDS; ply++) {
        assert_int_equal(sh_agent_choose(agent[ply % 6], f->record, NULL, &choice, &error), SH_OK);
        assert_int_equal(sh_record_play(f->record, choice.move, &error), SH_OK);
    }
    for (int p = 0; p < 6; p++) sh_agent_close(agent[p]);
    *state = f;
    return 0;
}

static int stop(void **state) {
    fixture *f = *state;
    sh_record_close(f->record);
    sh_ways_close(&f->ways);
    free(f);
    return 0;
}

static int steps(const sh_game *game, int player, sh_move move) {
    return game->away[player][move.from] - game->away[player][move.to];
}

static int most_steps(const sh_game *game, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves), most = -1000;
    for (int i = 0; i < count; i++)
        if (steps(game, position->turn, moves[i]) > most)
            most = steps(game, position->turn, moves[i]);
    return most;
}

// Odds tell greedy from max-n, though both go as far as they can most of the time.
static void test_known(void **state) {
    fixture *f = *state;
    sh_habits habits;
    sh_habits_forget(&habits);
    sh_habits_follow(&habits, &f->ways, f->record);
    for (int p = 0; p < 6; p++)
        if (p & 1)
            assert_true(habits.odds[p] < 0);
        else
            assert_true(habits.odds[p] >= 2);
}

// Whoever does not go farthest is hardly greedy; of moves that go as far, the one that gains less
// is the likelier greedy's.
static void test_weights(void **state) {
    fixture *f = *state;
    int compared = 0, short_of_it = 0;
    sh_position position = *sh_record_position(f->record);
    for (int i = sh_record_count(f->record) - 1; i >= 0; i--) {
        sh_move moves[SH_MAX_MOVES];
        sh_move_undo(&f->game, &position, sh_record_move(f->record, i));
        int count = sh_moves_list(&f->game, &position, moves), turn = position.turn;
        int most = most_steps(&f->game, &position), last_gain = 0;
        float last = 0;
        const int16_t *place = f->ways.place[turn];
        for (int j = 0, seen = 0; j < count; j++) {
            float odds = sh_habits_weigh(&f->ways, &position, moves[j]);
            if (steps(&f->game, turn, moves[j]) < most) {
                assert_true(odds < -2);
                short_of_it++;
                continue;
            }
            int gain = place[moves[j].to] - place[moves[j].from];
            if (seen++ && gain != last_gain) {
                assert_true(gain < last_gain ? odds >= last : odds <= last);
                compared++;
            }
            last_gain = gain;
            last = odds;
        }
    }
    assert_true(compared > 50 && short_of_it > 1000);
}

// The odds as the definition has them: all ways to say who always goes farthest, where rivals come
// one by one and each is of a kind as often as those before it were, and a quarter more.
static double odds_by_urn(const float *odds, int rivals, int player) {
    double of[2] = {0, 0};
    for (int way = 0; way < 1 << rivals; way++) {
        double likely = 1;
        for (int p = 0, some = 0; p < rivals; p++) {
            bool far = way >> p & 1;
            likely *= ((far ? some : p - some) + 0.25) / (p + 0.5) * (far ? exp(odds[p]) : 1);
            some += far;
        }
        of[way >> player & 1] += likely;
    }
    return log(of[1] / of[0]);
}

// Rivals are judged together: those that are known speak for the others, and oneself does not.
static void test_judged(void **state) {
    (void)state;
    sh_random lot = {11};
    for (int i = 0; i < 200; i++) {
        sh_habits habits;
        float rival[5];
        sh_habits_forget(&habits);
        int self = (int)sh_random_below(&lot, 6);
        for (int p = 0, n = 0; p < 6; p++) {
            habits.odds[p] = (float)sh_random_below(&lot, 1200) / 100 - 6;
            if (p != self) rival[n++] = habits.odds[p];
        }
        for (int p = 0, n = 0; p < 6; p++) {
            if (p == self) continue;
            double judged = (double)sh_habits_judge(&habits, 6, self, p);
            assert_true(fabs(judged - odds_by_urn(rival, 5, n++)) < 1e-3);
        }
    }
    sh_habits habits;
    sh_habits_forget(&habits);
    for (int p = 1; p < 6; p++) habits.odds[p] = p == 5 ? 0 : 2;
    assert_true(sh_habits_judge(&habits, 6, 0, 5) > 1);
    for (int p = 1; p < 5; p++) habits.odds[p] = -100;
    assert_true(sh_habits_judge(&habits, 6, 0, 5) < -2);
}

static void assert_same(const sh_habits *a, const sh_habits *b) {
    assert_int_equal(a->plies, b->plies);
    assert_memory_equal(a->odds, b->odds, sizeof a->odds);
}

// Move by move, all at once, after moves were taken back, and after another game: all the same.
static void test_follow(void **state) {
    fixture *f = *state;
    sh_habits steady, fresh;
    sh_record *other;
    sh_error error;
    sh_habits_forget(&steady);
    assert_int_equal(sh_record_open(&other, &f->game, NULL, &error), SH_OK);
    for (int i = 0; i < sh_record_count(f->record); i++) {
        assert_int_equal(sh_record_play(other, sh_record_move(f->record, i), &error), SH_OK);
        sh_habits_follow(&steady, &f->ways, other);
    }
    sh_habits_forget(&fresh);
    sh_habits_follow(&fresh, &f->ways, f->record);
    assert_same(&steady, &fresh);
    for (int i = 0; i < 40; i++) assert_true(sh_record_undo(other));
    sh_habits_follow(&steady, &f->ways, other);
    sh_habits_forget(&fresh);
    sh_habits_follow(&fresh, &f->ways, other);
    assert_same(&steady, &fresh);
    sh_move moves[SH_MAX_MOVES];
    sh_random lot = {3};
    for (int i = 0; i < 40; i++) { // another game
        uint64_t count = (uint64_t)sh_moves_list(&f->game, sh_record_position(other), moves);
        sh_move move = moves[sh_random_below(&lot, count)];
        assert_int_equal(sh_record_play(other, move, &error), SH_OK);
    }
    sh_habits_follow(&steady, &f->ways, f->record);
    sh_habits_follow(&steady, &f->ways, other);
    sh_habits_forget(&fresh);
    sh_habits_follow(&fresh, &f->ways, other);
    assert_same(&steady, &fresh);
    sh_record_close(other);
}

// What an engine finds after the first so many plies of the game.
static sh_finding search(const fixture *f, int plies, const char *settings, uint64_t nodes) {
    sh_engine *engine;
    sh_finding finding;
    sh_error error;
    sh_record *record;
    assert_int_equal(sh_record_open(&record, &f->game, NULL, &error), SH_OK);
    for (int i = 0; i < plies; i++)
        assert_int_equal(sh_record_play(record, sh_record_move(f->record, i), &error), SH_OK);
    sh_engine_options options = {.hash_bytes = 16 << 20, .cache = "", .settings = settings};
    assert_int_equal(sh_engine_open(&engine, &f->game, &options, &error), SH_OK);
    assert_int_equal(sh_engine_search(engine, record, &(sh_limits){.nodes = nodes}, NULL, NULL,
                                      &finding, &error),
                     SH_OK);
    sh_engine_close(engine);
    sh_record_close(record);
    return finding;
}

// A ply late in the game at which max-n in seat 1 is to move.
static int late(const fixture *f) { return sh_record_count(f->record) - 5; }

// In the line of an engine's search, who is known for it goes farthest.
static void test_expected(void **state) {
    const fixture *f = *state;
    int expected = 0;
    sh_finding finding = search(f, late(f), "alone=10", 20000);
    sh_position position = *sh_record_position(f->record);
    for (int i = sh_record_count(f->record); i > late(f);)
        sh_move_undo(&f->game, &position, sh_record_move(f->record, --i));
    for (int i = 0; i < finding.length; i++) {
        if (position.turn % 2 == 0) {
            int most = most_steps(&f->game, &position);
            assert_int_equal(steps(&f->game, position.turn, finding.line[i]), most);
            expected++;
        }
        sh_move_apply(&f->game, &position, finding.line[i]);
    }
    assert_true(expected >= 2);
}

// By how much an alarm lowers what the engine expects for itself, in hundredths of the win.
static int fear(const fixture *f, int plies, const char *calm, const char *alarmed) {
    sh_score before = search(f, plies, calm, 2000).score,
             after = search(f, plies, alarmed, 2000).score;
    assert_int_equal(before.kind, SH_SCORE_SHARE);
    assert_int_equal(after.kind, SH_SCORE_SHARE);
    return before.amount - after.amount;
}

// Where others look ahead, too, rivals that always go farthest are feared the more; not before they
// are known, nor where habits are not looked at.
static void test_alarm(void **state) {
    const fixture *f = *state;
    assert_true(fear(f, late(f), "alone=10,alarm=0", "alone=10,alarm=2000") > 0);
    assert_int_equal(fear(f, late(f), "alone=10,habit=0", "alone=10,habit=0,alarm=2000"), 0);
    assert_int_equal(fear(f, 7, "alone=10,alarm=0", "alone=10,alarm=2000"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),    cmocka_unit_test(test_weights),
        cmocka_unit_test(test_judged),   cmocka_unit_test(test_follow),
        cmocka_unit_test(test_expected), cmocka_unit_test(test_alarm)};
    return cmocka_run_group_tests(tests, play, stop);
}
