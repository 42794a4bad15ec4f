// SPDX-License-Identifier: MIT
// Habits: a record is taken back to where it was weighed, then followed.
#include "play/crowd_habits.h"

#include <math.h> // expf

// Who looks at what cells are worth: a part of its moves are careful, where one that gains so much
// less is e times less likely, the others careless; some are any move. Found from max-n's.
#define CAREFUL 0.6f
#define CAREFUL_WARMTH 4.0f
#define CARELESS_WARMTH 40.0f
#define SURPRISE 0.02f
#define SLIP 0.002f  // of the other's moves that are any move
#define CERTAIN 6.0f // odds are at most this: habits change
// Rivals are often of one kind. What the next one is like: of each kind as many as there were, and
// so many more.
#define ALIKE 0.25f

static int steps(const uint8_t *away, sh_move move) { return away[move.from] - away[move.to]; }

float sh_habits_weigh(const sh_ways *ways, const sh_position *position, sh_move move) {
    const sh_game *game = &ways->game;
    const uint8_t *away = game->away[position->turn];
    const int16_t *place = ways->place[position->turn];
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves), farthest = steps(away, move), equal = 0;
    int gain = place[move.to] - place[move.from];
    float careful = 0, careless = 0; // likelihoods of all moves, where this one's is 1
    for (int i = 0; i < count; i++) {
        int other = steps(away, moves[i]);
        if (other > farthest) equal = 0, farthest = other;
        equal += other == farthest;
        float more = (float)(place[moves[i].to] - place[moves[i].from] - gain);
        careful += expf(more / CAREFUL_WARMTH);
        careless += expf(more / CARELESS_WARMTH);
    }
    float any = 1 / (float)count, far = steps(away, move) == farthest ? 1 / (float)equal : 0;
    float likely = CAREFUL / careful + (1 - CAREFUL) / careless;
    return logf(((1 - SLIP) * far + SLIP * any) / ((1 - SURPRISE) * likely + SURPRISE * any));
}

void sh_habits_forget(sh_habits *habits) { *habits = (sh_habits){.plies = -1}; }

void sh_habits_follow(sh_habits *habits, const sh_ways *ways, const sh_record *record) {
    const sh_game *game = &ways->game;
    sh_position position = *sh_record_position(record);
    int played = sh_record_count(record), ply = played;
    while (ply > 0 && ply != habits->plies)
        sh_move_undo(game, &position, sh_record_move(record, --ply));
    if (ply != habits->plies || !sh_position_equal(&position, &habits->position)) {
        while (ply > 0) sh_move_undo(game, &position, sh_record_move(record, --ply));
        sh_habits_forget(habits);
    }
    for (; ply < played; ply++) {
        sh_move move = sh_record_move(record, ply);
        float *odds = &habits->odds[position.turn];
        if (ply >= game->players)
            *odds = fminf(*odds + sh_habits_weigh(ways, &position, move), CERTAIN);
        sh_move_apply(game, &position, move);
    }
    habits->plies = played;
    habits->position = position;
}

// How likely rivals are, in a given order, of whom some always go farthest and others do not.
static float expect(int some, int others) {
    float likely = 1;
    for (int i = 0; i < some; i++) likely *= ALIKE + (float)i;
    for (int i = 0; i < others; i++) likely *= ALIKE + (float)i;
    return likely;
}

float sh_habits_judge(const sh_habits *habits, int players, int self, int player) {
    float ways[SH_MAX_PLAYERS] = {1}; // that so many of the others always go farthest, by moves
    float yes = 0, no = 0;
    int others = 0;
    for (int p = 0; p < players; p++) {
        if (p == self || p == player) continue;
        float odds = expf(habits->odds[p]);
        for (int k = ++others; k > 0; k--) ways[k] += ways[k - 1] * odds;
    }
    for (int k = 0; k <= others; k++) {
        yes += ways[k] * expect(k + 1, others - k);
        no += ways[k] * expect(k, others - k + 1);
    }
    return habits->odds[player] + logf(yes / no);
}
