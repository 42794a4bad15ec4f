// SPDX-License-Identifier: MIT
// Samples from games of several players: every game is played through, each position is judged by
// hand, and then each becomes a sample.
#include "play/crowd_samples.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/random.h"
#include "play/agent.h"
#include "play/crowd.h"

#define ROUNDS 6 // later
#define STRIDE 3 // one position of so many: neighbours say the same, but for what is played

// A game with what is known of each of its positions.
typedef struct judged_game {
    const sh_selfplay_game *game;
    sh_position position[SH_SELFPLAY_PLIES];
    float lead[SH_SELFPLAY_PLIES][SH_MAX_PLAYERS];
    int rows[SH_SELFPLAY_PLIES];
} judged_game;

typedef struct loader {
    const sh_training *training;
    const sh_monitor *monitor;
    sh_crowd_samples *samples;
    sh_tuning tuning;
    sh_ways ways;
    const sh_crowd *crowd;
    sh_crowd_job job;
    judged_game judged;
    int place[SH_MAX_CELLS]; // of each cell in ascending order
} loader;

static sh_crowd_sample *add(sh_crowd_samples *samples) {
    if (samples->count == samples->room) {
        size_t room = samples->room ? 2 * samples->room : 65536;
        sh_crowd_sample *more = realloc(samples->sample, room * sizeof *more);
        if (!more) return NULL;
        samples->sample = more;
        samples->room = room;
    }
    return memset(&samples->sample[samples->count++], 0, sizeof *samples->sample);
}

static int count_rows(const loader *l, int player, const sh_set *army) {
    int rows = 0;
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1))
        rows += l->ways.left[player][cell];
    return rows;
}

// The rows that the leader has to go.
static int rows_to_go(const loader *l, const sh_position *position) {
    int least = UINT8_MAX;
    for (int p = 0; p < l->samples->players; p++) {
        int rows = count_rows(l, p, &position->army[p]) - l->ways.home;
        if (rows < least) least = rows;
    }
    return least;
}

// What armies are ahead by, by hand.
static void judge(loader *l, const sh_position *position, float *lead) {
    int players = l->samples->players, worth[SH_MAX_PLAYERS];
    l->job.root = *position;
    l->crowd->value(&l->job, worth);
    for (int i = 0; i < players; i++) {
        int p = (position->turn + i) % players;
        int sooner = sh_crowd_sooner(&l->tuning, players, i);
        lead[p] = (float)(worth[p] + sooner) / SH_LEAD_ONE;
    }
}

static sh_status replay(loader *l, sh_error *error) {
    const sh_game *rules = l->training->game;
    judged_game *j = &l->judged;
    sh_position position;
    sh_status status = SH_OK;
    sh_position_start(rules, &position);
    for (int i = 0; i < j->game->plies && !status; i++) {
        j->position[i] = position;
        judge(l, &position, j->lead[i]);
        j->rows[i] = rows_to_go(l, &position);
        status = sh_move_check(rules, &position, j->game->move[i], error);
        if (!status) sh_move_apply(rules, &position, j->game->move[i]);
    }
    return status;
}

// Puts a move among those of a sample, the greatest gain first. Of more than there is room for the
// last is lost.
static void list_move(sh_crowd_sample *sample, int from, int to, int gain) {
    int at = sample->moves < SH_CROWD_LISTED ? sample->moves++ : SH_CROWD_LISTED;
    for (; at > 0 && sample->gain[at - 1] < gain; at--) {
        if (at == SH_CROWD_LISTED) continue;
        sample->from[at] = sample->from[at - 1];
        sample->to[at] = sample->to[at - 1];
        sample->gain[at] = sample->gain[at - 1];
    }
    if (at == SH_CROWD_LISTED) return;
    sample->from[at] = (uint8_t)from;
    sample->to[at] = (uint8_t)to;
    sample->gain[at] = (int16_t)gain;
}

static void list_moves(const loader *l, int ply, sh_crowd_sample *sample) {
    const judged_game *j = &l->judged;
    const sh_position *position = &j->position[ply];
    const int16_t *place = l->ways.place[position->turn];
    int rows = count_rows(l, position->turn, &position->army[position->turn]) - l->ways.home;
    sh_move moves[SH_MAX_MOVES], played = j->game->move[ply];
    int count = sh_moves_list(l->training->game, position, moves);
    sample->turn = position->turn;
    sample->phase = (uint8_t)sh_way_phase(rows);
    for (int i = 0; i < count; i++) {
        int gain = place[moves[i].to] - place[moves[i].from];
        if (gain > 0) list_move(sample, l->place[moves[i].from], l->place[moves[i].to], gain);
    }
    while (sample->played < sample->moves &&
           (sample->from[sample->played] != l->place[played.from] ||
            sample->to[sample->played] != l->place[played.to]))
        sample->played++;
    if (sample->played == sample->moves || j->game->score[ply] == SH_SLIP) sample->moves = 0;
}

static sh_status load_position(loader *l, int ply, uint64_t group, sh_error *error) {
    const judged_game *j = &l->judged;
    sh_crowd_sample *sample = add(l->samples);
    if (!sample) return sh_fail(error, SH_RESOURCES, "out of memory for samples");
    for (int p = 0; p < l->samples->players; p++) {
        const sh_set *army = &j->position[ply].army[p];
        uint8_t *next = sample->cell[p];
        for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1))
            *next++ = (uint8_t)l->place[cell];
    }
    sample->kept = sh_mix(group) % 10 == 0;
    sample->winner = (uint8_t)j->game->winner;
    sample->rows = (uint8_t)j->rows[ply];
    memcpy(sample->lead, j->lead[ply], sizeof sample->lead);
    if (l->training->base) list_moves(l, ply, sample);
    int later = ply + ROUNDS * l->samples->players;
    if (later < j->game->plies) {
        sample->later_rows = (uint8_t)j->rows[later];
        memcpy(sample->later, j->lead[later], sizeof sample->later);
    }
    return SH_OK;
}

static sh_status load_game(void *user, const sh_selfplay_game *game, uint64_t group,
                           sh_error *error) {
    loader *l = user;
    l->judged.game = game;
    sh_status status = replay(l, error);
    if (game->winner < 0) return status;
    unsigned stride = l->training->base ? 1 : STRIDE;
    int first = game->opening + (int)((sh_mix(group) >> 8) % stride);
    for (int i = first; i < game->plies && !status; i += (int)stride)
        status = load_position(l, i, group, error);
    return status;
}

// The cell on the other side of the axis from tip to tip.
static int mirrored(const sh_board *board, int cell) {
    int middle, x, y, top;
    sh_board_drawing(board, sh_set_next(&board->mask, 0), &middle, &top);
    sh_board_drawing(board, cell, &x, &y);
    for (int to = sh_set_next(&board->mask, 0); to >= 0; to = sh_set_next(&board->mask, to + 1)) {
        int there, row;
        sh_board_drawing(board, to, &there, &row);
        if (row == y && there - middle == middle - x) return to;
    }
    return cell;
}

static void map_cells(loader *l) {
    const sh_board *board = &l->ways.game.board;
    sh_crowd_samples *s = l->samples;
    s->cells = 0;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        l->place[cell] = s->cells++;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        s->mirror[l->place[cell]] = (uint8_t)l->place[mirrored(board, cell)];
        for (int p = 0; p < s->players; p++)
            s->view[p][l->place[cell]] = (uint8_t)l->place[l->ways.view[p][cell]];
    }
}

static sh_status open_loader(loader *l, sh_error *error) {
    const sh_game *game = l->training->game;
    sh_engine_options options = {.cache = l->training->cache};
    sh_tuning_best(&l->tuning, game);
    sh_engine_watch(&options, l->monitor);
    sh_status status = sh_ways_open(&l->ways, game, &l->tuning, &options, error);
    if (status) return status;
    l->samples->players = game->players;
    l->samples->pieces = game->pieces;
    map_cells(l);
    l->crowd = sh_crowd_best(&game->board);
    l->job = (sh_crowd_job){.ways = &l->ways, .tuning = &l->tuning};
    l->job.ground = l->crowd->prepare(&l->ways);
    return l->job.ground ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for samples");
}

sh_status sh_crowd_samples_load(sh_crowd_samples *samples, const sh_training *training,
                                const sh_monitor *monitor, sh_error *error) {
    memset(samples, 0, sizeof *samples);
    loader *l = calloc(1, sizeof *l);
    if (!l) return sh_fail(error, SH_RESOURCES, "out of memory for samples");
    l->training = training;
    l->monitor = monitor;
    l->samples = samples;
    sh_status status = open_loader(l, error);
    if (!status) status = sh_training_read(training, monitor, load_game, l, error);
    if (!status && samples->count == 0)
        status = sh_fail(error, SH_DATA, "the files hold no position to train on");
    free((void *)l->job.ground);
    sh_ways_close(&l->ways);
    free(l);
    return status;
}

void sh_crowd_samples_free(sh_crowd_samples *samples) { free(samples->sample); }
