// SPDX-License-Identifier: MIT
// One slice, one step back: included by slices_template.h. It gives ask(), which says what states
// of a slice have a move (or only moves) into what is known of the next turn.
//
// Moves keep all pieces but one, so the work goes by subsets F of the mover's set:
// 1. A strip of news flags, in its block, the subsets of its set. Only sets that contain a flagged
//    subset can have a move into the news.
// 2. Their strips of unknown states are read from the plane, in the order in which they lie there.
// 3. "One move": the kernel clears from them what reaches the news.
//    "All moves": unknown states that share a flagged subset with news in their lane are
//    candidates; every subset of theirs is visited with `rest` as target, and what the kernel
//    clears has a way out.
// 4. What became known stays in `found`.

#define AHEAD 6 // strips to prefetch before one is read: memory is far

typedef struct question {
    const sh_cube *cube;
    const sh_plane *plane; // of the turn that is asked about
    uint32_t slice;
    bool all;        // known if all moves lead to known states, else if one does
    bool goal_asked; // the strip of the goal is asked like others; else it is dead
} question;

INLINE sh_strip *strip_at(const sh_scratch *scratch, sh_strip *strips, int block, uint32_t id) {
    return strips + (size_t)block * scratch->height + id;
}

// The lanes at work of a row, by their numbers; the words beyond them are zero.
INLINE void gather(const sh_cube *cube, const sh_scratch *scratch, const uint64_t *restrict row,
                   uint64_t *restrict gathered) {
    memset(gathered, 0, SH_CUBE_MAX_WORDS * sizeof *gathered);
    if (scratch->renumbered)
        cube->rows->pack(row, scratch->active, cube->words, gathered);
    else
        for (int w = 0; w < cube->words; w++) gathered[w] = row[w] & scratch->active[w];
}

// Puts a row of the lanes at work into the strips of an id.
INLINE void put(const sh_scratch *scratch, sh_strip *strips, uint32_t id, const uint64_t *row) {
    for (int block = 0; block < scratch->blocks; block++)
        memcpy(strip_at(scratch, strips, block, id), row + block * SH_STRIP_WORDS,
               sizeof(sh_strip));
}

INLINE void mark(const sh_cube *cube, sh_scratch *scratch, int block, uint32_t id) {
    sh_bit_set(scratch->marks + (size_t)block * (size_t)cube->words, id);
}

// What the slice's set and the lanes' player occupy of the mover's track.
static void occupy(const question *ask, sh_scratch *scratch) {
    const sh_cube *cube = ask->cube;
    sh_relation relation = ask->plane->relation;
    size_t cells = (size_t)cube->triples->cells;
    uint32_t seen = cube->triples->seen[relation][ask->slice];
    for (size_t cell = 0; cell < cells; cell++) {
        uint64_t row[SH_CUBE_MAX_WORDS];
        const uint64_t *cover =
            cube->cover[sh_relation_back(relation)] + cell * (size_t)cube->words;
        if (seen >> cell & 1)
            memset(row, 0xff, sizeof row);
        else
            gather(cube, scratch, cover, row);
        for (int block = 0; block < scratch->blocks; block++)
            memcpy(&scratch->occupied[(size_t)block * cells + cell], row + block * SH_STRIP_WORDS,
                   sizeof(sh_strip));
    }
}

// Flags the subsets of the marked sets of a block.
static bool flag_subsets(const sh_cube *cube, const uint64_t *marks, uint64_t *flags) {
    uint32_t pieces = (uint32_t)cube->triples->pieces;
    bool any = false;
    memset(flags, 0, SH_SUBSET_WORDS * sizeof *flags);
    for (int w = 0; w < cube->words; w++)
        for (uint64_t left = marks[w]; left; left &= left - 1, any = true) {
            uint32_t id = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(left);
            for (uint32_t i = 0; i < pieces; i++) sh_bit_set(flags, cube->below[id * pieces + i]);
        }
    return any;
}

// Adds the sets that contain flagged subsets.
static void add_supersets(const sh_cube *cube, const uint64_t *flags, uint64_t *ids) {
    for (int f = 0; f < SH_SUBSET_WORDS; f++)
        for (uint64_t left = flags[f]; left; left &= left - 1) {
            size_t subset = (size_t)f * 64 + (size_t)__builtin_ctzll(left);
            const uint64_t *above = cube->above + subset * (size_t)cube->words;
            for (int w = 0; w < cube->words; w++) ids[w] |= above[w];
        }
}

// Lists those of the ids that can be asked about.
static void list_ids(const question *ask, sh_scratch *scratch, uint64_t *ids) {
    const sh_cube *cube = ask->cube;
    const uint64_t *meet = sh_cube_beside(cube, ask->plane->relation, ask->slice);
    uint32_t goal = cube->triples->goal;
    if (!ask->goal_asked) ids[goal / 64] &= ~(1ULL << goal % 64);
    for (int w = 0; w < cube->words; w++)
        for (uint64_t left = ids[w] & meet[w]; left; left &= left - 1)
            scratch->ids[scratch->id_count++] = (uint32_t)(w * 64 + __builtin_ctzll(left));
}

// Reads the unknown states of a set's strip into `found`.
static void load(const question *ask, sh_scratch *scratch, uint32_t id) {
    const sh_cube *cube = ask->cube;
    uint64_t row[SH_CUBE_MAX_WORDS];
    gather(cube, scratch, sh_plane_row(ask->plane, ask->slice, id), row);
    put(scratch, scratch->found, id, row);
    if (!ask->all) put(scratch, scratch->questions, id, row);
}

// Opens the candidates of a block for "all moves", and flags every subset of theirs instead.
static void propose(const question *ask, sh_scratch *scratch, int block, uint64_t *flags) {
    const sh_cube *cube = ask->cube;
    size_t cells = (size_t)cube->triples->cells;
    uint32_t pieces = (uint32_t)cube->triples->pieces;
    const vec *news = (const vec *)strip_at(scratch, scratch->news, block, 0);
    const vec *found = (const vec *)strip_at(scratch, scratch->found, block, 0);
    vec *questions = (vec *)strip_at(scratch, scratch->questions, block, 0);
    uint64_t more[SH_SUBSET_WORDS] = {0};
    for (uint32_t subset = 0; subset < cube->subsets; subset++) {
        if (!sh_bit_get(flags, subset)) continue;
        const uint32_t *superset = cube->superset + (size_t)subset * cells;
        for (int part = 0; part < PARTS; part++) {
            vec lanes_with_news = {0};
            for (size_t cell = 0; cell < cells; cell++)
                lanes_with_news |= news[superset[cell] * (uint32_t)PARTS + (uint32_t)part];
            if (!vec_any(lanes_with_news)) continue;
            for (size_t cell = 0; cell < cells; cell++) {
                uint32_t at = superset[cell] * (uint32_t)PARTS + (uint32_t)part;
                vec asked = found[at] & lanes_with_news;
                if (!vec_any(asked)) continue;
                questions[at] |= asked;
                for (uint32_t i = 0; i < pieces; i++)
                    sh_bit_set(more, cube->below[superset[cell] * pieces + i]);
            }
        }
    }
    memcpy(flags, more, sizeof more);
}

static void visit(const question *ask, sh_scratch *scratch, int block, const uint64_t *flags) {
    const sh_cube *cube = ask->cube;
    size_t count = 0;
    for (uint32_t subset = 0; subset < cube->subsets; subset++)
        if (sh_bit_get(flags, subset)) scratch->visit[count++] = subset;
    sh_reach reach = {
        .subset = cube->subset,
        .superset = cube->superset,
        .occupied = scratch->occupied + (size_t)(block * cube->triples->cells),
        .targets = strip_at(scratch, ask->all ? scratch->rest : scratch->news, block, 0),
        .questions = strip_at(scratch, scratch->questions, block, 0),
    };
    if (cube->triples->side == 3)
        reach_3(&reach, scratch->visit, count);
    else
        reach_5(&reach, scratch->visit, count);
}

// Turns what the kernel left into what became known, for one set; clears its questions.
static uint64_t settle(const question *ask, const sh_scratch *scratch, uint32_t id) {
    uint64_t count = 0;
    for (int block = 0; block < scratch->blocks; block++) {
        sh_strip *strip = strip_at(scratch, scratch->found, block, id);
        vec *questions = (vec *)strip_at(scratch, scratch->questions, block, id),
            *found = (vec *)strip;
        bool any = false;
        UNROLL for (int part = 0; part < PARTS; part++) {
            vec left = questions[part];
            found[part] = found[part] & ~left;
            if (ask->all) found[part] = left;
            questions[part] = (vec){0};
            any |= vec_any(found[part]);
        }
        if (any) count += (uint64_t)sh_strip_count(strip);
    }
    return count;
}

// Forgets the news of a block.
static void clear_news(const sh_cube *cube, sh_scratch *scratch, int block) {
    uint64_t *marks = scratch->marks + (size_t)block * (size_t)cube->words;
    for (int w = 0; w < cube->words; w++)
        for (; marks[w]; marks[w] &= marks[w] - 1) {
            uint32_t id = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(marks[w]);
            memset(strip_at(scratch, scratch->news, block, id), 0, sizeof(sh_strip));
        }
}

// Answers for all states that the news can have changed. Leaves the ids with finds in `ids` and the
// finds in `found`; returns their number.
static uint64_t answer(const question *ask, sh_scratch *scratch) {
    const sh_cube *cube = ask->cube;
    assert(scratch->id_count == 0 && cube->subsets <= 64 * SH_SUBSET_WORDS);
    uint64_t ids[SH_CUBE_MAX_WORDS] = {0};
    bool news[SH_CUBE_MAX_WORDS / SH_STRIP_WORDS];
    occupy(ask, scratch);
    for (int block = 0; block < scratch->blocks; block++) {
        const uint64_t *marks = scratch->marks + (size_t)block * (size_t)cube->words;
        news[block] = flag_subsets(cube, marks, scratch->flags[block]);
        add_supersets(cube, scratch->flags[block], ids);
    }
    list_ids(ask, scratch, ids);
    for (uint32_t i = 0; i < scratch->id_count; i++) {
        if (i + 2 * AHEAD < scratch->id_count)
            sh_plane_prefetch(ask->plane, ask->slice, scratch->ids[i + 2 * AHEAD]);
        load(ask, scratch, scratch->ids[i]);
    }
    for (int block = 0; block < scratch->blocks; block++) {
        if (!news[block]) continue;
        if (ask->all) propose(ask, scratch, block, scratch->flags[block]);
        visit(ask, scratch, block, scratch->flags[block]);
        clear_news(cube, scratch, block);
    }
    uint64_t count = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scratch->id_count; i++) {
        uint64_t known = settle(ask, scratch, scratch->ids[i]);
        if (known) scratch->ids[kept++] = scratch->ids[i];
        count += known;
    }
    scratch->id_count = kept;
    return count;
}

// The finds of a set as a row of all lanes; clears them.
static void take_found(const sh_cube *cube, const sh_scratch *scratch, uint32_t id, uint64_t *row) {
    uint64_t packed[SH_CUBE_MAX_WORDS] = {0};
    for (int block = 0; block < scratch->blocks; block++) {
        sh_strip *found = strip_at(scratch, scratch->found, block, id);
        memcpy(packed + block * SH_STRIP_WORDS, found, sizeof *found);
        memset(found, 0, sizeof *found);
    }
    if (scratch->renumbered)
        cube->rows->spread(packed, scratch->active, cube->words, row);
    else
        memcpy(row, packed, (size_t)cube->words * sizeof *row);
}

// Finds are no longer unknown.
INLINE void strike(uint64_t *restrict unknown, const uint64_t *restrict found, int words) {
    for (int w = 0; w < words; w++) unknown[w] &= ~found[w];
}
