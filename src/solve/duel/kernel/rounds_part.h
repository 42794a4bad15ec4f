// SPDX-License-Identifier: MIT
// The rounds of one block (rounds.h): included by kernel_template.h.
//
// `questions` starts as a copy of the unknown states of the ids that the flagged subsets reach; the
// kernel clears the lanes that have a move into a target. What it cleared are the new wins of an
// odd round; what it left are the new losses of an even one, once all k subsets of a set have been
// asked.

// Visits the ids (or subsets) whose bit is set, in ascending order.
#define EACH_BIT(number, bits, count)                                                              \
    for (uint64_t word_ = 0, number; word_ < ((count) + 63) / 64; word_++)                         \
        for (uint64_t left_ = (bits)[word_];                                                       \
             left_ && (number = word_ * 64 + (uint64_t)__builtin_ctzll(left_), 1);                 \
             left_ &= left_ - 1)

// One id in so many changed: nearly every subset has one of them among its supersets.
#define MANY 4

static size_t words(uint64_t bits) { return (size_t)((bits + 63) / 64); }

static size_t list_bits(uint32_t *list, const uint64_t *bits, uint64_t count) {
    size_t length = 0;
    EACH_BIT(number, bits, count) list[length++] = (uint32_t)number;
    return length;
}

static uint64_t count_bits(const uint64_t *bits, uint64_t count) {
    uint64_t set = 0;
    for (size_t w = 0; w < words(count); w++) set += (uint64_t)__builtin_popcountll(bits[w]);
    return set;
}

// Cells that the waiters of all rows of a block occupy, as they share their upper pieces. No mover
// stands there.
static uint64_t taken_cells(const sh_duel_index *index, uint64_t block) {
    const sh_strip *waiter = index->waiter + block * (uint64_t)index->cells;
    uint64_t taken = 0;
    for (int cell = 0; cell < index->cells; cell++)
        if (sh_strip_all(&waiter[cell])) taken |= 1ULL << cell;
    return taken;
}

// How many subsets leave the taken cells free.
static uint64_t count_subsets(const sh_duel_index *index, const sh_duel_block *block) {
    int cells = index->cells - __builtin_popcountll(taken_cells(index, block->number));
    return index->binomials.of[index->pieces - 1][cells];
}

// Flags the subsets of the changed targets and lists them; where that is nearly all, all of those
// that leave the taken cells free.
static size_t flag_subsets(sh_duel_news *news, const sh_duel_block *block) {
    const sh_duel_index *index = news->index;
    if (!block->dirty || count_bits(block->dirty, index->ids) > index->ids / MANY) {
        memset(news->flags, 0xff, words(index->subsets) * sizeof *news->flags);
        uint64_t taken = taken_cells(index, block->number);
        size_t length = 0;
        for (uint64_t f = 0; f < index->subsets; f++)
            if (!(index->subset[f] & taken)) news->list[length++] = (uint32_t)f;
        return length;
    }
    memset(news->flags, 0, words(index->subsets) * sizeof *news->flags);
    EACH_BIT(id, block->dirty, index->ids) {
        const uint32_t *below = index->below + id * (uint64_t)index->pieces;
        for (int p = 0; p < index->pieces; p++) sh_bit_set(news->flags, below[p]);
    }
    return list_bits(news->list, news->flags, index->subsets);
}

// Copies the unknown states of the ids that the listed subsets reach into `questions`.
static void prepare(sh_duel_news *news, const sh_duel_block *block, size_t listed) {
    const sh_duel_index *index = news->index;
    if (listed > count_subsets(index, block) / 2) {
        memcpy(news->prepared, block->alive, words(index->ids) * sizeof *news->prepared);
    } else {
        memset(news->prepared, 0, words(index->ids) * sizeof *news->prepared);
        for (size_t i = 0; i < listed; i++) {
            const uint32_t *superset = index->superset + news->list[i] * (size_t)index->cells;
            for (int cell = 0; cell < index->cells; cell++)
                sh_bit_set(news->prepared, superset[cell]);
        }
        for (size_t w = 0; w < words(index->ids); w++) news->prepared[w] &= block->alive[w];
    }
    EACH_BIT(id, news->prepared, index->ids) {
        news->questions[id] = block->unknown[id];
        news->strips += 4; // now, and compared when the questions are answered
    }
}

// What the kernel is asked about a block.
static sh_reach reach_of(const sh_duel_news *news, const sh_duel_block *block) {
    const sh_duel_index *index = news->index;
    return (sh_reach){.subset = index->subset,
                      .superset = index->superset,
                      .occupied = index->waiter + block->number * (uint64_t)index->cells,
                      .targets = block->targets,
                      .questions = news->questions};
}

static void visit_list(int size, const sh_reach *reach, const uint32_t *list, size_t listed) {
    static void (*const by_size[])(const sh_reach *, const uint32_t *, size_t) = {
        [3] = reach_3, [4] = reach_4, [5] = reach_5, [6] = reach_6, [7] = reach_7};
    by_size[size](reach, list, listed);
}

static void visit(sh_duel_news *news, const sh_duel_block *block, size_t listed) {
    sh_reach reach = reach_of(news, block);
    visit_list(news->index->size, &reach, news->list, listed);
    // Targets and questions in, questions out.
    news->strips += 3 * listed * (uint64_t)news->index->cells;
}

// found[id] holds the new states of an id: takes them out of the unknown ones and counts them.
static void record(sh_duel_news *news, sh_duel_block *block, uint64_t id, const sh_strip *singles) {
    sh_strip *fresh = &news->found[id], *unknown = &block->unknown[id];
    uint64_t left = 0, states = 0, single = 0;
    SH_EACH_WORD(i) {
        unknown->w[i] &= ~fresh->w[i];
        left |= unknown->w[i];
        states += (uint64_t)__builtin_popcountll(fresh->w[i]);
        single += (uint64_t)__builtin_popcountll(fresh->w[i] & singles->w[i]);
    }
    news->states += states;
    news->positions += 2 * states - single;
    news->strips += 4; // taken out of the unknown states here, into another plane by the caller
    if (!left) block->alive[id / 64] &= ~(1ULL << (id & 63));
    sh_bit_set(news->changed, id);
}

// Lanes whose row stands for itself alone.
static sh_strip single_rows(const sh_duel_index *index, uint64_t block) {
    sh_strip singles;
    SH_EACH_WORD(i) singles.w[i] = sh_duel_single_rows(index, block, i);
    return singles;
}

// Sets that are their own mirror keep a copy of their strips at half + id.
static void copy_own_mirrors(sh_duel_news *news, sh_duel_block *block) {
    const sh_duel_index *index = news->index;
    if (!index->mirrored) return;
    for (size_t w = 0; w < words(index->half); w++)
        for (uint64_t left = news->changed[w] & index->own_mirror[w]; left; left &= left - 1) {
            uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
            news->found[index->half + id] = news->found[id];
            block->unknown[index->half + id] = block->unknown[id];
            sh_bit_set(news->changed, index->half + id);
        }
}

// Asks about the subsets of which a target changed and returns how many there are.
static size_t ask_flagged(sh_duel_news *news, const sh_duel_block *block) {
    memset(news->changed, 0, words(news->index->ids) * sizeof *news->changed);
    news->states = news->positions = news->strips = 0;
    size_t listed = flag_subsets(news, block);
    if (!listed) return 0;
    prepare(news, block, listed);
    visit(news, block, listed);
    return listed;
}

// Asks about the other subsets of the sets that still have questions, and forgets the rest.
static void ask_others(sh_duel_news *news, const sh_duel_block *block) {
    const sh_duel_index *index = news->index;
    memset(news->more, 0, words(index->subsets) * sizeof *news->more);
    EACH_BIT(id, news->prepared, index->ids) {
        if (!sh_strip_any(&news->questions[id])) {
            news->prepared[id / 64] &= ~(1ULL << (id & 63));
            continue;
        }
        const uint32_t *below = index->below + id * (uint64_t)index->pieces;
        for (int p = 0; p < index->pieces; p++)
            if (!sh_bit_get(news->flags, below[p])) sh_bit_set(news->more, below[p]);
    }
    visit(news, block, list_bits(news->list, news->more, index->subsets));
}

// The questions become the news: those that were answered, or those that were not.
INLINE void take_news(sh_duel_news *news, sh_duel_block *block, const bool answered) {
    sh_strip singles = single_rows(news->index, block->number);
    EACH_BIT(id, news->prepared, news->index->ids) {
        uint64_t any = 0;
        SH_EACH_WORD(i)
        any |= news->found[id].w[i] ^= answered ? block->unknown[id].w[i] : 0;
        if (any) record(news, block, id, &singles);
    }
    copy_own_mirrors(news, block);
}

#include "solve/duel/kernel/team_part.h"

static void round_wins(sh_duel_news *news, sh_duel_block *block) {
    if (news->team)
        team_wins(news, block);
    else if (ask_flagged(news, block))
        take_news(news, block, true);
}

static void round_losses(sh_duel_news *news, sh_duel_block *block) {
    if (news->team) {
        team_losses(news, block);
        return;
    }
    size_t asked = ask_flagged(news, block);
    if (!asked) return;
    if (asked < count_subsets(news->index, block)) ask_others(news, block);
    take_news(news, block, false);
}

static void clear_news(sh_duel_news *news) {
    if (news->team)
        run_ids(&(team_job){.news = news}, team_clear);
    else
        EACH_BIT(id, news->changed, news->index->ids) memset(&news->found[id], 0, sizeof(sh_strip));
}
