// SPDX-License-Identifier: MIT
// One slice, one step back: included by slices_template.h. It gives ask(), which says what states
// of a slice have a move (or only moves) into what is known of the next turn.
//
// Moves keep all pieces but one, so the work goes by subsets F of the mover's set:
// 1. A line of news flags, in its block, the subsets of its set. Only sets that contain a flagged
//    subset can have a move into the news.
// 2. Their lines are read from the plane and inverted: the unknown states.
// 3. "One move": the kernel clears from them what reaches the news.
//    "All moves": unknown states that share a flagged subset with news in their lane are
//    candidates; every subset of theirs is visited with `rest` as target, and what the kernel
//    clears has a way out.
// 4. What became known stays in `found`.

#define MAX_SUBSET_WORDS 5 // C(25, 2) = 300 subsets
#define AHEAD 6            // lines to prefetch before one is read: memory is far

typedef struct question {
    const sh_lanes *lanes;
    const sh_plane *plane; // what is known of the turn that is asked about
    uint32_t slice;
    bool all;        // known if all moves lead to known states, else if one does
    bool goal_asked; // the line of the goal is asked like others; else it is dead
} question;

INLINE sh_line *line_at(const sh_scratch *scratch, sh_line *lines, int block, uint32_t id) {
    return lines + (size_t)block * scratch->height + id;
}

// Puts a row of the lanes at work into the lines of an id.
INLINE void put(const sh_scratch *scratch, sh_line *lines, uint32_t id, const uint64_t *row) {
    for (int block = 0; block < scratch->blocks; block++)
        memcpy(line_at(scratch, lines, block, id), row + block * SH_LINE_WORDS, sizeof(sh_line));
}

INLINE void mark(const sh_lanes *lanes, sh_scratch *scratch, int block, uint32_t id) {
    sh_bit_set(scratch->marks + (size_t)block * (size_t)lanes->words, id);
}

// What the slice's set and the lanes' player occupy of the mover's lane.
static void occupy(const question *ask, sh_scratch *scratch) {
    const sh_lanes *lanes = ask->lanes;
    sh_relation relation = ask->plane->relation;
    size_t cells = (size_t)lanes->triples->cells;
    uint32_t seen = lanes->triples->seen[relation][ask->slice];
    for (size_t cell = 0; cell < cells; cell++) {
        uint64_t row[SH_LANES_MAX_WORDS] = {0};
        const uint64_t *cover =
            lanes->cover[sh_relation_back(relation)] + cell * (size_t)lanes->words;
        if (seen >> cell & 1)
            memset(row, 0xff, sizeof row);
        else
            lanes->rows->pack(cover, scratch->active, lanes->words, row);
        for (int block = 0; block < scratch->blocks; block++)
            memcpy(&scratch->occupied[(size_t)block * cells + cell], row + block * SH_LINE_WORDS,
                   sizeof(sh_line));
    }
}

// Flags the subsets of the marked sets of a block.
static bool flag_subsets(const sh_lanes *lanes, const uint64_t *marks, uint64_t *flags) {
    uint32_t pieces = (uint32_t)lanes->triples->pieces;
    bool any = false;
    for (int w = 0; w < lanes->words; w++)
        for (uint64_t left = marks[w]; left; left &= left - 1, any = true) {
            uint32_t id = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(left);
            for (uint32_t i = 0; i < pieces; i++) sh_bit_set(flags, lanes->below[id * pieces + i]);
        }
    return any;
}

// The states of a line that exist and are not known.
INLINE void invert(sh_lane_mask mask, const uint64_t *restrict known, int words,
                   uint64_t *restrict unknown) {
    const uint64_t *restrict a = mask.a, *restrict b = mask.b;
    for (int w = 0; w < words; w++) unknown[w] = a[w] & b[w] & ~known[w];
}

// Reads the unknown states of a set's line into `found`.
static void load(const question *ask, sh_scratch *scratch, uint32_t id) {
    const sh_lanes *lanes = ask->lanes;
    sh_lane_mask mask = sh_plane_mask(ask->plane, ask->slice, id);
    const uint64_t *known = sh_plane_row(ask->plane, ask->slice, id);
    uint64_t unknown[SH_LANES_MAX_WORDS], row[SH_LANES_MAX_WORDS] = {0};
    invert(mask, known, lanes->words, unknown);
    lanes->rows->pack(unknown, scratch->active, lanes->words, row);
    put(scratch, scratch->found, id, row);
    if (!ask->all) put(scratch, scratch->open, id, row);
}

// Loads the sets that contain flagged subsets, as far as they can be asked about.
static void load_flagged(const question *ask, sh_scratch *scratch, const uint64_t *flags) {
    const sh_lanes *lanes = ask->lanes;
    int cells = lanes->triples->cells;
    uint32_t first = scratch->id_count;
    for (uint32_t subset = 0; subset < lanes->subsets; subset++) {
        if (!sh_bit_get(flags, subset)) continue;
        const uint32_t *superset = lanes->superset + (size_t)subset * (size_t)cells;
        for (int cell = 0; cell < cells; cell++) {
            uint32_t id = superset[cell];
            if (id == lanes->sets || sh_bit_get(scratch->loaded, id)) continue;
            sh_bit_set(scratch->loaded, id);
            if (id == lanes->triples->goal && !ask->goal_asked) continue;
            if (sh_lanes_meet(lanes, ask->plane->relation, ask->slice, id))
                scratch->ids[scratch->id_count++] = id;
        }
    }
    for (uint32_t i = first; i < scratch->id_count; i++) {
        if (i + AHEAD < scratch->id_count)
            sh_plane_prefetch(ask->plane, ask->slice, scratch->ids[i + AHEAD]);
        load(ask, scratch, scratch->ids[i]);
    }
}

// Opens the candidates of a block for "all moves", and flags every subset of theirs instead.
static void propose(const question *ask, sh_scratch *scratch, int block, uint64_t *flags) {
    const sh_lanes *lanes = ask->lanes;
    size_t cells = (size_t)lanes->triples->cells;
    uint32_t pieces = (uint32_t)lanes->triples->pieces;
    const vec *news = (const vec *)line_at(scratch, scratch->news, block, 0);
    const vec *found = (const vec *)line_at(scratch, scratch->found, block, 0);
    vec *open = (vec *)line_at(scratch, scratch->open, block, 0);
    uint64_t more[MAX_SUBSET_WORDS] = {0};
    for (uint32_t subset = 0; subset < lanes->subsets; subset++) {
        if (!sh_bit_get(flags, subset)) continue;
        const uint32_t *superset = lanes->superset + (size_t)subset * cells;
        for (int part = 0; part < PARTS; part++) {
            vec lanes_with_news = {0};
            for (size_t cell = 0; cell < cells; cell++)
                lanes_with_news |= news[superset[cell] * (uint32_t)PARTS + (uint32_t)part];
            if (!vec_any(lanes_with_news)) continue;
            for (size_t cell = 0; cell < cells; cell++) {
                uint32_t at = superset[cell] * (uint32_t)PARTS + (uint32_t)part;
                vec asked = found[at] & lanes_with_news;
                if (!vec_any(asked)) continue;
                open[at] |= asked;
                for (uint32_t i = 0; i < pieces; i++)
                    sh_bit_set(more, lanes->below[superset[cell] * pieces + i]);
            }
        }
    }
    memcpy(flags, more, sizeof more);
}

static void visit(const question *ask, sh_scratch *scratch, int block, const uint64_t *flags) {
    const sh_lanes *lanes = ask->lanes;
    size_t count = 0;
    for (uint32_t subset = 0; subset < lanes->subsets; subset++)
        if (sh_bit_get(flags, subset)) scratch->visit[count++] = subset;
    sh_reach reach = {
        .subset = lanes->subset,
        .superset = lanes->superset,
        .occupied = scratch->occupied + (size_t)(block * lanes->triples->cells),
        .targets = line_at(scratch, ask->all ? scratch->rest : scratch->news, block, 0),
        .open = line_at(scratch, scratch->open, block, 0),
    };
    if (lanes->triples->side == 3)
        reach_3(&reach, scratch->visit, count);
    else
        reach_5(&reach, scratch->visit, count);
}

// Turns what the kernel left into what became known, for one set; clears its questions.
static uint64_t settle(const question *ask, const sh_scratch *scratch, uint32_t id) {
    uint64_t count = 0;
    for (int block = 0; block < scratch->blocks; block++) {
        sh_line *line = line_at(scratch, scratch->found, block, id);
        vec *open = (vec *)line_at(scratch, scratch->open, block, id), *found = (vec *)line;
        bool any = false;
        UNROLL for (int part = 0; part < PARTS; part++) {
            vec left = open[part];
            found[part] = found[part] & ~left;
            if (ask->all) found[part] = left;
            open[part] = (vec){0};
            any |= vec_any(found[part]);
        }
        if (any) count += (uint64_t)sh_line_count(line);
    }
    return count;
}

// Forgets the news of a block.
static void clear_news(const sh_lanes *lanes, sh_scratch *scratch, int block) {
    uint64_t *marks = scratch->marks + (size_t)block * (size_t)lanes->words;
    for (int w = 0; w < lanes->words; w++)
        for (; marks[w]; marks[w] &= marks[w] - 1) {
            uint32_t id = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(marks[w]);
            memset(line_at(scratch, scratch->news, block, id), 0, sizeof(sh_line));
        }
}

// Answers for all states that the news can have changed. Leaves the ids with finds in `ids` and the
// finds in `found`; returns their number.
static uint64_t answer(const question *ask, sh_scratch *scratch) {
    const sh_lanes *lanes = ask->lanes;
    assert(scratch->id_count == 0 && lanes->subsets <= 64 * MAX_SUBSET_WORDS);
    occupy(ask, scratch);
    for (int block = 0; block < scratch->blocks; block++) {
        uint64_t flags[MAX_SUBSET_WORDS] = {0};
        uint64_t *marks = scratch->marks + (size_t)block * (size_t)lanes->words;
        if (!flag_subsets(lanes, marks, flags)) continue;
        load_flagged(ask, scratch, flags);
        if (ask->all) propose(ask, scratch, block, flags);
        visit(ask, scratch, block, flags);
        clear_news(lanes, scratch, block);
    }
    uint64_t count = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scratch->id_count; i++) {
        uint64_t known = settle(ask, scratch, scratch->ids[i]);
        if (known) scratch->ids[kept++] = scratch->ids[i];
        count += known;
    }
    scratch->id_count = kept;
    memset(scratch->loaded, 0, (size_t)lanes->words * sizeof(uint64_t));
    return count;
}

// The finds of a set as a row of all lanes; clears them.
static void take_found(const sh_lanes *lanes, const sh_scratch *scratch, uint32_t id,
                       uint64_t *row) {
    uint64_t packed[SH_LANES_MAX_WORDS] = {0};
    for (int block = 0; block < scratch->blocks; block++) {
        sh_line *found = line_at(scratch, scratch->found, block, id);
        memcpy(packed + block * SH_LINE_WORDS, found, sizeof *found);
        memset(found, 0, sizeof *found);
    }
    lanes->rows->spread(packed, scratch->active, lanes->words, row);
}
