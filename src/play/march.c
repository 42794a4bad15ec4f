// SPDX-License-Identifier: MIT
// Marches computed: breadth first from the goal, all placements of one distance at a time.
//
// Placements are numbered as combinations are (the sum of binomials of their cells' places in the
// region). Threads share the placements of a distance by number; each writes the next distance to
// the unknown neighbours. Two may write the same byte, and then the same value.
#include "play/march.h"

#include <stdatomic.h> // atomic_load_explicit
#include <stdlib.h>    // malloc
#include <string.h>    // memset

#include "base/pool.h"
#include "play/march_file.h"
#include "rank/binomial.h"
#include "rules/generator.h"

#define CHUNK 16384
#define REPORT_EVERY 0.1 // seconds

static uint64_t placements(const sh_binomials *binomials, int cells, int pieces) {
    if (cells > SH_BINOMIAL_MAX_N || pieces > SH_BINOMIAL_MAX_K) return SH_BINOMIAL_HUGE;
    return binomials->of[pieces][cells];
}

// The cells of player 0's region, nearest to its goal first, then nearest to the middle.
static int choose_region(const sh_course *course, const sh_binomials *binomials, uint64_t most,
                         uint8_t *cells) {
    const sh_game *game = &course->game;
    int count = 0;
    for (int cell = sh_set_next(&game->stand[0], 0); cell >= 0;
         cell = sh_set_next(&game->stand[0], cell + 1)) {
        int at = count++;
        for (; at > 0; at--) {
            int other = cells[at - 1];
            int row = course->row[0][cell] - course->row[0][other];
            if (row < 0 || (row == 0 && course->aside[cell] >= course->aside[other])) break;
            cells[at] = cells[at - 1];
        }
        cells[at] = (uint8_t)cell;
    }
    while (count > game->pieces && placements(binomials, count, game->pieces) > most) count--;
    return count;
}

// Does a symmetry exchange the players and reverse the order of all cells? So does half a turn; a
// mirror image of it also exchanges the players.
static bool is_half_turn(const sh_game *game, const sh_symmetry *symmetry) {
    int before = SH_MAX_CELLS;
    for (int cell = sh_set_next(&game->board.mask, 0); cell >= 0;
         cell = sh_set_next(&game->board.mask, cell + 1)) {
        if (symmetry->cell[cell] >= before) return false;
        before = symmetry->cell[cell];
    }
    return symmetry->player[0] == 1;
}

// Where half a turn of the board takes each cell.
static const uint8_t *half_turn(const sh_game *game) {
    for (int i = 0; i < game->symmetries; i++)
        if (is_half_turn(game, &game->symmetry[i])) return game->symmetry[i].cell;
    return NULL;
}

// Numbers the cells of the region in ascending order for player 0. The half turn reverses that
// order, so that player 1's lowest piece is the last in it.
static sh_status number_cells(sh_march *march, const sh_course *course, uint64_t most,
                              sh_error *error) {
    uint8_t cells[SH_MAX_CELLS];
    const uint8_t *turned = half_turn(&course->game);
    if (!turned)
        return sh_fail(error, SH_USAGE, "%s has no half turn that exchanges its players",
                       course->game.name);
    march->pieces = course->game.pieces;
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    march->cells = choose_region(course, &binomials, most, cells);
    march->count = placements(&binomials, march->cells, march->pieces);
    if (march->count > most)
        return sh_fail(error, SH_USAGE, "an army of %s, of %d pieces, is too large for distances",
                       course->game.name, march->pieces);
    for (int i = 0; i < march->cells; i++) sh_set_add(&march->region[0], cells[i]);
    int place = 0;
    for (int cell = sh_set_next(&march->region[0], 0); cell >= 0;
         cell = sh_set_next(&march->region[0], cell + 1), place++) {
        sh_set_add(&march->region[1], turned[cell]);
        for (int i = 0; i < march->pieces; i++) {
            march->term[0][i][cell] = (uint32_t)binomials.of[i + 1][place];
            march->term[1][i][turned[cell]] = (uint32_t)binomials.of[march->pieces - i][place];
        }
    }
    if (sh_set_within(course->game.goal[0], march->region[0])) return SH_OK;
    return sh_fail(error, SH_USAGE,
                   "the %d cells that %llu placements allow do not hold the goal of %s: allow more "
                   "placements",
                   march->cells, (unsigned long long)most, course->game.name);
}

static uint64_t number_of(const sh_march *march, int player, const sh_set *army) {
    uint64_t number = 0;
    int piece = 0;
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1))
        number += march->term[player][piece++][cell];
    return number;
}

int sh_march_moves(const sh_march *march, int player, const sh_set *army) {
    if (!sh_set_within(*army, march->region[player])) return SH_MARCH_UNKNOWN;
    return march->moves[number_of(march, player, army)];
}

typedef struct builder {
    const sh_march *march;
    const sh_game *game;
    _Atomic uint8_t *moves;
    uint8_t cell[SH_MAX_CELLS]; // by place in the region
    int distance;
    _Atomic uint64_t found; // of the next distance
    uint64_t done;          // of those before
    const sh_monitor *monitor;
    double began, told; // when
} builder;

// The placement of a number: the greatest cell first.
static sh_set placement(const builder *b, uint64_t number) {
    sh_set army = sh_set_empty();
    int place = b->march->cells - 1;
    for (int piece = b->march->pieces - 1; piece >= 0; piece--, place--) {
        const uint32_t *term = b->march->term[0][piece];
        while (term[b->cell[place]] > number) place--;
        number -= term[b->cell[place]];
        sh_set_add(&army, b->cell[place]);
    }
    return army;
}

// Where each piece of a lone army can go, as sets.
static void targets_of(const sh_game *game, const sh_set *army, sh_set *targets) {
    const sh_generator *generator = sh_generator_best();
#define TARGETS(w)                                                                                 \
    {                                                                                              \
        b##w bits[SH_TARGETS_ROOM], pieces = b##w##_from(army);                                    \
        generator->targets##w(game, 0, &pieces, &pieces, bits);                                    \
        for (int i = 0; i < game->pieces; i++) targets[i] = b##w##_set(bits[i]);                   \
    }
    if (game->board.width == 64)
        TARGETS(64)
    else if (game->board.width == 128)
        TARGETS(128)
    else
        TARGETS(256)
#undef TARGETS
}

// A placement, prepared to find the numbers of its neighbours: a piece that goes from place j of
// the order to place q shifts the pieces between by one, and sums of what that changes give the
// number.
typedef struct around {
    uint32_t number;
    int cell[SH_MARCH_PIECES];
    uint32_t down[SH_MARCH_PIECES + 1]; // what shifting the pieces before i down by one adds
    uint32_t up[SH_MARCH_PIECES + 1];   // and up
} around;

static void prepare(const sh_march *march, uint64_t number, const sh_set *army, around *a) {
    int cell = -1;
    a->number = (uint32_t)number;
    a->down[0] = a->up[0] = 0;
    for (int i = 0; i < march->pieces; i++) {
        a->cell[i] = cell = sh_set_next(army, cell + 1);
        uint32_t here = march->term[0][i][cell];
        a->down[i + 1] = a->down[i] + (i > 0 ? march->term[0][i - 1][cell] - here : 0);
        a->up[i + 1] = a->up[i] + (i + 1 < march->pieces ? march->term[0][i + 1][cell] - here : 0);
    }
}

// The number of the placement with piece j on another cell. Sums wrap around, and back.
static uint32_t moved(const sh_march *march, const around *a, int j, int to) {
    int q = -(a->cell[j] < to);
    for (int i = 0; i < march->pieces; i++) q += a->cell[i] < to;
    uint32_t shifted = q > j ? a->down[q + 1] - a->down[j + 1] : a->up[j] - a->up[q];
    return a->number - march->term[0][j][a->cell[j]] + march->term[0][q][to] + shifted;
}

// Gives the neighbours of a placement that have none yet the next distance.
static uint64_t spread_from(builder *b, uint64_t number) {
    sh_set army = placement(b, number), targets[SH_TARGETS_ROOM];
    around a;
    uint64_t found = 0;
    targets_of(b->game, &army, targets);
    prepare(b->march, number, &army, &a);
    for (int piece = 0; piece < b->march->pieces; piece++) {
        sh_set inside = sh_set_and(targets[piece], b->march->region[0]);
        for (int to = sh_set_next(&inside, 0); to >= 0; to = sh_set_next(&inside, to + 1)) {
            _Atomic uint8_t *slot = &b->moves[moved(b->march, &a, piece, to)];
            if (atomic_load_explicit(slot, memory_order_relaxed) != SH_MARCH_UNKNOWN) continue;
            atomic_store_explicit(slot, (uint8_t)(b->distance + 1), memory_order_relaxed);
            found++;
        }
    }
    return found;
}

// Tells the monitor how many placements have their distance. Not all need have one in the end.
static void tell(builder *b) {
    double now = sh_clock();
    if (now - b->told < REPORT_EVERY) return;
    b->told = now;
    sh_report(b->monitor, &(sh_progress){.phase = "distances",
                                         .done = b->done + atomic_load(&b->found),
                                         .total = b->march->count,
                                         .seconds = now - b->began});
}

static void spread_chunk(void *context, size_t index, int worker) {
    builder *b = context;
    if (sh_stopped(b->monitor)) return;
    if (worker == 0) tell(b); // the thread that started the work
    uint64_t end = (index + 1) * CHUNK < b->march->count ? (index + 1) * CHUNK : b->march->count;
    uint64_t found = 0;
    for (uint64_t number = index * CHUNK; number < end; number++)
        if (atomic_load_explicit(&b->moves[number], memory_order_relaxed) == b->distance)
            found += spread_from(b, number);
    atomic_fetch_add(&b->found, found);
}

static sh_status compute(sh_march *march, const sh_course *course, const sh_monitor *monitor,
                         sh_error *error) {
    sh_pool *pool;
    sh_status status = sh_pool_open(&pool, 0, error);
    if (status) return status;
    march->own = malloc(march->count + 1);
    if (!march->own) {
        sh_pool_close(pool);
        return sh_fail(error, SH_RESOURCES, "out of memory for the marches of %s",
                       course->game.name);
    }
    memset(march->own, SH_MARCH_UNKNOWN, march->count + 1);
    double now = sh_clock();
    builder b = {.march = march,
                 .game = &course->game,
                 .moves = (_Atomic uint8_t *)march->own,
                 .monitor = monitor,
                 .began = now,
                 .told = now};
    int place = 0;
    for (int cell = sh_set_next(&march->region[0], 0); cell >= 0;
         cell = sh_set_next(&march->region[0], cell + 1))
        b.cell[place++] = (uint8_t)cell;
    march->own[number_of(march, 0, &course->game.goal[0])] = 0;
    for (b.found = 1; b.found && b.distance < SH_MARCH_UNKNOWN - 1; b.distance++) {
        b.done += b.found;
        b.found = 0;
        sh_pool_run(pool, (march->count + CHUNK - 1) / CHUNK, spread_chunk, &b);
    }
    sh_pool_close(pool);
    march->moves = march->own;
    return sh_stopped(monitor) ? SH_INTERRUPTED : SH_OK;
}

sh_status sh_march_open(sh_march *march, const sh_course *course, uint64_t most, const char *folder,
                        const sh_monitor *monitor, sh_error *error) {
    memset(march, 0, sizeof *march);
    sh_status status = number_cells(march, course, most, error);
    if (status) return status;
    if (sh_march_read(march, course, folder)) return SH_OK;
    status = compute(march, course, monitor, error);
    if (!status) sh_march_write(march, course, folder);
    return status;
}

// Who listens to the distances being computed.
typedef struct listening {
    const sh_engine_options *options;
    atomic_bool stop;
} listening;

static void pass_on(void *user, const sh_progress *progress) {
    listening *l = user;
    if (!l->options->progress(l->options->user, progress->done, progress->total, progress->seconds))
        atomic_store(&l->stop, true);
}

sh_status sh_march_open_for(sh_march *march, const sh_course *course, const sh_tuning *tuning,
                            const sh_engine_options *options, sh_error *error) {
    listening l = {.options = options};
    sh_monitor monitor = {.report = pass_on, .user = &l, .stop = &l.stop};
    uint64_t most = 1000 * (uint64_t)tuning->alone;
    if (options->placements && options->placements < most) most = options->placements;
    return sh_march_open(march, course, most, options->cache, options->progress ? &monitor : NULL,
                         error);
}

void sh_march_close(sh_march *march) {
    free(march->own);
    sh_mapping_close(&march->file);
    memset(march, 0, sizeof *march);
}
