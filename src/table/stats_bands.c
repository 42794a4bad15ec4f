// SPDX-License-Identifier: MIT
// See stats_sums.h: tables of version 3. The lanes of a column have one waiter, so outcomes are
// summed by the waiter's progress and by lane, with vectors, and turned into leads now and then. A
// patch has its own histogram of distances; its states are looked at one by one only where one of
// them is a longest win.
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "rank/mirror.h"
#include "rank/subset.h"
#include "rank/turn.h"
#include "table/stats_sums.h"

enum { MOST_PROGRESS = SH_STATS_LEADS / 2 + 1, MOST_COLUMNS = UINT16_MAX, TABLES = 4 };

// By lane: states with an odd byte, drawn ones, and those that are none or illegal.
typedef struct lane_sums {
    uint16_t odd[SH_BAND_LANES], drawn[SH_BAND_LANES], any[SH_BAND_LANES];
} lane_sums;

typedef struct sh_stats_leads {
    uint8_t weight[SH_BAND_LANES], progress[SH_BAND_LANES]; // of the movers
    uint64_t single;                                        // lanes of less weight than the others
    uint64_t usual;                                         // the weight of the others
    uint8_t *of_waiter;                                     // by number of a set: its progress
    uint32_t columns;                                       // summed since the last turn
    uint32_t count[MOST_PROGRESS];                          // of them, by the waiter's progress
    lane_sums sums[MOST_PROGRESS];
    uint32_t plies[TABLES][SH_STATS_PLIES]; // of the patch
    uint32_t single_plies[SH_STATS_PLIES];
} sh_stats_leads;

sh_status sh_stats_bands_open(sh_stats_sums *sums, const sh_stats_gathering *g, sh_error *error) {
    const sh_regions *regions = &g->table->bands.regions;
    uint32_t sets = regions->first[regions->groups];
    sh_status status = sh_band_values_open(&sums->bands, g->table, error);
    if (status) return status;
    sums->leads = calloc(1, sizeof *sums->leads);
    uint8_t *of_waiter = malloc(sets);
    if (!sums->leads || !of_waiter) {
        free(of_waiter);
        return sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    }
    sums->leads->of_waiter = of_waiter;
    for (uint32_t i = 0; i < sets; i++)
        of_waiter[i] =
            g->progress[sh_subset64_rank(&regions->binomials, sums->bands.set[i], regions->pieces)];
    return SH_OK;
}

void sh_stats_bands_close(sh_stats_sums *sums) {
    if (sums->leads) free(sums->leads->of_waiter);
    free(sums->leads);
    sh_band_values_close(&sums->bands);
}

// Adds what was summed to the leads, and begins anew.
static void turn_leads(sh_stats_sums *s) {
    sh_stats_leads *l = s->leads;
    for (int p = 0; p < MOST_PROGRESS; p++) {
        const lane_sums *sums = &l->sums[p];
        for (int lane = 0; l->count[p] && lane < s->bands.band.lanes; lane++) {
            uint64_t weight = l->weight[lane];
            sh_outcome_counts add = {.win = weight * (uint64_t)(sums->odd[lane] - sums->any[lane]),
                                     .draw = weight * sums->drawn[lane],
                                     .loss = weight *
                                             (l->count[p] - sums->odd[lane] - sums->drawn[lane])};
            sh_outcome_counts *to[2] = {&s->stats.all,
                                        &s->stats.lead[l->progress[lane] - p + SH_STATS_LEADS / 2]};
            for (int i = 0; i < 2; i++) {
                to[i]->win += add.win;
                to[i]->draw += add.draw;
                to[i]->loss += add.loss;
            }
        }
        if (l->count[p]) memset(&l->sums[p], 0, sizeof l->sums[p]);
        l->count[p] = 0;
    }
    l->columns = 0;
}

static void sum_column(lane_sums *sums, const uint8_t *lane) {
    for (int i = 0; i < SH_BAND_LANES; i++) {
        sums->odd[i] = (uint16_t)(sums->odd[i] + (lane[i] & 1));
        sums->drawn[i] = (uint16_t)(sums->drawn[i] + (lane[i] == SH_BYTE_DRAW));
        sums->any[i] = (uint16_t)(sums->any[i] + (lane[i] == SH_BYTE_ANY));
    }
}

static void count_plies(sh_stats_leads *l, const uint8_t *lane) {
    for (int i = 0; i < SH_BAND_LANES; i += TABLES)
        for (int j = 0; j < TABLES; j++) l->plies[j][lane[i + j]]++;
    for (uint64_t rest = l->single; rest; rest = b64_rest(rest))
        l->single_plies[lane[b64_first(rest)]]++;
}

// A state by its places in rows of a waiter: two where the waiter is its own mirror image, and none
// where it is the image of another state of the band.
static void note_state(sh_stats_sums *s, int plies, b64 waiter, b64 mover) {
    const sh_table *table = s->bands.table;
    b64 waiter_image = sh_mirror64(&table->game, waiter);
    int cells = table->game.board.cells;
    b64 mover_image = sh_turn64(sh_mirror64(&table->game, sh_turn64(mover, cells)), cells);
    if (mover == mover_image && waiter_image < waiter) return;
    sh_position position;
    memset(&position, 0, sizeof position);
    position.turn = 1;
    position.army[0] = b64_set(waiter);
    position.army[1] = b64_set(mover);
    sh_stats_note_win(s, plies, sh_pairs_find(table->pairs, &position));
    if (waiter != waiter_image || mover == mover_image) return;
    position.army[1] = b64_set(mover_image);
    sh_stats_note_win(s, plies, sh_pairs_find(table->pairs, &position));
}

// The states of the patch that win in so many plies.
static void note_longest(sh_stats_sums *s, int plies) {
    const sh_band_values *b = &s->bands;
    for (uint32_t c = 0; c < b->desk->shape.columns; c++)
        for (int lane = 0; lane < b->band.lanes; lane++)
            if (b->values[c].lane[lane] == plies)
                note_state(s, plies, b->set[b->desk->shape.column[c].set], b->band.mover[lane]);
}

static void add_plies(sh_stats_sums *s) {
    sh_stats_leads *l = s->leads;
    int longest = -1;
    for (int i = 0; i < SH_BYTE_DRAW; i++) {
        uint64_t count = 0;
        for (int j = 0; j < TABLES; j++) count += l->plies[j][i];
        if (count && i & 1) longest = i;
        s->stats.plies[i] += l->usual * count - (l->usual - 1) * l->single_plies[i];
    }
    if (longest >= 0 && longest >= s->stats.longest) note_longest(s, longest);
    memset(l->plies, 0, sizeof l->plies);
    memset(l->single_plies, 0, sizeof l->single_plies);
}

static void tally_patch(sh_stats_sums *s) {
    const sh_band_values *b = &s->bands;
    sh_stats_leads *l = s->leads;
    bool distances = b->table->header.info.metric == SH_DTW;
    for (uint32_t c = 0; c < b->desk->shape.columns; c++) {
        uint8_t progress = l->of_waiter[b->desk->shape.column[c].set];
        if (l->columns == MOST_COLUMNS) turn_leads(s);
        l->columns++;
        l->count[progress]++;
        sum_column(&l->sums[progress], b->values[c].lane);
        if (distances) count_plies(l, b->values[c].lane);
        for (uint64_t rest = b->illegal[c]; rest; rest = b64_rest(rest))
            s->stats.illegal += l->weight[b64_first(rest)];
    }
    if (distances) add_plies(s);
}

static void start_band(const sh_stats_gathering *g, sh_stats_sums *s, uint64_t number) {
    sh_stats_leads *l = s->leads;
    const sh_regions *regions = &g->table->bands.regions;
    const sh_binomials *binomials = &regions->binomials;
    sh_band_values_turn(&s->bands, number);
    l->single = 0;
    l->usual = sh_symmetry_mirror(&g->table->game) ? 2 : 1;
    for (int lane = 0; lane < s->bands.band.lanes; lane++) {
        b64 own = sh_turn64(s->bands.band.mover[lane], regions->cells);
        l->progress[lane] = g->progress[sh_subset64_rank(binomials, own, regions->pieces)];
        l->weight[lane] =
            (uint8_t)sh_pairs_weight(g->table->pairs, number * SH_BAND_LANES + (uint64_t)lane);
        if (l->weight[lane] < l->usual) l->single |= 1ULL << lane;
    }
}

void sh_stats_band(void *context, size_t index, int worker) {
    sh_stats_gathering *g = context;
    sh_stats_sums *s = &g->by_worker[worker];
    start_band(g, s, g->first_task + index);
    for (uint32_t group = 0; group < g->table->bands.regions.groups; group++) {
        sh_status status = sh_band_values_read(&s->bands, group, &s->error);
        if (status) {
            int none = SH_OK;
            atomic_compare_exchange_strong(&g->status, &none, (int)status);
            return;
        }
        tally_patch(s);
    }
    turn_leads(s);
}
