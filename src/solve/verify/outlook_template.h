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
    int cell[64];                               // by free cell, ascending
    uint32_t choose[SH_BINOMIAL_MAX_K + 1][64]; // by i and free cell: its part of the number
    int at[SH_BINOMIAL_MAX_K + 1];              // the free cells of the pieces that stay, from 1
    uint32_t number[64];                        // by free cell: of the set with the piece there
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

// Hops: part after part. landing[d]: free cells that a hop in direction d may land on.
static void FN(join_hops)(FN(march) * m) {
    const sh_outlook *outlook = m->outlook;
    b64 occupied = m->taken | m->others, landing[SH_OUTLOOK_DIRECTIONS], rest = 0;
    for (int d = 0; d < SH_OUTLOOK_DIRECTIONS; d++) {
        b64 over = shifted(outlook->toward[d], outlook->shift[d]) & occupied & outlook->toward[d];
        landing[d] = shifted(over, outlook->shift[d]) & ~occupied;
        rest |= landing[d];
    }
    while (rest) {
        b64 part = rest & -rest, grown = part;
        while (grown) {
            b64 next = 0;
            for (int d = 0; d < SH_OUTLOOK_DIRECTIONS; d++)
                next |= shifted(grown, 2 * outlook->shift[d]) & landing[d];
            grown = next & ~part;
            part |= grown;
        }
        rest &= ~part;
        WORD first = 0, second = 0;
        for (b64 cells = part; cells; cells = b64_rest(cells))
            ADD(first, second, m->word[outlook->place[b64_first(cells)]]);
        for (b64 cells = part; cells; cells = b64_rest(cells)) {
            int place = outlook->place[b64_first(cells)];
            WORD all_but_it = EXCEPT(first, second, m->word[place]);
            m->result[place] = JOIN(m->result[place], all_but_it);
        }
    }
}

// All sets that have the pieces that stay. offset[j]: their part of the number where j of them
// stand below the other piece.
static void FN(join_sets)(FN(march) * m, const uint32_t *offset) {
    const sh_outlook *outlook = m->outlook;
    int pieces = outlook->pieces;
    for (int j = 0; j < pieces; j++) {
        int from = j ? m->at[j] + 1 : 0, end = j + 1 < pieces ? m->at[j + 1] : m->free;
        for (int i = from; i < end; i++) {
            m->number[i] = offset[j] + m->choose[j + 1][i];
            m->word[outlook->place[m->cell[i]]] = m->after[m->number[i]];
        }
        if (end < m->free) m->word[outlook->place[m->cell[end]]] = 0;
    }
    FN(join_steps)(m);
    FN(join_hops)(m);
    for (int j = 0; j < pieces; j++) {
        int from = j ? m->at[j] + 1 : 0, end = j + 1 < pieces ? m->at[j + 1] : m->free;
        for (int i = from; i < end; i++) {
            WORD *joined = &m->joined[m->number[i]];
            *joined = JOIN(*joined, m->result[outlook->place[m->cell[i]]]);
        }
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
        m->at[left] = i;
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
        m.cell[m.free++] = cell;
    }
    FN(place_others)(&m, outlook->pieces - 1, m.free, offset);
}
