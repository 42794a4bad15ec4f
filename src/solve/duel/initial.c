// SPDX-License-Identifier: MIT
// Verdicts of 512 placements at once. `held[S]` are the lanes that hold all cells of S, tabulated
// for the cells of camp and goal: whether an army fills its goal, and whether a goal is walled off,
// is then one look for a mover's set and all lanes.
#include "solve/duel/initial.h"

#include <string.h> // memset

void sh_initial_rules_make(sh_initial_rules *rules, const sh_game *game) {
    *rules = (sh_initial_rules){.camp = game->camp[0].w[0],
                                .goal = game->goal[0].w[0],
                                .blockade = game->pieces >= 6,
                                .profile = game->profile};
}

// held[S], S a set of the cells of `area` numbered from its lowest: the lanes that hold all of S.
static void tabulate(sh_strip *held, const sh_initial_block *block, uint64_t area) {
    held[0] = block->exists;
    int cells = 0;
    for (; area; area &= area - 1, cells++) {
        const sh_strip *occupied = &block->waiter[__builtin_ctzll(area)];
        for (int s = 0; s < 1 << cells; s++)
            SH_EACH_WORD(i) held[s | 1 << cells].w[i] = held[s].w[i] & occupied->w[i];
    }
}

// The cells of `area` in `set`, numbered from the lowest of the area.
static int squeeze(uint64_t set, uint64_t area) {
    int squeezed = 0;
    for (int n = 0; area; area &= area - 1, n++)
        if (set & area & -area) squeezed |= 1 << n;
    return squeezed;
}

// The four cells beside and behind the tip at the top of the board.
static uint64_t outer_edges(const sh_duel_index *index) {
    int m = index->size;
    return 1ULL << 1 | 1ULL << 2 | 1ULL << m | 1ULL << 2 * m;
}

void sh_initial_block_make(sh_initial_block *block, const sh_initial_rules *rules,
                           const sh_duel_index *index, uint64_t number) {
    memset(block, 0, sizeof *block);
    block->rules = rules;
    block->index = index;
    block->waiter = index->waiter + number * (uint64_t)index->cells;
    for (int lane = 0; lane < SH_LANES; lane++)
        if (number * SH_LANES + (uint64_t)lane < index->canonical)
            sh_strip_add(&block->exists, lane);
    tabulate(block->camp_held, block, rules->camp);
    tabulate(block->goal_held, block, rules->goal);
    for (uint64_t near = rules->camp | rules->goal; near; near &= near - 1)
        SH_EACH_WORD(i) block->never_exempt.w[i] |= block->waiter[__builtin_ctzll(near)].w[i];
    if (!rules->blockade) return;
    block->goal_walled = block->exists;
    for (uint64_t wall = sh_duel_turn(index, outer_edges(index)); wall; wall &= wall - 1)
        SH_EACH_WORD(i) block->goal_walled.w[i] &= block->waiter[__builtin_ctzll(wall)].w[i];
}

// Definition 3. The goal of A's owner is blocked where the lanes wall it and its tip is empty; that
// of the lanes' owner where A walls it. The goal's tip is the last cell, the camp's the first.
static void add_blockades(const sh_initial_block *block, uint64_t set, sh_initial_strips *strips) {
    const sh_duel_index *index = block->index;
    uint64_t goal_tip = 1ULL << (index->cells - 1), wall = outer_edges(index);
    bool published = block->rules->profile == SH_PUBLISHED;
    bool exempt = published && !(set & (block->rules->camp | block->rules->goal));
    if (!(set & goal_tip)) SH_EACH_WORD(i) {
            uint64_t blocked = block->goal_walled.w[i] & ~block->waiter[index->cells - 1].w[i];
            if (!exempt) strips->row_illegal.w[i] |= blocked;
            strips->column_illegal.w[i] |= blocked;
        }
    if (!(set & 1) && (set & wall) == wall) SH_EACH_WORD(i) {
            uint64_t blocked = block->exists.w[i] & ~block->waiter[0].w[i];
            strips->row_illegal.w[i] |= blocked;
            if (published) blocked &= block->never_exempt.w[i];
            strips->column_illegal.w[i] |= blocked;
        }
}

void sh_initial_verdict(const sh_initial_block *block, uint64_t set, sh_initial_strips *strips) {
    const sh_initial_rules *rules = block->rules;
    sh_strip pair = block->exists;
    if (!set) memset(&pair, 0, sizeof pair);
    for (uint64_t left = set; left; left &= left - 1)
        SH_EACH_WORD(i) pair.w[i] &= ~block->waiter[__builtin_ctzll(left)].w[i];
    memset(strips, 0, sizeof *strips);
    sh_strip set_done = {{0}}, lane_done = {{0}};
    if (set & rules->goal) set_done = block->goal_held[squeeze(rules->goal & ~set, rules->goal)];
    if (rules->camp & ~set) lane_done = block->camp_held[squeeze(rules->camp & ~set, rules->camp)];
    strips->row_illegal = set_done;
    strips->column_illegal = lane_done;
    if (rules->blockade) add_blockades(block, set, strips);
    SH_EACH_WORD(i) {
        strips->row_illegal.w[i] &= pair.w[i];
        strips->column_illegal.w[i] &= pair.w[i];
        strips->row_lost.w[i] = pair.w[i] & lane_done.w[i] & ~strips->row_illegal.w[i];
        strips->column_lost.w[i] = pair.w[i] & set_done.w[i] & ~strips->column_illegal.w[i];
        strips->row_unknown.w[i] = pair.w[i] & ~strips->row_illegal.w[i] & ~strips->row_lost.w[i];
        strips->column_unknown.w[i] =
            pair.w[i] & ~strips->column_illegal.w[i] & ~strips->column_lost.w[i];
    }
}

void sh_initial_illegal(const sh_initial_rules *rules, const sh_duel_index *index, uint64_t number,
                        sh_strip *illegal) {
    sh_initial_block block;
    sh_initial_block_make(&block, rules, index, number);
    for (uint64_t id = 0; id < index->ids; id++) {
        sh_initial_strips strips;
        sh_initial_verdict(&block, index->set[id], &strips);
        illegal[id] = strips.row_illegal;
    }
}

void sh_initial_count(const sh_duel_index *index, uint64_t number, const sh_initial_strips *strips,
                      uint64_t *lost_states, uint64_t *lost, uint64_t *illegal) {
    SH_EACH_WORD(i) {
        uint64_t single = sh_duel_single_rows(index, number, i);
        *lost_states += (uint64_t)__builtin_popcountll(strips->row_lost.w[i]);
        *lost += sh_duel_weigh(strips->row_lost.w[i], single);
        *illegal += sh_duel_weigh(strips->row_illegal.w[i], single);
    }
}
