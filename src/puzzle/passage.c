// SPDX-License-Identifier: MIT
// See passage.h. The function s is the one of few candidates that the puzzle's symmetries respect
// and along which start and goal are farthest apart.
#include "puzzle/passage.h"

#include <math.h>   // pow, sqrt
#include <stdlib.h> // malloc
#include <string.h> // memset

typedef struct slope {
    int x, y;
} slope;

static const slope SLOPES[] = {{1, 1},   {0, 1},  {1, 0},  {1, -1},
                               {-1, -1}, {0, -1}, {-1, 0}, {-1, 1}};

static int along(const sh_board *board, slope slope, int cell) {
    return slope.x * board->x[cell] + slope.y * board->y[cell];
}

static int largest_delta(const sh_board *board, slope slope) {
    int most = 0;
    for (int d = 0; d < board->directions; d++) {
        int delta = slope.x * board->dir[d].dx + slope.y * board->dir[d].dy;
        if (delta > most) most = delta;
    }
    return most;
}

// Does the map keep s (sign 1) or reverse it (sign -1), up to a constant?
static bool respects(const sh_board *board, const sh_set *cells, slope slope,
                     const sh_symmetry *map, int sign) {
    int first = sh_set_next(cells, 0);
    int constant = along(board, slope, map->cell[first]) - sign * along(board, slope, first);
    for (int c = first; c >= 0; c = sh_set_next(cells, c + 1))
        if (along(board, slope, map->cell[c]) != sign * along(board, slope, c) + constant)
            return false;
    return true;
}

static int fixed_cells(const sh_set *cells, const sh_symmetry *map) {
    int fixed = 0;
    for (int c = sh_set_next(cells, 0); c >= 0; c = sh_set_next(cells, c + 1))
        fixed += map->cell[c] == c;
    return fixed;
}

static bool is_involution(const sh_set *cells, const sh_symmetry *map) {
    for (int c = sh_set_next(cells, 0); c >= 0; c = sh_set_next(cells, c + 1))
        if (map->cell[map->cell[c]] != c) return false;
    return true;
}

// Of the maps that respect the slope, for a reversal the one with most fixed cells: a reflection
// rather than a half turn.
static const sh_symmetry *choose_map(const sh_puzzle *puzzle, slope slope, const sh_symmetry *maps,
                                     int count, int sign) {
    const sh_symmetry *best = NULL;
    const sh_set *cells = &puzzle->game.stand[0];
    for (int i = 0; i < count; i++)
        if (respects(&puzzle->game.board, cells, slope, &maps[i], sign) &&
            is_involution(cells, &maps[i]) &&
            (!best || fixed_cells(cells, &maps[i]) > fixed_cells(cells, best)))
            best = &maps[i];
    return best;
}

static double distance(const sh_puzzle *puzzle, slope slope) {
    const sh_board *board = &puzzle->game.board;
    double sum = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1))
        sum += along(board, slope, c) *
               (sh_set_has(&puzzle->game.goal[0], c) - sh_set_has(&puzzle->game.camp[0], c));
    return sum / sqrt(largest_delta(board, slope));
}

static slope choose_slope(const sh_puzzle *puzzle) {
    slope best = SLOPES[0];
    double most = -1;
    for (size_t i = 0; i < sizeof SLOPES / sizeof *SLOPES; i++) {
        slope s = SLOPES[i];
        if (largest_delta(&puzzle->game.board, s) > 2) continue;
        double merit = distance(puzzle, s);
        if (merit <= 0) continue;
        if (choose_map(puzzle, s, puzzle->reversal, puzzle->reversals, -1)) merit *= 1000;
        if (choose_map(puzzle, s, puzzle->game.symmetry + 1, puzzle->game.symmetries - 1, 1))
            merit *= 10;
        if (merit > most) {
            most = merit;
            best = s;
        }
    }
    return best;
}

static void find_deltas(sh_passage *passage, slope slope) {
    const sh_board *board = &passage->puzzle->game.board;
    passage->reach = largest_delta(board, slope);
    for (int delta = 1; delta <= passage->reach; delta++)
        for (int d = 0; d < board->directions; d++)
            if (slope.x * board->dir[d].dx + slope.y * board->dir[d].dy == delta) {
                passage->delta[passage->deltas++] = delta;
                break;
            }
}

static sh_status place_cells(sh_passage *passage, slope slope, sh_error *error) {
    const sh_game *game = &passage->puzzle->game;
    int least = 1000, most = -1000;
    memset(passage->diagonal, -1, sizeof passage->diagonal);
    sh_set landings = sh_set_or(game->stand[0], game->pass[0]);
    for (int c = sh_set_next(&landings, 0); c >= 0; c = sh_set_next(&landings, c + 1)) {
        int s = along(&game->board, slope, c);
        if (s < least) least = s;
        if (s > most) most = s;
    }
    passage->diagonals = most - least + 1;
    if (passage->diagonals > SH_MAX_DIAGONALS)
        return sh_fail(error, SH_USAGE, "%s is too long for the exact search", game->name);
    for (int c = sh_set_next(&landings, 0); c >= 0; c = sh_set_next(&landings, c + 1))
        passage->landings[along(&game->board, slope, c) - least]++;
    for (int c = sh_set_next(&game->stand[0], 0); c >= 0; c = sh_set_next(&game->stand[0], c + 1)) {
        int s = along(&game->board, slope, c) - least;
        if (passage->places[s] == SH_MAX_PLACES)
            return sh_fail(error, SH_USAGE, "%s is too wide for the exact search", game->name);
        passage->diagonal[c] = (int8_t)s;
        passage->place[c] = (uint8_t)passage->places[s];
        passage->cell[s][passage->places[s]++] = (uint8_t)c;
    }
    return SH_OK;
}

// |s|^1.25 with the sign of s, measured from the middle: the gain of men far ahead and the lag of
// men far behind count more than in the centroid. Even numbers, so that halves are whole.
static void set_weights(sh_passage *passage) {
    for (int s = 0; s < passage->diagonals; s++) {
        double middle = (passage->diagonals - 1) / 2.0, off = fabs(s - middle);
        int64_t weight = 2 * llround(64 * pow(off, 1.25));
        passage->weight[s] = s < middle ? -weight : weight;
    }
}

static uint16_t map_subset(const sh_passage *passage, const sh_symmetry *map, int s,
                           unsigned subset) {
    unsigned image = 0;
    for (; subset; subset &= subset - 1)
        image |= 1u << passage->place[map->cell[passage->cell[s][__builtin_ctz(subset)]]];
    return (uint16_t)image;
}

static void number_subsets(sh_passage *passage, int s) {
    unsigned all = 1u << passage->places[s];
    uint32_t used = 0;
    for (int size = 0; size <= passage->places[s]; size++) {
        passage->first[s][size] = used;
        for (unsigned subset = 0; subset < all; subset++)
            if (__builtin_popcount(subset) == size) {
                passage->number[0][s][subset] = used - passage->first[s][size];
                passage->subset[s][used++] = (uint16_t)subset;
            }
        passage->choose[s][size] = used - passage->first[s][size];
    }
    for (unsigned subset = 0; subset < all; subset++) {
        unsigned image =
            passage->mirrored ? map_subset(passage, &passage->mirror, s, subset) : subset;
        passage->number[1][s][subset] = passage->number[0][s][image];
        passage->reversed[s][subset] =
            passage->reversible ? map_subset(passage, &passage->reversal, s, subset) : 0;
    }
}

static sh_status make_tables(sh_passage *passage, sh_error *error) {
    for (int s = 0; s < passage->diagonals; s++) {
        size_t all = (size_t)1 << passage->places[s];
        for (int i = 0; i < 2; i++) passage->number[i][s] = calloc(all, sizeof(uint32_t));
        passage->subset[s] = malloc(all * sizeof(uint16_t));
        passage->reversed[s] = malloc(all * sizeof(uint16_t));
        if (!passage->number[0][s] || !passage->number[1][s] || !passage->subset[s] ||
            !passage->reversed[s])
            return sh_fail(error, SH_RESOURCES, "no memory for the diagonals of the board");
        number_subsets(passage, s);
    }
    return SH_OK;
}

sh_status sh_passage_open(sh_passage *passage, const sh_puzzle *puzzle, sh_error *error) {
    memset(passage, 0, sizeof *passage);
    passage->puzzle = puzzle;
    passage->men = puzzle->game.pieces;
    slope slope = choose_slope(puzzle);
    sh_status status = place_cells(passage, slope, error);
    if (status) return status;
    find_deltas(passage, slope);
    const sh_symmetry *map =
        choose_map(puzzle, slope, puzzle->game.symmetry + 1, puzzle->game.symmetries - 1, 1);
    passage->mirrored = map;
    if (map) passage->mirror = *map;
    map = choose_map(puzzle, slope, puzzle->reversal, puzzle->reversals, -1);
    passage->reversible = map;
    if (map) passage->reversal = *map;
    set_weights(passage);
    status = make_tables(passage, error);
    if (status) sh_passage_close(passage);
    return status;
}

void sh_passage_close(sh_passage *passage) {
    for (int s = 0; s < SH_MAX_DIAGONALS; s++) {
        for (int i = 0; i < 2; i++) free(passage->number[i][s]);
        free(passage->subset[s]);
        free(passage->reversed[s]);
    }
    memset(passage, 0, sizeof *passage);
}

void sh_passage_split(const sh_passage *passage, const sh_set *army,
                      uint16_t subset[SH_MAX_DIAGONALS]) {
    memset(subset, 0, SH_MAX_DIAGONALS * sizeof *subset);
    for (int c = sh_set_next(army, 0); c >= 0; c = sh_set_next(army, c + 1))
        subset[passage->diagonal[c]] |= (uint16_t)(1u << passage->place[c]);
}

sh_set sh_passage_join(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]) {
    sh_set army = sh_set_empty();
    for (int s = 0; s < passage->diagonals; s++)
        for (unsigned rest = subset[s]; rest; rest &= rest - 1)
            sh_set_add(&army, passage->cell[s][__builtin_ctz(rest)]);
    return army;
}

bool sh_army_less(const sh_set *a, const sh_set *b) {
    int i = 3;
    while (i > 0 && a->w[i] == b->w[i]) i--;
    return a->w[i] < b->w[i];
}

sh_set sh_passage_lesser(const sh_passage *passage, const sh_set *army) {
    if (!passage->mirrored) return *army;
    sh_set image = sh_symmetry_apply(&passage->mirror, army);
    return sh_army_less(&image, army) ? image : *army;
}
