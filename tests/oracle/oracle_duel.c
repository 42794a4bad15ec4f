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

// Whether a move leads to a position that is lost, or else (`lost` false) to one that is not won.
static bool leads(const oracle_duel *o, int first, int second, int turn, bool lost) {
    uint64_t mover = o->set[turn ? second : first], waiter = o->set[turn ? first : second];
    for (int from = 0; from < o->m * o->m; from++) {
        if (!(mover >> from & 1)) continue;
        uint64_t to = oracle_duel_targets(o->m, from, mover | waiter);
        for (; to; to &= to - 1) {
            int next = o->number[(mover & ~(1ULL << from)) | (to & -to)];
            uint16_t value = turn ? *at(o, first, next, 0) : *at(o, next, second, 1);
            if (value == ORACLE_ILLEGAL) continue;
            if (lost ? value != UNKNOWN && !(value & 1) : value == UNKNOWN || !(value & 1))
                return true;
        }
    }
    return false;
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

// The positions whose value is not known yet, by their place among the values.
typedef struct open_list {
    uint32_t *place;
    size_t count;
} open_list;

static open_list list_open(const oracle_duel *o) {
    open_list list = {0};
    size_t all = (size_t)o->sets * (size_t)o->sets * 2;
    for (size_t i = 0; i < all; i++) list.count += o->value[i] == UNKNOWN;
    list.place = malloc((list.count + 1) * sizeof *list.place);
    list.count = 0;
    for (size_t i = 0; i < all; i++)
        if (o->value[i] == UNKNOWN) list.place[list.count++] = (uint32_t)i;
    return list;
}

// Gives distance t to every open position that deserves it; returns how many did. Losses that are
// shorter than t - 1 have been used in the rounds before.
static size_t round_of(const oracle_duel *o, open_list *list, int t) {
    size_t left = 0, before = list->count;
    for (size_t n = 0; n < before; n++) {
        uint32_t place = list->place[n], pair = place / 2, sets = (uint32_t)o->sets;
        if (leads(o, (int)(pair / sets), (int)(pair % sets), place & 1, t & 1) == (t & 1))
            o->value[place] = (uint16_t)t;
        else
            list->place[left++] = place;
    }
    list->count = left;
    return before - left;
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
    open_list list = list_open(o);
    size_t wins = 1, losses = 1;
    for (int t = 0; wins || losses; t++) *(t & 1 ? &wins : &losses) = round_of(o, &list, t);
    for (size_t i = 0; i < list.count; i++) o->value[list.place[i]] = ORACLE_DRAW;
    free(list.place);
}

void oracle_duel_free(oracle_duel *o) {
    free(o->set);
    free(o->number);
    free(o->value);
}

uint16_t oracle_duel_value(const oracle_duel *o, uint64_t first, uint64_t second, int turn) {
    return *at(o, o->number[first], o->number[second], turn);
}
