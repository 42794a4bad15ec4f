// SPDX-License-Identifier: MIT
// Steps and hops on a rhombus of one size for all lanes of a vector at once: included with SIZE
// defined, after vector_template.h; hops_template_end.h takes the names back.
//
// Notation: P[q] the lanes in which cell q is a target, O[q] those in which it is occupied, Z[q]
// those in which a target can be reached from q by hops or is q. A hop is open both ways or not at
// all, E = O[middle] & ~O[one end] & ~O[other end], so a sweep relaxes each pair of cells: Z[b] |=
// Z[a] & E, Z[a] |= Z[b] & E. Hops keep the parities of r and c: the four parity classes (pr, pc)
// are flooded apart, at most sixteen cells each. The loops have constant bounds and become
// straight-line code of three-input logic; borders disappear at compile time.
#define CELLS (SIZE * SIZE)
#define NAME_(a, b) a##_##b
#define NAME(a, b) NAME_(a, b)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)

// The cells of the parity class (pr, pc), forward and back.
#define EACH_CELL(r, c)                                                                            \
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
#define EACH_CELL_BACK(r, c)                                                                       \
    UNROLL for (int r = SIZE - 1 - ((SIZE - 1 - pr) & 1); r >= 0; r -= 2)                          \
        UNROLL for (int c = SIZE - 1 - ((SIZE - 1 - pc) & 1); c >= 0; c -= 2)

// The hops that go up in cell number, three from each cell: over `middle` to `end`.
#define MIDDLE(r, c, d) AT((r) + edge[d][0], (c) + edge[d][1])
#define END(r, c, d) AT((r) + 2 * edge[d][0], (c) + 2 * edge[d][1])
#define EACH_HOP(r, c, d)                                                                          \
    UNROLL for (int d = 0; d < 3; d++) if (ON_BOARD((r) + 2 * edge[d][0], (c) + 2 * edge[d][1]))

// OR over the six directions of P[q+d].
INLINE vec NAME(step, SIZE)(const vec *P, int r, int c) {
    vec any = {0};
    UNROLL for (int d = 0; d < 6; d++) {
        const int dr = direction[d][0], dc = direction[d][1];
        if (ON_BOARD(r + dr, c + dc)) any |= P[AT(r + dr, c + dc)];
    }
    return any;
}

// The open hops of a parity class, and the cells from which one of them leads to a target.
INLINE void NAME(single, SIZE)(const vec *P, const vec *O, vec *E, vec *hops, const int pr,
                               const int pc) {
    EACH_CELL(r, c) { hops[AT(r, c)] = (vec){0}; }
    EACH_CELL(r, c) {
        const int q = AT(r, c);
        EACH_HOP(r, c, d) {
            E[q * 3 + d] = O[MIDDLE(r, c, d)] & ~O[q] & ~O[END(r, c, d)];
            hops[q] |= P[END(r, c, d)] & E[q * 3 + d];
            hops[END(r, c, d)] |= P[q] & E[q * 3 + d];
        }
    }
}

// One sweep's work for the hops of one cell.
INLINE void NAME(relax, SIZE)(vec *Z, const vec *E, int r, int c) {
    const int q = AT(r, c);
    EACH_HOP(r, c, d) {
        Z[END(r, c, d)] |= Z[q] & E[q * 3 + d];
        Z[q] |= Z[END(r, c, d)] & E[q * 3 + d];
    }
}

// Sweeps until nothing changes in the lanes that ask.
INLINE void NAME(flood, SIZE)(vec *Z, const vec *E, vec asked, const int pr, const int pc) {
    for (bool back = false;; back = !back) {
        vec before[CELLS], changed = {0};
        EACH_CELL(r, c) { before[AT(r, c)] = Z[AT(r, c)]; }
        if (back) {
            EACH_CELL_BACK(r, c) { NAME(relax, SIZE)(Z, E, r, c); }
        } else {
            EACH_CELL(r, c) { NAME(relax, SIZE)(Z, E, r, c); }
        }
        EACH_CELL(r, c) { changed |= before[AT(r, c)] ^ Z[AT(r, c)]; }
        if (!vec_any(changed & asked)) return;
    }
}
