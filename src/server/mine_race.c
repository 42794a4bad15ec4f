// SPDX-License-Identifier: MIT
#include "server/mine_race.h"

#include <stdlib.h> // calloc
#include <string.h> // memset
#include <xxhash.h> // XXH3_64bits

#include "base/random.h"

#define MOST_POSITIONS 60000 // walked; a race with more gets no census
#define SLOTS (1 << 17)      // of the hash set: over twice as many
#define GAMES 3000           // random games played where the walk is not complete
#define GAME_PLIES 80

// What mining a race works with.
typedef struct race_miner {
    sh_findings *findings;
    const sh_table *table;
    const sh_game *game;
    sh_move *moves; // of the position looked at
    int count;
} race_miner;

// Positions in the order in which the walk found them, and a hash set of their numbers.
typedef struct position_walk {
    sh_position *position;
    int32_t *slot; // number + 1, 0 where free
    int count;
} position_walk;

// Adds a position if it is new. False: it is new and there is no room.
static bool meet(position_walk *walk, const sh_game *game, const sh_position *position) {
    sh_position clean; // padding must not reach the hash
    memset(&clean, 0, sizeof clean);
    for (int p = 0; p < game->players; p++) clean.army[p] = position->army[p];
    clean.turn = position->turn;
    uint64_t at = XXH3_64bits(&clean, sizeof clean) % SLOTS;
    for (; walk->slot[at]; at = (at + 1) % SLOTS)
        if (sh_position_equal(&walk->position[walk->slot[at] - 1], &clean)) return true;
    if (walk->count == MOST_POSITIONS) return false;
    walk->position[walk->count++] = clean;
    walk->slot[at] = walk->count;
    return true;
}

// A position nobody wins by force, by what its moves give to whom.
static void judge(const race_miner *miner, const sh_position *position, const sh_control *control) {
    const sh_game *game = miner->game;
    int mover = position->turn;
    int given[SH_MAX_PLAYERS] = {0};
    sh_move crown[SH_MAX_PLAYERS] = {{0, 0}};
    for (int i = 0; i < miner->count; i++) {
        sh_position after = *position;
        sh_control then;
        sh_move_apply(game, &after, miner->moves[i]);
        if (sh_probe_control(miner->table, &after, &then, NULL) != SH_OK) return;
        int winner = sh_race_winner(game, &after, &then);
        if (winner < 0) continue;
        given[winner]++;
        crown[winner] = miner->moves[i];
    }
    int next = (mover + 1) % game->players, previous = (mover + 2) % game->players;
    if (given[next] && given[previous]) {
        sh_puzzle puzzle = {*position, crown[next], -1, mover};
        sh_findings_add(miner->findings, SH_KINGMAKER, &puzzle);
    }
    for (int p = 0; p < game->players; p++) {
        sh_puzzle puzzle = {*position, crown[p], -1, p};
        if (p != mover && given[p] == 1 && miner->count >= 4)
            sh_findings_add(miner->findings, SH_CROWN, &puzzle);
        if (sh_race_draws(control, p)) sh_findings_add(miner->findings, SH_SPOILER, &puzzle);
    }
}

// Looks at one position: its moves into the miner, its puzzles into the findings, its kind into
// the census. False where the table cannot be read.
static bool look(race_miner *miner, const sh_position *position, sh_census *census) {
    sh_control control;
    if (sh_probe_control(miner->table, position, &control, NULL) != SH_OK) return false;
    sh_race_kind kind = sh_race_classify(miner->game, position, &control);
    int winner = sh_race_winner(miner->game, position, &control);
    census->reachable++;
    census->kind[kind]++;
    if (winner == 0)
        census->wins++;
    else if (kind != SH_TERMINAL && sh_race_draws(&control, 0))
        census->draws++;
    else
        census->losses++;
    miner->count = kind == SH_TERMINAL ? 0 : sh_moves_list(miner->game, position, miner->moves);
    if (winner < 0) judge(miner, position, &control);
    return true;
}

// Breadth-first from the start. True if that reached every position there is to reach.
static bool walk_all(race_miner *miner, position_walk *walk, sh_census *census,
                     const atomic_bool *stop) {
    bool complete = true;
    sh_position start;
    sh_position_start(miner->game, &start);
    meet(walk, miner->game, &start);
    for (int i = 0; i < walk->count && !atomic_load(stop); i++) {
        if (!look(miner, &walk->position[i], census)) return false;
        for (int m = 0; m < miner->count; m++) {
            sh_position after = walk->position[i];
            sh_move_apply(miner->game, &after, miner->moves[m]);
            complete &= meet(walk, miner->game, &after);
        }
    }
    return complete && !atomic_load(stop);
}

// Deep positions of a race too large to walk: games of random moves.
static void play_games(race_miner *miner, const atomic_bool *stop) {
    sh_random random = {2025};
    sh_census ignored = {0};
    for (int g = 0; g < GAMES && !atomic_load(stop); g++) {
        sh_position position;
        sh_position_start(miner->game, &position);
        for (int ply = 0; ply < GAME_PLIES; ply++) {
            if (!look(miner, &position, &ignored) || !miner->count) break;
            uint64_t pick = sh_random_below(&random, (uint64_t)miner->count);
            sh_move_apply(miner->game, &position, miner->moves[pick]);
        }
    }
}

void sh_mine_race(sh_findings *findings, const sh_table *table, const atomic_bool *stop) {
    position_walk walk = {malloc(MOST_POSITIONS * sizeof *walk.position),
                          calloc(SLOTS, sizeof *walk.slot), 0};
    race_miner miner = {findings, table, sh_table_game(table),
                        malloc(SH_MAX_MOVES * sizeof(sh_move)), 0};
    sh_census census = {0};
    if (walk.position && walk.slot && miner.moves) {
        if (walk_all(&miner, &walk, &census, stop))
            findings->census = census;
        else
            play_games(&miner, stop);
    }
    free(miner.moves);
    free(walk.slot);
    free(walk.position);
}
