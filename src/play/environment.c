// SPDX-License-Identifier: MIT
// See sternhalma/environment.h. Games are independent: a step is one task for each bundle of them.
//
// A mask has an entry for each pair of cells, of which a few dozen are legal: the old ones are
// cleared and the new ones set, nothing else is touched. Positions that have been there are found
// by their keys, in a small table a game; where a key is known, the moves of the game are taken
// back one by one until the same position is met, so that equal keys alone end no game.
#include "sternhalma/environment.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "base/pool.h"
#include "base/random.h"
#include "rules/ending.h"
#include "sternhalma/key.h"

enum { BUNDLE = 64, OPENING_TRIES = 8, MAX_PLIES = 1000000 };

// One game besides what the view shows of it.
typedef struct sh_seat {
    sh_position position;
    uint64_t key;
    sh_random random;
    int plies; // since the start, without the opening
    bool over;
    sh_move *played; // moves since the start, those of the opening, too
    int moves;
    uint64_t *seen; // keys of positions that were left; 0: free
} sh_seat;

struct sh_environment {
    const sh_game *game;
    sh_position start;
    sh_environment_options options;
    sh_environment_view view;
    sh_keys keys;
    sh_pool *pool;
    sh_seat *seats;
    sh_move *all_played; // of all seats
    uint64_t *all_seen;
    size_t slots;                // of a seat's keys, a power of two
    int number[SH_MAX_CELLS];    // by cell: 0 … cells-1; -1: no cell
    uint8_t place[SH_MAX_CELLS]; // by number: the place in a plane
    const int32_t *actions;      // of the step under way
    int32_t *samples;
};

// Cells in the order of the board.
static int number_cells(const sh_game *game, int *number) {
    int count = 0;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        number[cell] = sh_set_has(&game->board.mask, cell) ? count++ : -1;
    return count;
}

sh_status sh_action_move(const sh_game *game, int action, sh_move *move, sh_error *error) {
    int number[SH_MAX_CELLS], cells = number_cells(game, number);
    if (action < 0 || action >= cells * cells)
        return sh_fail(error, SH_DATA, "%d is not an action of %s: they are 0 to %d", action,
                       game->name, cells * cells - 1);
    for (int cell = 0; cell < SH_MAX_CELLS; cell++) {
        if (number[cell] == action / cells) move->from = (uint8_t)cell;
        if (number[cell] == action % cells) move->to = (uint8_t)cell;
    }
    return SH_OK;
}

sh_status sh_move_action(const sh_game *game, sh_move move, int *action, sh_error *error) {
    int number[SH_MAX_CELLS], cells = number_cells(game, number);
    if (number[move.from] < 0 || number[move.to] < 0)
        return sh_fail(error, SH_DATA, "this is not a move of %s", game->name);
    *action = number[move.from] * cells + number[move.to];
    return SH_OK;
}

// Where a key is, or where it would go.
static uint64_t *find_seen(const sh_environment *e, const sh_seat *seat, uint64_t key) {
    size_t at = (size_t)key & (e->slots - 1);
    while (seat->seen[at] && seat->seen[at] != key) at = (at + 1) & (e->slots - 1);
    return &seat->seen[at];
}

static uint64_t seen_key(const sh_seat *seat) { return seat->key ? seat->key : 1; }

// Was this position there before? Takes moves back until it is met.
static bool was_there(const sh_environment *e, const sh_seat *seat) {
    if (!*find_seen(e, seat, seen_key(seat))) return false;
    sh_position earlier = seat->position;
    for (int i = seat->moves - 1; i >= 0; i--) {
        sh_move_undo(e->game, &earlier, seat->played[i]);
        if (sh_position_equal(&earlier, &seat->position)) return true;
    }
    return false;
}

static void play(sh_environment *e, sh_seat *seat, sh_move move) {
    *find_seen(e, seat, seen_key(seat)) = seen_key(seat);
    seat->key = sh_key_after(&e->keys, seat->key, seat->position.turn, move);
    sh_move_apply(e->game, &seat->position, move);
    seat->played[seat->moves++] = move;
}

static int32_t action_of(const sh_environment *e, sh_move move) {
    return e->number[move.from] * e->view.cells + e->number[move.to];
}

static void show_plane(const sh_environment *e, uint8_t *plane, const sh_set *set) {
    for (int cell = sh_set_next(set, 0); cell >= 0; cell = sh_set_next(set, cell + 1))
        plane[e->game->board.y[cell] * e->view.columns + e->game->board.x[cell]] = 1;
}

static void show_planes(sh_environment *e, size_t i) {
    const sh_game *game = e->game;
    const sh_position *position = &e->seats[i].position;
    size_t size = (size_t)e->view.rows * (size_t)e->view.columns;
    uint8_t *plane = e->view.plane + i * size * (size_t)e->view.planes;
    memset(plane, 0, size * (size_t)e->view.planes);
    for (int p = 0; p < game->players; p++)
        show_plane(e, plane + (size_t)p * size,
                   &position->army[(position->turn + p) % game->players]);
    show_plane(e, plane + (size_t)game->players * size, &game->goal[position->turn]);
}

static void show_legal(sh_environment *e, size_t i, const sh_move *moves, int count) {
    uint8_t *mask = e->view.mask + i * (size_t)e->view.actions;
    int32_t *legal = e->view.legal + i * (size_t)e->view.room;
    for (int k = 0; k < e->view.counts[i]; k++) mask[legal[k]] = 0;
    for (int k = 0; k < count; k++) mask[legal[k] = action_of(e, moves[k])] = 1;
    e->view.counts[i] = count;
}

static void show(sh_environment *e, size_t i, const sh_move *moves, int count) {
    sh_positions view = {e->view.games, e->view.armies, e->view.turns};
    sh_positions_put(e->game, &view, i, &e->seats[i].position);
    show_planes(e, i);
    show_legal(e, i, moves, count);
}

// Is the game over? Its moves, where it is not, and the winner, where there is one.
static bool is_over(const sh_environment *e, const sh_seat *seat, sh_move *moves, int *count,
                    int *winner) {
    sh_past past = {seat->moves, was_there(e, seat)};
    sh_result result = sh_ending_find(e->game, &seat->position, past, moves, count);
    *winner = result.winner;
    return result.ending != SH_GOES_ON;
}

// The start, then random moves. False where they end the game.
static bool try_opening(sh_environment *e, sh_seat *seat, int plies, sh_move *moves, int *count) {
    int winner;
    memset(seat->seen, 0, e->slots * sizeof *seat->seen);
    seat->position = e->start;
    seat->key = sh_position_key(&e->keys, &e->start);
    seat->moves = seat->plies = 0;
    seat->over = is_over(e, seat, moves, count, &winner);
    for (int ply = 0; !seat->over && ply < plies; ply++) {
        play(e, seat, moves[sh_random_below(&seat->random, (uint64_t)*count)]);
        seat->over = is_over(e, seat, moves, count, &winner);
    }
    return !seat->over;
}

// Where openings go on ending the game there is none.
static void begin(sh_environment *e, size_t i, sh_move *moves) {
    int count, tries = 0;
    while (tries < OPENING_TRIES &&
           !try_opening(e, &e->seats[i], e->options.opening_plies, moves, &count))
        tries++;
    if (tries == OPENING_TRIES) try_opening(e, &e->seats[i], 0, moves, &count);
    show(e, i, moves, count);
}

static void show_end(sh_environment *e, size_t i, int winner) {
    float *rewards = e->view.rewards + i * (size_t)e->view.players;
    for (int p = 0; winner >= 0 && p < e->view.players; p++)
        rewards[p] = p == winner ? 1 : -1 / (float)(e->view.players - 1);
    e->view.winners[i] = (int8_t)winner;
}

static void step_game(sh_environment *e, size_t i) {
    sh_seat *seat = &e->seats[i];
    sh_move moves[SH_MAX_MOVES];
    int32_t action = e->actions[i];
    memset(e->view.rewards + i * (size_t)e->view.players, 0,
           sizeof(float) * (size_t)e->view.players);
    e->view.ended[i] = e->view.cut[i] = 0;
    e->view.winners[i] = -1;
    if (action == SH_NO_ACTION) return;
    sh_move move = {e->place[action / e->view.cells], e->place[action % e->view.cells]};
    play(e, seat, move);
    int count, winner;
    bool ended = is_over(e, seat, moves, &count, &winner);
    bool cut = !ended && seat->plies + 1 >= e->options.max_plies;
    e->view.lengths[i] = ++seat->plies;
    e->view.ended[i] = ended;
    e->view.cut[i] = cut;
    if (ended) show_end(e, i, winner);
    if ((ended || cut) && e->options.restart) {
        begin(e, i, moves);
        return;
    }
    seat->over = ended || cut;
    show(e, i, moves, seat->over ? 0 : count);
}

static void step_bundle(void *context, size_t index, int worker) {
    sh_environment *e = context;
    size_t end = (index + 1) * BUNDLE;
    for (size_t i = index * BUNDLE; i < end && i < e->view.games; i++) step_game(e, i);
}

static void begin_bundle(void *context, size_t index, int worker) {
    sh_environment *e = context;
    sh_move moves[SH_MAX_MOVES];
    size_t end = (index + 1) * BUNDLE;
    for (size_t i = index * BUNDLE; i < end && i < e->view.games; i++) {
        memset(e->view.rewards + i * (size_t)e->view.players, 0,
               sizeof(float) * (size_t)e->view.players);
        e->view.ended[i] = e->view.cut[i] = 0;
        e->view.winners[i] = -1;
        e->view.lengths[i] = 0;
        begin(e, i, moves);
    }
}

static void sample_bundle(void *context, size_t index, int worker) {
    sh_environment *e = context;
    size_t end = (index + 1) * BUNDLE;
    for (size_t i = index * BUNDLE; i < end && i < e->view.games; i++) {
        uint64_t count = (uint64_t)e->view.counts[i];
        const int32_t *legal = e->view.legal + i * (size_t)e->view.room;
        e->samples[i] = count ? legal[sh_random_below(&e->seats[i].random, count)] : SH_NO_ACTION;
    }
}

static void run_bundles(sh_environment *e, sh_task *task) {
    size_t bundles = (e->view.games + BUNDLE - 1) / BUNDLE;
    if (bundles > 1)
        sh_pool_run(e->pool, bundles, task, e);
    else
        task(e, 0, 0);
}

void sh_environment_reset(sh_environment *e, uint64_t seed) {
    sh_random random = {seed};
    for (size_t i = 0; i < e->view.games; i++) e->seats[i].random.state = sh_random_next(&random);
    run_bundles(e, begin_bundle);
}

sh_status sh_environment_step(sh_environment *e, const int32_t *actions, sh_error *error) {
    for (size_t i = 0; i < e->view.games; i++) {
        if (actions[i] == SH_NO_ACTION) continue;
        if (actions[i] < 0 || actions[i] >= e->view.actions ||
            !e->view.mask[i * (size_t)e->view.actions + (size_t)actions[i]])
            return sh_fail(error, SH_DATA, "action %d is not legal in game %zu%s", actions[i], i,
                           e->seats[i].over ? ", which is over" : "");
    }
    e->actions = actions;
    run_bundles(e, step_bundle);
    return SH_OK;
}

void sh_environment_sample(sh_environment *e, int32_t *actions) {
    e->samples = actions;
    run_bundles(e, sample_bundle);
}

const sh_environment_view *sh_environment_look(const sh_environment *environment) {
    return &environment->view;
}

static void measure(sh_environment *e) {
    const sh_game *game = e->game;
    sh_environment_view *view = &e->view;
    view->games = e->options.games;
    view->players = game->players;
    view->words = sh_positions_words(game);
    view->cells = number_cells(game, e->number);
    view->actions = view->cells * view->cells;
    view->room = game->pieces * (view->cells - game->players * game->pieces);
    view->rows = game->board.rows;
    view->columns = game->board.columns;
    view->planes = game->players + 1;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        if (e->number[cell] >= 0) e->place[e->number[cell]] = (uint8_t)cell;
    // Room for every position of a game, half of it free.
    size_t positions = (size_t)e->options.max_plies + (size_t)e->options.opening_plies + 1;
    for (e->slots = 16; e->slots < 2 * positions;) e->slots *= 2;
}

// All of it is touched when the games begin: what is too much must be refused before.
static double bytes_needed(const sh_environment *e) {
    const sh_environment_view *v = &e->view;
    double plies = (double)e->options.max_plies + e->options.opening_plies;
    double bytes = sizeof(sh_seat) + plies * sizeof(sh_move) + (double)e->slots * sizeof(uint64_t);
    bytes += v->players * (v->words * 8 + 4) + v->planes * v->rows * v->columns;
    return (double)v->games * (bytes + v->actions + v->room * 4 + 16);
}

static bool make_arrays(sh_environment *e) {
    sh_environment_view *v = &e->view;
    size_t n = v->games, players = (size_t)v->players;
    size_t moves = (size_t)e->options.max_plies + (size_t)e->options.opening_plies;
    e->seats = calloc(n, sizeof *e->seats);
    e->all_played = calloc(n * moves, sizeof *e->all_played);
    e->all_seen = calloc(n * e->slots, sizeof *e->all_seen);
    v->armies = calloc(n * players * (size_t)v->words, sizeof *v->armies);
    v->turns = calloc(n, sizeof *v->turns);
    v->plane = calloc(n, (size_t)v->planes * (size_t)v->rows * (size_t)v->columns);
    v->mask = calloc(n, (size_t)v->actions);
    v->legal = calloc(n * (size_t)v->room, sizeof *v->legal);
    v->counts = calloc(n, sizeof *v->counts);
    v->rewards = calloc(n * players, sizeof *v->rewards);
    v->ended = calloc(n, 1);
    v->cut = calloc(n, 1);
    v->winners = calloc(n, 1);
    v->lengths = calloc(n, sizeof *v->lengths);
    if (!e->seats || !e->all_played || !e->all_seen || !v->armies || !v->turns || !v->plane ||
        !v->mask || !v->legal || !v->counts || !v->rewards || !v->ended || !v->cut || !v->winners ||
        !v->lengths)
        return false;
    for (size_t i = 0; i < n; i++) {
        e->seats[i].played = e->all_played + i * moves;
        e->seats[i].seen = e->all_seen + i * e->slots;
    }
    return true;
}

static sh_status check_options(const sh_environment_options *options, sh_error *error) {
    if (options->games < 1 || options->games > 1 << 24)
        return sh_fail(error, SH_USAGE, "1 to %d games can be played at once", 1 << 24);
    if (options->max_plies < 1 || options->max_plies > MAX_PLIES)
        return sh_fail(error, SH_USAGE, "a game has 1 to %d plies, not %d", MAX_PLIES,
                       options->max_plies);
    if (options->opening_plies < 0 || options->opening_plies > options->max_plies)
        return sh_fail(error, SH_USAGE, "an opening has 0 to %d plies, not %d", options->max_plies,
                       options->opening_plies);
    return SH_OK;
}

sh_status sh_environment_open(sh_environment **environment, const sh_game *game,
                              const sh_position *start, const sh_environment_options *options,
                              sh_error *error) {
    sh_position from;
    sh_position_start(game, &from);
    if (start) from = *start;
    sh_status status = check_options(options, error);
    if (!status) status = sh_position_check_legal(game, &from, error);
    if (status) return status;
    sh_environment *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for an environment");
    made->game = game;
    made->start = from;
    made->options = *options;
    measure(made);
    sh_keys_make(&made->keys, game, NULL);
    if (bytes_needed(made) > (double)sh_memory_available() || !make_arrays(made))
        status = sh_fail(error, SH_RESOURCES, "out of memory for %zu games", options->games);
    if (!status) status = sh_pool_open(&made->pool, options->threads, error);
    if (status) {
        sh_environment_close(made);
        return status;
    }
    sh_environment_reset(made, options->seed);
    *environment = made;
    return SH_OK;
}

void sh_environment_close(sh_environment *e) {
    if (!e) return;
    sh_pool_close(e->pool);
    sh_environment_view *v = &e->view;
    void *arrays[] = {e->seats, e->all_played, e->all_seen, v->armies,  v->turns,
                      v->plane, v->mask,       v->legal,    v->counts,  v->rewards,
                      v->ended, v->cut,        v->winners,  v->lengths, e};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}
