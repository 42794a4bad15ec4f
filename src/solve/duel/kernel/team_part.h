// SPDX-License-Identifier: MIT
// The rounds of one block by several threads (rounds.h): included by kernel_template.h.
//
// The steps are those of rounds_part.h, cut into ranges of ids or of subsets. Visits write the
// questions of all sets F ∪ {q}. Two subsets with such a set in common differ in one piece, so the
// sums of their cells differ, and differ modulo the number of cells: subsets of one class can be
// visited at once, and the classes come one after the other: a task waits until those of earlier
// classes are done, for about as long as one of them takes.
//
// R. L. Graham, N. J. A. Sloane, Lower bounds for constant weight codes, IEEE Trans. Inf. Theory 26
// (1980), 37-43.
enum { TEAM_IDS = 4096, TEAM_VISITS = 64 }; // of a task

// What the tasks of a step share.
typedef struct team_job {
    sh_duel_news *news;
    sh_duel_block *block;
    const uint64_t *wanted;                // bits by subset: to be visited
    uint64_t taken;                        // cells that no mover has
    uint64_t first[SH_DUEL_MAX_CELLS + 1]; // task of a class
    uint64_t done;                         // tasks
    uint64_t visits;
    bool answered;
} team_job;

// Sets a bit that others may be setting the neighbours of.
INLINE void set_shared(uint64_t *bits, uint64_t number) {
    uint64_t bit = 1ULL << (number & 63), *word = &bits[number / 64];
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

INLINE void add_shared(uint64_t *sum, uint64_t more) {
    __atomic_fetch_add(sum, more, __ATOMIC_RELAXED);
}

// Visits the ids of a task of which the bit is set.
#define EACH_TEAM_BIT(number, bits, count, task)                                                   \
    for (uint64_t word_ = (task) * (TEAM_IDS / 64), number;                                        \
         word_ < ((task) + 1) * (TEAM_IDS / 64) && word_ < ((count) + 63) / 64; word_++)           \
        for (uint64_t left_ = (bits)[word_];                                                       \
             left_ && (number = word_ * 64 + (uint64_t)__builtin_ctzll(left_), 1);                 \
             left_ &= left_ - 1)

static void run_ids(team_job *job, sh_task *task) {
    sh_pool_run(job->news->team, (job->news->index->ids + TEAM_IDS - 1) / TEAM_IDS, task, job);
}

static void team_flag(void *context, size_t task, int worker) {
    const team_job *job = context;
    const sh_duel_index *index = job->news->index;
    EACH_TEAM_BIT(id, job->block->dirty, index->ids, task) {
        const uint32_t *below = index->below + id * (uint64_t)index->pieces;
        for (int p = 0; p < index->pieces; p++) set_shared(job->news->flags, below[p]);
    }
}

static void team_reach(void *context, size_t task, int worker) {
    const team_job *job = context;
    const sh_duel_index *index = job->news->index;
    uint64_t begin = task * TEAM_IDS, end = begin + TEAM_IDS;
    for (uint64_t f = begin; f < end && f < index->subsets; f++) {
        if (!sh_bit_get(job->news->flags, f) || index->subset[f] & job->taken) continue;
        const uint32_t *superset = index->superset + f * (uint64_t)index->cells;
        for (int cell = 0; cell < index->cells; cell++)
            set_shared(job->news->prepared, superset[cell]);
    }
}

static void team_copy(void *context, size_t task, int worker) {
    const team_job *job = context;
    sh_duel_news *news = job->news;
    uint64_t copied = 0;
    EACH_TEAM_BIT(id, news->prepared, news->index->ids, task) {
        news->questions[id] = job->block->unknown[id];
        copied++;
    }
    add_shared(&news->strips, 4 * copied); // now, and compared when the questions are answered
}

// The subsets of a task, with a zero strip of the thread's own: visits write to it.
typedef struct team_subsets {
    uint64_t subset[TEAM_VISITS];
    uint32_t list[TEAM_VISITS], superset[TEAM_VISITS * SH_DUEL_MAX_CELLS];
    size_t listed;
} team_subsets;

INLINE void list_subset(team_subsets *own, const sh_duel_index *index, uint32_t f, uint32_t zero) {
    const uint32_t *from = index->superset + f * (size_t)index->cells;
    uint32_t *to = own->superset + own->listed * (size_t)index->cells;
    for (int cell = 0; cell < index->cells; cell++)
        to[cell] = from[cell] < index->ids ? from[cell] : zero;
    own->subset[own->listed] = index->subset[f];
    own->list[own->listed] = (uint32_t)own->listed;
    own->listed++;
}

// Until all classes before this one are done. Tasks begin in the order of their numbers, so the
// first that is not done waits for none.
static void await_classes(const team_job *job, int class) {
    for (int looks = 0; __atomic_load_n(&job->done, __ATOMIC_ACQUIRE) < job->first[class]; looks++)
        if (looks > 100) sched_yield();
}

static void team_visit(void *context, size_t task, int worker) {
    team_job *job = context;
    const sh_duel_index *index = job->news->index;
    const sh_duel_classes *classes = job->news->classes;
    const uint32_t *subset = classes->subset;
    int class = 0;
    while (task >= job->first[class + 1]) class ++;
    uint64_t begin = classes->first[class] + (task - job->first[class]) * TEAM_VISITS;
    uint64_t end = begin + TEAM_VISITS;
    if (end > classes->first[class + 1]) end = classes->first[class + 1];
    team_subsets own;
    own.listed = 0;
    for (uint64_t i = begin; i < end; i++)
        if (sh_bit_get(job->wanted, subset[i]) && !(index->subset[subset[i]] & job->taken))
            list_subset(&own, index, subset[i], (uint32_t)(index->ids + (uint64_t)worker));
    sh_reach reach = reach_of(job->news, job->block);
    reach.subset = own.subset;
    reach.superset = own.superset;
    await_classes(job, class);
    visit_list(index->size, &reach, own.list, own.listed);
    add_shared(&job->visits, own.listed);
    __atomic_fetch_add(&job->done, 1, __ATOMIC_RELEASE);
}

// Visits the wanted subsets and returns how many there are.
static uint64_t team_visits(team_job *job, const uint64_t *wanted) {
    sh_duel_news *news = job->news;
    job->wanted = wanted;
    job->visits = job->done = 0;
    int classes = news->index->cells;
    for (int class = 0; class < classes; class ++) {
        uint64_t subsets = news->classes->first[class + 1] - news->classes->first[class];
        job->first[class + 1] = job->first[class] + (subsets + TEAM_VISITS - 1) / TEAM_VISITS;
    }
    sh_pool_run(news->team, job->first[classes], team_visit, job);
    news->strips += 3 * job->visits * (uint64_t)news->index->cells;
    return job->visits;
}

// Flags the subsets to be visited; are they nearly all?
static bool team_flags(team_job *job) {
    sh_duel_news *news = job->news;
    const uint64_t *dirty = job->block->dirty;
    bool all = !dirty || count_bits(dirty, news->index->ids) > news->index->ids / MANY;
    memset(news->flags, all ? 0xff : 0, words(news->index->subsets) * sizeof *news->flags);
    if (!all) run_ids(job, team_flag);
    return all;
}

static uint64_t team_ask(team_job *job) {
    sh_duel_news *news = job->news;
    const sh_duel_index *index = news->index;
    memset(news->changed, 0, words(index->ids) * sizeof *news->changed);
    news->states = news->positions = news->strips = 0;
    if (team_flags(job)) {
        memcpy(news->prepared, job->block->alive, words(index->ids) * sizeof *news->prepared);
    } else {
        memset(news->prepared, 0, words(index->ids + 1) * sizeof *news->prepared);
        sh_pool_run(news->team, (index->subsets + TEAM_IDS - 1) / TEAM_IDS, team_reach, job);
        for (size_t w = 0; w < words(index->ids); w++) news->prepared[w] &= job->block->alive[w];
    }
    run_ids(job, team_copy);
    return team_visits(job, news->flags);
}

static void team_more(void *context, size_t task, int worker) {
    const team_job *job = context;
    sh_duel_news *news = job->news;
    const sh_duel_index *index = news->index;
    EACH_TEAM_BIT(id, news->prepared, index->ids, task) {
        if (!sh_strip_any(&news->questions[id])) {
            news->prepared[id / 64] &= ~(1ULL << (id & 63));
            continue;
        }
        const uint32_t *below = index->below + id * (uint64_t)index->pieces;
        for (int p = 0; p < index->pieces; p++)
            if (!sh_bit_get(news->flags, below[p])) set_shared(news->more, below[p]);
    }
}

static void team_take(void *context, size_t task, int worker) {
    const team_job *job = context;
    sh_duel_news *news = job->news, own = *news;
    sh_strip singles = single_rows(news->index, job->block->number);
    own.states = own.positions = own.strips = 0;
    EACH_TEAM_BIT(id, news->prepared, news->index->ids, task) {
        uint64_t any = 0;
        SH_EACH_WORD(i)
        any |= own.found[id].w[i] ^= job->answered ? job->block->unknown[id].w[i] : 0;
        if (any) record(&own, job->block, id, &singles);
    }
    add_shared(&news->states, own.states);
    add_shared(&news->positions, own.positions);
    add_shared(&news->strips, own.strips);
}

static void team_clear(void *context, size_t task, int worker) {
    sh_duel_news *news = ((const team_job *)context)->news;
    EACH_TEAM_BIT(id, news->changed, news->index->ids, task)
    memset(&news->found[id], 0, sizeof(sh_strip));
}

static void team_wins(sh_duel_news *news, sh_duel_block *block) {
    team_job job = {.news = news,
                    .block = block,
                    .taken = taken_cells(news->index, block->number),
                    .answered = true};
    team_ask(&job);
    run_ids(&job, team_take);
    copy_own_mirrors(news, block);
}

static void team_losses(sh_duel_news *news, sh_duel_block *block) {
    team_job job = {.news = news, .block = block, .taken = taken_cells(news->index, block->number)};
    if (team_ask(&job) < count_subsets(news->index, block)) {
        memset(news->more, 0, words(news->index->subsets) * sizeof *news->more);
        run_ids(&job, team_more);
        team_visits(&job, news->more);
    }
    run_ids(&job, team_take);
    copy_own_mirrors(news, block);
}
