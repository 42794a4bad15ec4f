// SPDX-License-Identifier: MIT
// The 121-cell star by classes: where pieces can go, in games played at random, against the list of
// moves by rule; and all instruction sets choose the same moves.
#include <stdlib.h> // setenv
#include <string.h> // memcmp

#include "base/cpu.h"
#include "base/random.h"
#include "play/agent.h"
#include "rules/classes.h"
#include "sternhalma/notation.h"
#include "test.h"

static b256 slots_of(const sh_classes *classes, const sh_set *cells) {
    sh_set slots = sh_classes_set(classes, cells);
    return b256_from(&slots);
}

// Every cell has its own slot, and lists of them are whole.
static void test_slots(void **state) {
    (void)state;
    sh_game game;
    sh_classes *classes = aligned_alloc(64, sizeof *classes);
    uint8_t cells[SH_MAX_CELLS + SH_CLASS_GROUP];
    test_game(&game, "star121:6p", SH_STRICT);
    sh_classes_make(classes, &game);
    b256 all = slots_of(classes, &game.board.mask);
    assert_int_equal(sh_classes_count(all), 121);
    assert_int_equal(sh_classes_list(all, classes->cell, cells), 121);
    sh_set seen = sh_set_empty();
    for (int i = 0; i < 121; i++) {
        assert_int_equal(classes->cell[classes->slot[cells[i]]], cells[i]);
        sh_set_add(&seen, cells[i]);
    }
    assert_true(sh_set_equal(seen, game.board.mask));
    free(classes);
}

// The moves of the player to move by classes, as sets of cells to go to by cell.
static int list_by_classes(const sh_classes *classes, const sh_game *game,
                           const sh_position *position, sh_set *to) {
    uint8_t slots[SH_CLASS_PIECES + SH_CLASS_GROUP] = {0}, cells[SH_CLASS_GROUP];
    uint64_t targets[SH_CLASS_PIECES];
    int player = position->turn, count = 0;
    sh_set occupied = sh_set_empty();
    for (int p = 0; p < game->players; p++) occupied = sh_set_or(occupied, position->army[p]);
    b256 taken = slots_of(classes, &occupied);
    b256 room = slots_of(classes, &game->pass[player]) & ~taken;
    b256 free = slots_of(classes, &game->stand[player]) & ~taken;
    b256 army = slots_of(classes, &position->army[player]);
    int pieces = sh_classes_list(army, classes->same, slots);
    assert_int_equal(pieces, game->pieces);
    sh_classes_targets(classes, slots, pieces, taken, room, free, targets);
    for (int i = 0; i < pieces; i++) {
        int found = sh_classes_name(targets[i], classes->target[slots[i]], cells);
        for (int j = 0; j < found; j++) sh_set_add(&to[classes->cell[slots[i]]], cells[j]);
        count += found;
    }
    return count;
}

static void test_targets(void **state) {
    (void)state;
    static const char *const GAMES[] = {"star121:2p",
                                        "star121:3p",
                                        "star121:4p",
                                        "star121:6p",
                                        "star121/3:6p",
                                        "star121:3p+pass",
                                        "star121:2p+stand",
                                        "star121:6p+halma+hops",
                                        "star121:2p+stand+swap+hops"};
    sh_classes *classes = aligned_alloc(64, sizeof *classes);
    for (size_t g = 0; g < sizeof GAMES / sizeof *GAMES; g++) {
        sh_game game;
        sh_position position;
        sh_random random = {g};
        int all = 0;
        test_game(&game, GAMES[g], SH_STRICT);
        sh_classes_make(classes, &game);
        sh_position_start(&game, &position);
        for (int ply = 0; ply < 1000; ply++) {
            sh_move moves[SH_MAX_MOVES];
            sh_set to[SH_MAX_CELLS] = {0};
            int count = sh_moves_list_plain(&game, &position, moves);
            assert_int_equal(list_by_classes(classes, &game, &position, to), count);
            for (int i = 0; i < count; i++)
                assert_true(sh_set_has(&to[moves[i].from], moves[i].to));
            all += count;
            if (count == 0) { // there are no steps, and nobody can hop
                sh_position_start(&game, &position);
                continue;
            }
            sh_move_apply(&game, &position, moves[sh_random_below(&random, (uint64_t)count)]);
        }
        assert_true(all > 10000);
    }
    free(classes);
}

#define PLIES 24

// The first moves of a game that an agent plays alone.
static void play(const sh_game *game, const char *name, sh_move moves[PLIES]) {
    sh_agent *agent;
    sh_record *record;
    sh_position position;
    sh_agent_choice choice;
    sh_error error = {.text = ""};
    sh_position_start(game, &position);
    assert_int_equal(sh_agent_open(&agent, game, name, 1, NULL, &error), SH_OK);
    assert_int_equal(sh_record_open(&record, game, &position, &error), SH_OK);
    for (int ply = 0; ply < PLIES; ply++) {
        assert_int_equal(sh_agent_choose(agent, record, NULL, &choice, &error), SH_OK);
        assert_int_equal(sh_record_play(record, choice.move, &error), SH_OK);
        moves[ply] = choice.move;
    }
    sh_record_close(record);
    sh_agent_close(agent);
}

static void test_instruction_sets(void **state) {
    (void)state;
    static const char *const AGENTS[] = {"paranoid:nodes=2000,hash=1MB,cache=,alone=10",
                                         "maxn:nodes=2000,hash=1MB,cache=,alone=10",
                                         "mcts:nodes=500,hash=1MB,cache=,alone=10"};
    sh_game game;
    test_game(&game, "star121:6p", SH_STRICT);
    for (size_t a = 0; a < sizeof AGENTS / sizeof *AGENTS; a++) {
        sh_move moves[PLIES], others[PLIES];
        for (sh_cpu_level level = SH_CPU_GENERIC; level <= SH_CPU_AVX512; level++) {
            setenv("STERNHALMA_CPU", sh_cpu_level_name(level), 1);
            play(&game, AGENTS[a], level == SH_CPU_GENERIC ? moves : others);
            if (level > SH_CPU_GENERIC) assert_memory_equal(moves, others, sizeof moves);
        }
    }
    unsetenv("STERNHALMA_CPU");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slots), cmocka_unit_test(test_targets),
                                       cmocka_unit_test(test_instruction_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
