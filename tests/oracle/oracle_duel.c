// SPDX-License-Identifier: MIT
#include "oracle/oracle_duel.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 0xFFFD };

static const int STEP[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};

static uint64_t cell(int m, int r, int c) { return 1ULL << (m * r + c); }

static uint64_t camp_of(int m, int pieces) {
    // Cells row by row from the tip, in the order of docs/rules.md.
    static const int place[6][2] = {{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}, {2, 0}};
    static const int four[4] = {0, 1, 2, 4}, five[5] = {1, 2, 3, 4, 5};
    uint64_t camp = 0;
    for (int i = 0; i < pieces; i++) {
        int n = pieces == 4 ? four[i] : pieces == 5 ? five[i] : i;
        camp |= cell(m, place[n][0], place[n][1]);
    }
    return camp;
}

static uint64_t turned(int m, uint64_t set) {
    uint64_t result = 0;
    for (int i = 0; i < m * m; i++)
        if (set >> i & 1) result |= 1ULL << (m * m - 1 - i);
    return result;
}

static uint16_t *at(const oracle_duel *o, int first, int second, int turn) {
    return &o->value[((size_t)first * (size_t)o->sets + (size_t)second) * 2 + (size_t)turn];
}

static bool filled(uint64_t goal, uint64_t own, uint64_t other) {
    return (goal & ~(own | other)) == 0 && (goal & own) != 0;
}

// Definition 3 for six pieces: the goal of `own` is walled off by `other`.
static bool walled(const oracle_duel *o, uint64_t own, uint64_t other, int player) {
    int m = o->m;
    uint64_t tip = cell(m, 0, 0);
    uint64_t edges = cell(m, 0, 1) | cell(m, 1, 0) | cell(m, 0, 2) | cell(m, 2, 0);
    if (player == 0) {
        tip = turned(m, tip);
        edges = turned(m, edges);
    }
    return !((own | other) & tip) && (other & edges) == edges;
}

static bool illegal(const oracle_duel *o, const uint64_t army[2], int turn) {
    uint64_t mover = army[turn], waiter = army[1 - turn];
    if (filled(o->camp[1 - turn], mover, waiter)) return true;
    if (o->pieces < 6) return false;
    for (int player = 0; player < 2; player++) {
        bool exempt = o->published && player == turn && !(mover & (o->camp[0] | o->camp[1]));
        if (!exempt && walled(o, army[player], army[1 - player], player)) return true;
    }
    return false;
}

uint64_t oracle_duel_targets(int m, int from, uint64_t occupied) {
    occupied &= ~(1ULL << from);
    uint64_t steps = 0, hops = 1ULL << from;
    for (int d = 0; d < 6; d++) {
        int r = from / m + STEP[d][0], c = from % m + STEP[d][1];
        if (r >= 0 && r < m && c >= 0 && c < m && !(occupied & cell(m, r, c)))
            steps |= cell(m, r, c);
    }
    for (uint64_t done = 0; hops & ~done;) {
        int i = __builtin_ctzll(hops & ~done);
        done |= 1ULL << i;
        for (int d = 0; d < 6; d++) {
            int r = i / m + 2 * STEP[d][0], c = i % m + 2 * STEP[d][1];
            if (r < 0 || r >= m || c < 0 || c >= m) continue;
            uint64_t over = cell(m, i / m + STEP[d][0], i % m + STEP[d][1]);
            if (!(occupied & over) || (occupied | hops) & cell(m, r, c)) continue;
            hops |= cell(m, r, c);
        }
    }
    return (steps | hops) & ~(1ULL << from);
}

// What the successors say: the least even (lost) value among them, and whether all are won.
typedef struct outlook {
    int shortest_loss;
    bool all_won;
} outlook;

static outlook look(const oracle_duel *o, int first, int second, int turn) {
    outlook result = {.shortest_loss = -1, .all_won = true};
    uint64_t mover = o->set[turn ? second : first], waiter = o->set[turn ? first : second];
    for (int from = 0; from < o->m * o->m; from++) {
        if (!(mover >> from & 1)) continue;
        uint64_t to = oracle_duel_targets(o->m, from, mover | waiter);
        for (; to; to &= to - 1) {
            int next = o->number[(mover & ~(1ULL << from)) | (to & -to)];
            uint16_t value = turn ? *at(o, first, next, 0) : *at(o, next, second, 1);
            if (value == ORACLE_ILLEGAL || (value != UNKNOWN && value & 1)) continue;
            result.all_won = false;
            if (value != UNKNOWN && (result.shortest_loss < 0 || value < result.shortest_loss))
                result.shortest_loss = value;
        }
    }
    return result;
}

static void start(oracle_duel *o) {
    for (int i = 0; i < o->sets; i++)
        for (int j = 0; j < o->sets; j++)
            for (int turn = 0; turn < 2; turn++) {
                uint64_t army[2] = {o->set[i], o->set[j]};
                uint16_t *value = at(o, i, j, turn);
                if (army[0] & army[1] || illegal(o, army, turn))
                    *value = ORACLE_ILLEGAL;
                else
                    *value = filled(o->camp[turn], army[1 - turn], army[turn]) ? 0 : UNKNOWN;
            }
}

// Gives distance t to every position that deserves it; returns how many did.
static long round_of(oracle_duel *o, int t) {
    long proven = 0;
    for (int i = 0; i < o->sets; i++)
        for (int j = 0; j < o->sets; j++)
            for (int turn = 0; turn < 2; turn++) {
                uint16_t *value = at(o, i, j, turn);
                if (*value != UNKNOWN) continue;
                outlook seen = look(o, i, j, turn);
                if (t & 1 ? seen.shortest_loss != t - 1 : !seen.all_won) continue;
                *value = (uint16_t)t;
                proven++;
            }
    return proven;
}

void oracle_duel_solve(oracle_duel *o, int m, int pieces, bool published) {
    *o = (oracle_duel){.m = m, .pieces = pieces, .published = published};
    o->camp[0] = camp_of(m, pieces);
    o->camp[1] = turned(m, o->camp[0]);
    o->number = malloc(sizeof *o->number << (m * m));
    for (uint64_t set = 0; set < 1ULL << (m * m); set++)
        if (__builtin_popcountll(set) == pieces) o->number[set] = o->sets++;
    o->set = malloc((size_t)o->sets * sizeof *o->set);
    for (uint64_t set = 0; set < 1ULL << (m * m); set++)
        if (__builtin_popcountll(set) == pieces) o->set[o->number[set]] = set;
    o->value = malloc((size_t)o->sets * (size_t)o->sets * 2 * sizeof *o->value);
    start(o);
    long wins = 1, losses = 1;
    for (int t = 0; wins || losses; t++) *(t & 1 ? &wins : &losses) = round_of(o, t);
    for (size_t i = 0; i < (size_t)o->sets * (size_t)o->sets * 2; i++)
        if (o->value[i] == UNKNOWN) o->value[i] = ORACLE_DRAW;
}

void oracle_duel_free(oracle_duel *o) {
    free(o->set);
    free(o->number);
    free(o->value);
}

uint16_t oracle_duel_value(const oracle_duel *o, uint64_t first, uint64_t second, int turn) {
    return *at(o, o->number[first], o->number[second], turn);
}
