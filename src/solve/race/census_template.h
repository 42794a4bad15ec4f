// SPDX-License-Identifier: MIT
// Tasks over the mover's sets, compiled for one CPU level: included by slices_template.h.

// The bits of a plane for one set of the mover: a line for each set of the next player.
static void read_matrix(const sh_plane *plane, uint32_t mover, const sh_census_worker *worker,
                        sh_line *matrix) {
    const sh_lanes *lanes = plane->lanes;
    bool turned = plane->relation == SH_PREVIOUS;
    sh_line *to = turned ? worker->rows : matrix;
    for (uint32_t slice = 0; slice < lanes->sets; slice++) {
        uint64_t row[SH_LANES_MAX_WORDS] = {0};
        if (sh_lanes_meet(lanes, plane->relation, slice, mover))
            sh_plane_read(plane, slice, mover, row);
        for (int block = 0; block < lanes->blocks; block++)
            memcpy(to + (size_t)block * worker->height + slice, row + block * SH_LINE_WORDS,
                   sizeof(sh_line));
    }
    for (int from = 0; turned && from < lanes->blocks; from++)
        for (int group = 0; group < lanes->blocks; group++)
            transpose(worker->rows + (size_t)from * worker->height + (size_t)group * SH_LANES,
                      matrix + (size_t)group * worker->height + (size_t)from * SH_LANES);
}

// Open states of a line, as a mask over all lanes; false where there are none.
static bool open_lanes(const sh_lanes *lanes, sh_triple state, uint64_t *open) {
    uint32_t goal = lanes->triples->goal;
    memset(open, 0, SH_LANES_MAX_WORDS * sizeof *open);
    if (state.mover == goal || state.next == goal ||
        !sh_lanes_meet(lanes, SH_NEXT, state.next, state.mover))
        return false;
    const uint64_t *a = sh_lanes_beside(lanes, SH_PREVIOUS, state.next);
    const uint64_t *b = sh_lanes_beside(lanes, SH_NEXT, state.mover);
    for (int w = 0; w < lanes->words; w++) open[w] = a[w] & b[w];
    open[goal / 64] &= ~(1ULL << goal % 64);
    return true;
}

static void add_draw(sh_census_worker *worker, sh_draw draw) {
    if (worker->draw_count == worker->draw_room) {
        size_t room = worker->draw_room * 2 + 1024;
        sh_draw *draws = realloc(worker->draws, room * sizeof *draws);
        if (!draws) {
            worker->failed = true;
            return;
        }
        worker->draws = draws;
        worker->draw_room = room;
    }
    worker->draws[worker->draw_count++] = draw;
}

// Lists the states in which player i neither wins alone (plane 3+i) nor is shut out (plane i).
static void list_draws(void *context, size_t index, int number) {
    const sh_census *census = context;
    sh_census_worker *worker = &census->worker[number];
    const sh_lanes *lanes = &census->solved->lanes;
    uint32_t mover = (uint32_t)index;
    for (int i = 0; i < 6; i++) read_matrix(census->plane[i], mover, worker, worker->matrix[i]);
    for (uint32_t next = 0; next < lanes->sets; next++) {
        uint64_t open[SH_LANES_MAX_WORDS];
        if (!open_lanes(lanes, (sh_triple){mover, next, 0}, open)) continue;
        for (int i = 0; i < 3; i++)
            for (int w = 0; w < lanes->words; w++) {
                size_t line = (size_t)(w / SH_LINE_WORDS) * worker->height + next;
                uint64_t out = worker->matrix[i][line].w[w % SH_LINE_WORDS];
                uint64_t solo = worker->matrix[3 + i][line].w[w % SH_LINE_WORDS];
                for (uint64_t left = open[w] & ~out & ~solo; left; left &= left - 1) {
                    uint32_t previous = (uint32_t)(w * 64 + __builtin_ctzll(left));
                    add_draw(worker, sh_draw_of((sh_triple){mover, next, previous}, i));
                }
            }
    }
}

INLINE uint64_t count_vec(vec x) {
    uint64_t count = 0;
    UNROLL for (int i = 0; i < VECTOR_WORDS; i++) count += (uint64_t)__builtin_popcountll(x[i]);
    return count;
}

// Adds up one part of a line: b[] are the nine bits in the order of the control code.
INLINE void tally_part(sh_tally *tally, vec open, const vec *b) {
    const vec *solo = b, *next = b + 3, *previous = b + 6;
    vec any_solo = solo[0] | solo[1] | solo[2], none = open & ~any_solo;
    vec enabled = next[0] | next[1] | next[2] | previous[0] | previous[1] | previous[2];
    tally->type[SH_TYPE_SOLO_WIN] += count_vec(any_solo & open);
    tally->type[SH_TYPE_KINGMAKER] += count_vec(none & enabled);
    tally->type[SH_TYPE_OTHER] += count_vec(none & ~enabled);
    vec crown[3];
    UNROLL for (int i = 0; i < 3; i++) {
        tally->kingmaker[i][(i + 1) % 3] += count_vec(open & next[i] & ~solo[(i + 1) % 3]);
        tally->kingmaker[i][(i + 2) % 3] += count_vec(open & previous[i] & ~solo[(i + 2) % 3]);
        crown[i] = none & (next[(i + 2) % 3] | previous[(i + 1) % 3]);
    }
    vec odd = crown[0] ^ crown[1] ^ crown[2];
    vec two = (crown[0] & crown[1]) | (crown[0] & crown[2]) | (crown[1] & crown[2]);
    tally->crowned[0] += count_vec(none & ~odd & ~two);
    tally->crowned[1] += count_vec(odd & ~two);
    tally->crowned[2] += count_vec(two & ~odd);
    tally->crowned[3] += count_vec(two & odd);
}

static void count_types(void *context, size_t index, int number) {
    const sh_census *census = context;
    sh_census_worker *worker = &census->worker[number];
    const sh_lanes *lanes = &census->solved->lanes;
    uint32_t mover = (uint32_t)index;
    for (int i = 0; i < 9; i++) read_matrix(census->plane[i], mover, worker, worker->matrix[i]);
    for (uint32_t next = 0; next < lanes->sets; next++) {
        sh_line open[SH_LANES_MAX_WORDS / SH_LINE_WORDS];
        if (!open_lanes(lanes, (sh_triple){mover, next, 0}, open[0].w)) continue;
        for (int block = 0; block < lanes->blocks; block++)
            for (int part = 0; part < PARTS; part++) {
                size_t line = (size_t)block * worker->height + next;
                vec bits[9];
                UNROLL for (int i = 0; i < 9; i++) bits[i] =
                    ((const vec *)(worker->matrix[i] + line))[part];
                tally_part(&worker->tally, ((const vec *)&open[block])[part], bits);
            }
    }
}
