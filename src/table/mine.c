// SPDX-License-Identifier: MIT
// Random states are drawn as row and column of the table. A plausible game starts at the opening;
// two of three moves of a duel are among the best three, the others are any; moves of a race, which
// has no best ones, are any.
#include "table/mine.h"

#include <stdlib.h> // malloc

#include "table/reader.h"

enum { GAME_PLIES = 60, OPENING_PLIES = 6, GOOD_MOVES = 3 };

// A random state as a position. False where the sets of a race overlap.
static bool draw_state(sh_mining *mining, sh_position *position) {
    const sh_table *table = mining->table;
    uint64_t row = sh_random_below(&mining->random, table->header.info.rows);
    uint64_t column = sh_random_below(&mining->random, table->header.info.columns);
    if (sh_game_is_duel(&table->game)) {
        sh_pairs_position(table->pairs, (sh_pair){row, column}, position);
        return true;
    }
    const sh_triples *triples = &table->triples;
    sh_triple triple = {(uint32_t)(row / triples->sets), (uint32_t)(row % triples->sets),
                        (uint32_t)column};
    if (!sh_triples_disjoint(triples, triple)) return false;
    sh_triples_unrank(triples, triple, 0, position);
    return true;
}

// One move of the game being played; false where it is over.
static sh_status play_move(sh_mining *mining, bool *over, sh_error *error) {
    const sh_game *game = &mining->table->game;
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count;
    sh_status status = sh_probe_moves(mining->table, &mining->at, moves, &count, error);
    *over = !status && count == 0;
    if (!status && count > 0) {
        bool careful = sh_game_is_duel(game) && sh_random_below(&mining->random, 3);
        uint64_t among = (uint64_t)(careful && count > GOOD_MOVES ? GOOD_MOVES : count);
        sh_move_apply(game, &mining->at, moves[sh_random_below(&mining->random, among)].move);
        mining->ply++;
    }
    free(moves);
    return status;
}

// The next position of the games. False where there is none yet: a game has just ended.
static sh_status draw_played(sh_mining *mining, sh_position *position, bool *drawn,
                             sh_error *error) {
    bool over = mining->ply >= GAME_PLIES;
    if (mining->ply == 0) sh_position_start(&mining->table->game, &mining->at);
    sh_status status = over ? SH_OK : play_move(mining, &over, error);
    if (over) mining->ply = 0;
    *drawn =
        !status && !over && (mining->ply > OPENING_PLIES || !sh_game_is_duel(&mining->table->game));
    *position = mining->at;
    return status;
}

static bool is_long_enough(const sh_mining *mining, const sh_quiz *quiz) {
    return quiz->value.distance < 0 || quiz->value.distance >= mining->least_plies;
}

// Judges one position. The quizzes that fit wait in the miner.
static sh_status try_position(sh_mining *mining, sh_error *error) {
    sh_position position;
    bool drawn = true;
    sh_status status = SH_OK;
    int found = 0;
    if (mining->games)
        status = draw_played(mining, &position, &drawn, error);
    else
        drawn = draw_state(mining, &position);
    if (!status && drawn)
        status =
            sh_quiz_judge(mining->table, &position, mining->wanted, mining->quiz, &found, error);
    mining->found = mining->taken = 0;
    for (int i = 0; i < found; i++)
        if (is_long_enough(mining, &mining->quiz[i]))
            mining->quiz[mining->found++] = mining->quiz[i];
    return status;
}

sh_status sh_mining_next(sh_mining *mining, sh_quiz *quiz, const sh_monitor *monitor,
                         sh_error *error) {
    while (mining->taken == mining->found) {
        if (mining->tries == 0) return sh_fail(error, SH_NO, "no further position was found");
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
        mining->tries--;
        sh_status status = try_position(mining, error);
        if (status) return status;
    }
    *quiz = mining->quiz[mining->taken++];
    return SH_OK;
}
