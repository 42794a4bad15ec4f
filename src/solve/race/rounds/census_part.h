// SPDX-License-Identifier: MIT
// Tasks over the next player's sets, compiled for one CPU level: included by slices_template.h.

// A strip of the planes: all placements with these sets of the next player and of the mover.
typedef struct census_strip {
    uint32_t next, mover;
    size_t start;                        // first word in each plane
    int words;                           // packed
    uint64_t ongoing[SH_CUBE_MAX_WORDS]; // the placements in which nobody has won
} census_strip;

// False where the strip has no ongoing placements.
static bool find_strip(const sh_cube *cube, uint32_t next, uint32_t mover, census_strip *strip) {
    uint32_t goal = cube->triples->goal, places = 0, won = 0;
    if (mover == goal || next == goal || !sh_cube_disjoint(cube, SH_NEXT, next, mover))
        return false;
    const uint64_t *a = sh_cube_beside(cube, SH_PREVIOUS, next);
    const uint64_t *b = sh_cube_beside(cube, SH_NEXT, mover);
    for (uint32_t w = 0; w < (uint32_t)cube->words; w++) {
        if (w == goal / 64)
            won = places + (uint32_t)__builtin_popcountll(a[w] & b[w] & ((1ULL << goal % 64) - 1));
        places += (uint32_t)__builtin_popcountll(a[w] & b[w]);
    }
    strip->next = next;
    strip->mover = mover;
    strip->start = cube->start[SH_NEXT][(size_t)next * cube->sets + mover];
    strip->words = (int)(places + 63) / 64;
    memset(strip->ongoing, 0xff, (size_t)strip->words * sizeof(uint64_t));
    if (places % 64) strip->ongoing[places / 64] = (1ULL << places % 64) - 1;
    // Goals are private: nobody else can stand on one, so this lane is in every strip.
    strip->ongoing[won / 64] &= ~(1ULL << won % 64);
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

// The lane with this number among those of a packed strip.
static uint32_t lane_at(const sh_cube *cube, const census_strip *strip, uint32_t number) {
    const uint64_t *a = sh_cube_beside(cube, SH_PREVIOUS, strip->next);
    const uint64_t *b = sh_cube_beside(cube, SH_NEXT, strip->mover);
    for (uint32_t w = 0;; w++) {
        uint64_t left = a[w] & b[w];
        uint32_t count = (uint32_t)__builtin_popcountll(left);
        if (number >= count) {
            number -= count;
            continue;
        }
        while (number--) left &= left - 1;
        return w * 64 + (uint32_t)__builtin_ctzll(left);
    }
}

// Lists the states in which player i neither wins alone (plane 3+i) nor is shut out (plane i).
static void list_draws(void *context, size_t index, int number) {
    const sh_census *census = context;
    sh_census_worker *worker = &census->worker[number];
    const sh_cube *cube = &census->solved->cube;
    census_strip strip;
    for (uint32_t mover = 0; mover < cube->sets; mover++) {
        if (!find_strip(cube, (uint32_t)index, mover, &strip)) continue;
        for (int i = 0; i < 3; i++) {
            const uint64_t *out = census->plane[i]->words + strip.start;
            const uint64_t *solo = census->plane[3 + i]->words + strip.start;
            for (int w = 0; w < strip.words; w++)
                for (uint64_t left = strip.ongoing[w] & ~out[w] & ~solo[w]; left;
                     left &= left - 1) {
                    uint32_t at = (uint32_t)(w * 64 + __builtin_ctzll(left));
                    sh_triple state = {mover, strip.next, lane_at(cube, &strip, at)};
                    add_draw(worker, sh_draw_of(state, i));
                }
        }
    }
}

INLINE uint64_t count_bits(uint64_t x) { return (uint64_t)__builtin_popcountll(x); }

// Adds up 64 placements: b[] are the nine bits in the order of the control code.
INLINE void count_word(sh_control_counts *counts, uint64_t ongoing, const uint64_t *b) {
    const uint64_t *solo = b, *next = b + 3, *previous = b + 6;
    uint64_t any_solo = solo[0] | solo[1] | solo[2], none = ongoing & ~any_solo;
    uint64_t enabled = next[0] | next[1] | next[2] | previous[0] | previous[1] | previous[2];
    counts->type[SH_TYPE_SOLO_WIN] += count_bits(any_solo & ongoing);
    counts->type[SH_TYPE_KINGMAKER] += count_bits(none & enabled);
    counts->type[SH_TYPE_OTHER] += count_bits(none & ~enabled);
    uint64_t crown[3];
    UNROLL for (int i = 0; i < 3; i++) {
        counts->kingmaker[i][(i + 1) % 3] += count_bits(ongoing & next[i] & ~solo[(i + 1) % 3]);
        counts->kingmaker[i][(i + 2) % 3] += count_bits(ongoing & previous[i] & ~solo[(i + 2) % 3]);
        crown[i] = none & (next[(i + 2) % 3] | previous[(i + 1) % 3]);
    }
    uint64_t odd = crown[0] ^ crown[1] ^ crown[2];
    uint64_t two = (crown[0] & crown[1]) | (crown[0] & crown[2]) | (crown[1] & crown[2]);
    counts->crowned[0] += count_bits(none & ~odd & ~two);
    counts->crowned[1] += count_bits(odd & ~two);
    counts->crowned[2] += count_bits(two & ~odd);
    counts->crowned[3] += count_bits(two & odd);
}

static void count_types(void *context, size_t index, int number) {
    const sh_census *census = context;
    const sh_cube *cube = &census->solved->cube;
    sh_control_counts counts = census->worker[number].counts;
    census_strip strip;
    for (uint32_t mover = 0; mover < cube->sets; mover++) {
        if (!find_strip(cube, (uint32_t)index, mover, &strip)) continue;
        for (int w = 0; w < strip.words; w++) {
            uint64_t bits[SH_CENSUS_PLANES];
            UNROLL for (int i = 0; i < SH_CENSUS_PLANES; i++) bits[i] =
                census->plane[i]->words[strip.start + (size_t)w];
            count_word(&counts, strip.ongoing[w], bits);
        }
    }
    census->worker[number].counts = counts;
}
