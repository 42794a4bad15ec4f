// SPDX-License-Identifier: MIT
// Strips without the overlaps, one bit a state, and back: included by kernel_template.h.
//
// Most pairs of sets overlap when armies are large (on 5x5/6 six of seven), and their bits are
// always zero. A stream holds, id after id, only the lanes of a strip whose waiter leaves the cells
// of set(id) free: as many bits a row as the table has columns. No state is ranked: the mask of a
// strip says where its bits belong. Nothing in the loops depends on how many they are but numbers:
// a branch on that would often be guessed wrong. Sets with a cell that all waiters of the block
// have are left out early: they are neighbours. Reading looks up to two words ahead.

// The lanes of a block that leave the cells of a set free.
INLINE sh_strip free_lanes(const sh_duel_index *index, uint64_t block, const sh_strip *exists,
                           uint64_t set) {
    const sh_strip *waiter = index->waiter + block * (uint64_t)index->cells;
    sh_strip lanes = *exists;
    for (; set; set &= set - 1) {
        const sh_strip *taken = &waiter[__builtin_ctzll(set)];
        SH_EACH_WORD(i) lanes.w[i] &= ~taken->w[i];
    }
    return lanes;
}

static sh_strip existing_lanes(const sh_duel_index *index, uint64_t block) {
    uint64_t rows = index->canonical - block * SH_LANES;
    sh_strip exists;
    SH_EACH_WORD(i) {
        uint64_t before = (uint64_t)i * 64, here = rows < before ? 0 : rows - before;
        exists.w[i] = here < 64 ? (1ULL << here) - 1 : ~0ULL;
    }
    return exists;
}

// Ids that stand for a set of their own: not padding, not the copy of a set equal to its mirror.
INLINE bool is_primary(const sh_duel_index *index, uint64_t id) {
    return index->set[id] && !sh_duel_is_copy(index, id);
}

// Writes the first `count` of eight words and nothing behind them.
INLINE void put_words(uint64_t *out, const uint64_t *words, size_t count) {
#ifdef __AVX512F__
    _mm512_mask_storeu_epi64(out, (__mmask8)((1U << count) - 1), _mm512_loadu_si512(words));
#else
    for (size_t i = 0; i < count; i++) out[i] = words[i];
#endif
}

static void squeeze(const sh_duel_index *index, uint64_t block, const sh_strip *strips,
                    uint64_t first, uint64_t count, sh_bit_stream *stream) {
    sh_strip exists = existing_lanes(index, block);
    uint64_t taken = taken_cells(index, block);
    uint64_t *out = stream->words, held = stream->held;
    int fill = stream->fill;
    for (uint64_t id = first; id < first + count; id++) {
        if (index->set[id] & taken || !is_primary(index, id)) continue;
        sh_strip lanes = free_lanes(index, block, &exists, index->set[id]);
        uint64_t full[SH_STRIP_WORDS];
        size_t whole = 0;
        SH_EACH_WORD(i) {
            uint64_t bits = sh_gather(strips[id - first].w[i], lanes.w[i]);
            uint64_t over = bits >> 1 >> (63 - fill); // what does not fit
            held |= bits << fill;
            full[whole] = held;
            fill += __builtin_popcountll(lanes.w[i]);
            held = fill >= 64 ? over : held;
            whole += fill >= 64;
            fill &= 63;
        }
        put_words(out, full, whole);
        out += whole;
    }
    *stream = (sh_bit_stream){out, held, fill};
}

// 64 bits from a place on.
INLINE uint64_t bits_at(const uint64_t *words, uint64_t place) {
    return words[place / 64] >> place % 64 | words[place / 64 + 1] << 1 << (63 - place % 64);
}

static void expand(const sh_duel_index *index, uint64_t block, sh_bit_stream *stream,
                   uint64_t first, uint64_t count, sh_strip *strips) {
    sh_strip exists = existing_lanes(index, block);
    uint64_t taken = taken_cells(index, block);
    const uint64_t *words = stream->words - (stream->fill > 0);
    uint64_t place = (64 - (uint64_t)stream->fill) % 64;
    for (uint64_t id = first; id < first + count; id++) {
        sh_strip *strip = &strips[id - first];
        if (index->set[id] & taken) {
            memset(strip, 0, sizeof *strip);
            continue;
        }
        if (!is_primary(index, id)) {
            memset(strip, 0, sizeof *strip);
            if (index->set[id] && first <= id - index->half)
                *strip = strips[id - index->half - first];
            continue;
        }
        sh_strip lanes = free_lanes(index, block, &exists, index->set[id]);
        SH_EACH_WORD(i) {
            strip->w[i] = sh_scatter(bits_at(words, place), lanes.w[i]);
            place += (uint64_t)__builtin_popcountll(lanes.w[i]);
        }
    }
    uint64_t used = place % 64;
    words += place / 64 + (used > 0);
    *stream =
        (sh_bit_stream){(uint64_t *)words, used ? words[-1] >> used : 0, used ? 64 - (int)used : 0};
}

// Bits that an id has in a stream.
INLINE uint64_t count_states(const sh_duel_index *index, uint64_t block, const sh_strip *exists,
                             uint64_t id) {
    if (!is_primary(index, id)) return 0;
    sh_strip lanes = free_lanes(index, block, exists, index->set[id]);
    return (uint64_t)sh_strip_count(&lanes);
}

static void measure(const sh_duel_index *index, uint64_t block, uint32_t *starts) {
    sh_strip exists = existing_lanes(index, block);
    uint64_t place = 0;
    for (uint64_t id = 0; id < index->ids; id++) {
        if (id % SH_STREAM_STEP == 0) starts[id / SH_STREAM_STEP] = (uint32_t)place;
        place += count_states(index, block, &exists, id);
    }
    assert(place <= UINT32_MAX);
}

static uint64_t locate(const sh_duel_index *index, uint64_t block, const uint32_t *starts,
                       uint64_t id, int lane) {
    sh_strip exists = existing_lanes(index, block);
    uint64_t place = starts[id / SH_STREAM_STEP];
    for (uint64_t before = id - id % SH_STREAM_STEP; before < id; before++)
        place += count_states(index, block, &exists, before);
    sh_strip lanes = free_lanes(index, block, &exists, index->set[id]);
    assert(is_primary(index, id) && sh_strip_has(&lanes, lane));
    for (int i = 0; i < lane >> 6; i++) place += (uint64_t)__builtin_popcountll(lanes.w[i]);
    uint64_t below = (1ULL << (lane & 63)) - 1;
    return place + (uint64_t)__builtin_popcountll(lanes.w[lane >> 6] & below);
}
