// SPDX-License-Identifier: MIT
// The body of outlook.c, included once for each kind of word.
//
// SELF says which kind. WORD is the type, JOIN(a, b) joins two words. Of the words of a part,
// FIRST and SECOND are kept so that all but one can be joined: ADD(first, second, word) takes one
// in, EXCEPT(first, second, word) joins all but that one.

typedef struct FN(march) {
    const sh_outlook *outlook;
    const WORD *after;
    WORD *joined;
    b64 taken, others; // others: the pieces that stay
    int free;
    int cell[64], spot[64];                     // by free cell, ascending: it and its place
    uint32_t choose[SH_BINOMIAL_MAX_K + 1][64]; // by i and free cell: its part of the number
    // By set: its number, and the place of the piece that does not stay.
    uint32_t number[64];
    int at[64];
    // By place, with a margin: the word after a move there, and what is joined for a piece there.
    WORD word[ROOM], result[ROOM];
} FN(march);

// Steps: six neighbours of every place.
static void FN(join_steps)(FN(march) * m) {
    int wide = m->outlook->size + 1, from = m->outlook->place[0];
    int end = m->outlook->place[m->outlook->cells - 1] + 1;
    const WORD *word = m->word;
    for (int i = from; i < end; i++)
        m->result[i] =
            JOIN(JOIN(JOIN(word[i - 1], word[i + 1]), JOIN(word[i - wide], word[i + wide])),
                 JOIN(word[i - wide + 1], word[i + wide - 1]));
}

// One part of the cells that hops join.
static inline void FN(join_part)(FN(march) * m, b64 part) {
    const uint8_t *place = m->outlook->place;
    WORD first = 0, second = 0;
    for (b64 cells = part; cells; cells = b64_rest(cells))
        ADD(first, second, m->word[place[b64_first(cells)]]);
    for (b64 cells = part; cells; cells = b64_rest(cells)) {
        int at = place[b64_first(cells)];
        WORD all_but_it = EXCEPT(first, second, m->word[at]);
        m->result[at] = JOIN(m->result[at], all_but_it);
    }
}

// Hops: part after part.
INLINE void FN(join_hops)(FN(march) * m, int size) {
    hops found = hops_of(m->outlook, m->taken | m->others, size);
    for (b64 rest = hops_ends(&found); rest;) {
        b64 part = hops_part(&found, rest & -rest, size);
        rest &= ~part;
        FN(join_part)(m, part);
    }
}

// A size that is known lets shifts be known.
static void FN(join_hops_of_size)(FN(march) * m) {
    switch (m->outlook->size) {
    case 4:
        FN(join_hops)(m, 4);
        return;
    case 5:
        FN(join_hops)(m, 5);
        return;
    case 6:
        FN(join_hops)(m, 6);
        return;
    case 7:
        FN(join_hops)(m, 7);
        return;
    default:
        FN(join_hops)(m, m->outlook->size);
    }
}

// The sets that have the pieces that stay, by the place of the other piece. offset[j]: their part
// of the number where j of them stand below it. No branch depends on where they stand.
static inline int FN(number_sets)(FN(march) * m, const uint32_t *offset) {
    int count = 0, below = 0;
    for (int i = 0; i < m->free; i++) {
        int stays = (int)(m->others >> m->cell[i] & 1);
        m->number[count] = offset[below] + m->choose[below + 1][i];
        m->at[count] = m->spot[i];
        count += !stays;
        below += stays;
    }
    return count;
}

static void FN(join_sets)(FN(march) * m, const uint32_t *offset) {
    int count = FN(number_sets)(m, offset);
    for (b64 rest = m->others; rest; rest = b64_rest(rest))
        m->word[m->outlook->place[b64_first(rest)]] = 0;
    for (int i = 0; i < count; i++) m->word[m->at[i]] = m->after[m->number[i]];
    FN(join_steps)(m);
    FN(join_hops_of_size)(m);
    for (int i = 0; i < count; i++) {
        WORD *joined = &m->joined[m->number[i]];
        *joined = JOIN(*joined, m->result[m->at[i]]);
    }
}

// Places the pieces that stay from the highest down: `left` are still to be placed.
static void FN(place_others)(FN(march) * m, int left, int end, const uint32_t *offset) {
    if (left == 0) {
        FN(join_sets)(m, offset);
        return;
    }
    for (int i = left - 1; i < end; i++) {
        uint32_t own[SH_BINOMIAL_MAX_K + 1];
        b64 piece = b64_of(m->cell[i]);
        for (int j = 0; j < m->outlook->pieces; j++)
            own[j] = offset[j] + m->choose[j < left ? left + 1 : left][i]; // NOLINT: all are set
        m->others |= piece;
        FN(place_others)(m, left - 1, i, own);
        m->others ^= piece;
    }
}

static void FN(join_all)(const sh_outlook *outlook, b64 taken, const WORD *after, WORD *joined) {
    FN(march) m = {.outlook = outlook, .after = after, .joined = joined, .taken = taken};
    uint32_t offset[SH_BINOMIAL_MAX_K + 1] = {0};
    for (int cell = 0; cell < outlook->cells; cell++) {
        if (taken >> cell & 1) continue;
        for (int i = 1; i <= outlook->pieces; i++)
            m.choose[i][m.free] = (uint32_t)outlook->binomials.of[i][m.free];
        m.spot[m.free] = outlook->place[cell];
        m.cell[m.free++] = cell;
    }
    FN(place_others)(&m, outlook->pieces - 1, m.free, offset);
}
