// SPDX-License-Identifier: MIT
#include "oracle/oracle_race.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

static const int DQ[6] = {1, -1, 0, 0, 1, -1}, DR[6] = {0, 0, 1, -1, -1, 1};

static int max3(int a, int b, int c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

static int cell_at(const race_oracle *oracle, int q, int r) {
    for (int cell = 0; cell < oracle->cells; cell++)
        if (oracle->q[cell] == q && oracle->r[cell] == r) return cell;
    return -1;
}

// The coordinate a player races along: A on q, B on r, C on s.
static int along(const race_oracle *oracle, int player, int cell) {
    int axial[3] = {oracle->q[cell], oracle->r[cell], -oracle->q[cell] - oracle->r[cell]};
    return axial[player];
}

static int compare_sets(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int number_of(const race_oracle *oracle, int player, uint64_t set) {
    const uint64_t *found =
        bsearch(&set, oracle->set[player], (size_t)oracle->sets[player], sizeof set, compare_sets);
    assert(found);
    return (int)(found - oracle->set[player]);
}

static void add_sets(race_oracle *oracle, int player, int from, int left, uint64_t set) {
    if (!left) {
        oracle->set[player][oracle->sets[player]++] = set;
        return;
    }
    for (int cell = from; cell < oracle->cells; cell++)
        if (oracle->legal[player][cell])
            add_sets(oracle, player, cell + 1, left - 1, set | 1ULL << cell);
}

// The k cells of a corner nearest its tip: rows from the tip, the first of two equals being the one
// further along towards the next player's axis.
static uint64_t corner(const race_oracle *oracle, int player, int sign) {
    int n = oracle->n, left = oracle->k;
    uint64_t set = 0;
    for (int row = 0; left; row++)
        for (int i = 0; i <= row && left; i++, left--) {
            int axial[3];
            axial[player] = sign * (2 * n - row);
            axial[(player + 1) % 3] = sign * (i - n);
            axial[(player + 2) % 3] = -axial[player] - axial[(player + 1) % 3];
            set |= 1ULL << cell_at(oracle, axial[0], axial[1]);
        }
    return set;
}

void race_oracle_open(race_oracle *oracle, int n, int k, bool loose) {
    memset(oracle, 0, sizeof *oracle);
    oracle->n = n;
    oracle->k = k;
    oracle->loose = loose;
    for (int q = -2 * n; q <= 2 * n; q++)
        for (int r = -2 * n; r <= 2 * n; r++) {
            int s = -q - r;
            if (max3(q, r, s) > n && max3(-q, -r, -s) > n) continue;
            oracle->q[oracle->cells] = q;
            oracle->r[oracle->cells++] = r;
        }
    for (int cell = 0; cell < oracle->cells; cell++)
        for (int d = 0; d < 6; d++)
            oracle->near[cell][d] =
                cell_at(oracle, oracle->q[cell] + DQ[d], oracle->r[cell] + DR[d]);
    for (int player = 0; player < 3; player++) {
        for (int cell = 0; cell < oracle->cells; cell++) {
            bool foreign = false;
            for (int other = 0; other < 3; other++)
                if (other != player && abs(along(oracle, other, cell)) > n) foreign = true;
            oracle->legal[player][cell] = !foreign;
        }
        oracle->set[player] = malloc(4096 * sizeof(uint64_t));
        add_sets(oracle, player, 0, k, 0);
        qsort(oracle->set[player], (size_t)oracle->sets[player], sizeof(uint64_t), compare_sets);
        oracle->camp[player] = number_of(oracle, player, corner(oracle, player, 1));
        oracle->goal[player] = number_of(oracle, player, corner(oracle, player, -1));
    }
    assert(oracle->sets[0] == oracle->sets[1] && oracle->sets[0] == oracle->sets[2]);
    oracle->states =
        3 * (size_t)oracle->sets[0] * (size_t)oracle->sets[0] * (size_t)oracle->sets[0];
}

void race_oracle_close(race_oracle *oracle) {
    for (int player = 0; player < 3; player++) free(oracle->set[player]);
}

size_t race_oracle_state(const race_oracle *oracle, int turn, int a, int b, int c) {
    size_t sets = (size_t)oracle->sets[0];
    return (((size_t)turn * sets + (size_t)a) * sets + (size_t)b) * sets + (size_t)c;
}

void race_oracle_split(const race_oracle *oracle, size_t state, int *turn, int set[3]) {
    size_t sets = (size_t)oracle->sets[0];
    for (int player = 2; player >= 0; player--, state /= sets) set[player] = (int)(state % sets);
    *turn = (int)state;
}

bool race_oracle_exists(const race_oracle *oracle, size_t state) {
    int turn, set[3];
    race_oracle_split(oracle, state, &turn, set);
    uint64_t a = oracle->set[0][set[0]], b = oracle->set[1][set[1]], c = oracle->set[2][set[2]];
    return !(a & b) && !(a & c) && !(b & c);
}

int race_oracle_winner(const race_oracle *oracle, size_t state) {
    int turn, set[3], winner = -1;
    race_oracle_split(oracle, state, &turn, set);
    for (int player = 0; player < 3; player++)
        if (set[player] == oracle->goal[player]) winner = winner < 0 ? player : 3;
    return winner;
}

// Marks every cell that a chain of hops leads to from `cell`.
static void hop_on(const race_oracle *oracle, int player, uint64_t occupied, int cell,
                   uint64_t *seen) {
    for (int d = 0; d < 6; d++) {
        int over = oracle->near[cell][d], to = over < 0 ? -1 : oracle->near[over][d];
        if (over < 0 || to < 0 || !(occupied >> over & 1) || occupied >> to & 1) continue;
        if (!oracle->legal[player][to] && !oracle->loose) continue;
        if (*seen >> to & 1) continue;
        *seen |= 1ULL << to;
        hop_on(oracle, player, occupied, to, seen);
    }
}

// The states in which `player` has moved one marble, with `turn` to move in them.
static int moved(const race_oracle *oracle, size_t state, int player, int turn, size_t *to) {
    int old_turn, set[3], count = 0;
    race_oracle_split(oracle, state, &old_turn, set);
    uint64_t own = oracle->set[player][set[player]];
    uint64_t all = oracle->set[0][set[0]] | oracle->set[1][set[1]] | oracle->set[2][set[2]];
    for (int from = 0; from < oracle->cells; from++) {
        if (!(own >> from & 1)) continue;
        uint64_t others = all & ~(1ULL << from), targets = 1ULL << from;
        hop_on(oracle, player, others, from, &targets);
        for (int d = 0; d < 6; d++) {
            int step = oracle->near[from][d];
            if (step >= 0 && !(others >> step & 1)) targets |= 1ULL << step;
        }
        for (int cell = 0; cell < oracle->cells; cell++) {
            if (cell == from || !(targets >> cell & 1) || !oracle->legal[player][cell]) continue;
            int next[3] = {set[0], set[1], set[2]};
            next[player] = number_of(oracle, player, (own & ~(1ULL << from)) | 1ULL << cell);
            to[count++] = race_oracle_state(oracle, turn, next[0], next[1], next[2]);
        }
    }
    return count;
}

int race_oracle_successors(const race_oracle *oracle, size_t state, size_t *to) {
    int turn, set[3];
    race_oracle_split(oracle, state, &turn, set);
    return moved(oracle, state, turn, (turn + 1) % 3, to);
}

// A move can be taken back by the same player's moving the other way, with everybody else in place.
int race_oracle_predecessors(const race_oracle *oracle, size_t state, size_t *from) {
    int turn, set[3];
    race_oracle_split(oracle, state, &turn, set);
    return moved(oracle, state, (turn + 2) % 3, (turn + 2) % 3, from);
}

// States are taken from a queue in the order in which they were proven, so by depth. A predecessor
// whose mover is in the coalition is proven at once; another when its last successor is.
void race_oracle_force(const race_oracle *oracle, int coalition, int winners, uint8_t *depth) {
    size_t *queue = malloc(oracle->states * sizeof *queue), head = 0, tail = 0;
    uint8_t *left = calloc(oracle->states, 1); // successors to prove; 0: not counted yet
    memset(depth, RACE_ORACLE_NEVER, oracle->states);
    for (size_t state = 0; state < oracle->states; state++) {
        int winner = race_oracle_winner(oracle, state);
        if (winner < 0 || winner > 2 || !(winners >> winner & 1)) continue;
        if (!race_oracle_exists(oracle, state)) continue;
        depth[state] = 0;
        queue[tail++] = state;
    }
    while (head < tail) {
        size_t state = queue[head++], from[RACE_ORACLE_MAX_MOVES], to[RACE_ORACLE_MAX_MOVES];
        int count = race_oracle_predecessors(oracle, state, from);
        for (int i = 0; i < count; i++) {
            size_t before = from[i];
            int turn = (int)(before / (oracle->states / 3));
            if (depth[before] != RACE_ORACLE_NEVER || race_oracle_winner(oracle, before) >= 0)
                continue;
            if (!(coalition >> turn & 1)) {
                if (!left[before])
                    left[before] = (uint8_t)race_oracle_successors(oracle, before, to);
                if (--left[before]) continue;
            }
            depth[before] = (uint8_t)(depth[state] + 1);
            queue[tail++] = before;
        }
    }
    free(queue);
    free(left);
}

void race_oracle_reach(const race_oracle *oracle, uint8_t *depth) {
    size_t *queue = malloc(oracle->states * sizeof *queue), head = 0, tail = 0;
    memset(depth, RACE_ORACLE_NEVER, oracle->states);
    queue[tail++] = race_oracle_state(oracle, 0, oracle->camp[0], oracle->camp[1], oracle->camp[2]);
    depth[queue[0]] = 0;
    while (head < tail) {
        size_t state = queue[head++], to[RACE_ORACLE_MAX_MOVES];
        if (race_oracle_winner(oracle, state) >= 0) continue;
        int count = race_oracle_successors(oracle, state, to);
        for (int i = 0; i < count; i++) {
            if (depth[to[i]] != RACE_ORACLE_NEVER) continue;
            depth[to[i]] = (uint8_t)(depth[state] + 1);
            queue[tail++] = to[i];
        }
    }
    free(queue);
}
