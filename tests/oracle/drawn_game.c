// SPDX-License-Identifier: MIT
#include "oracle/drawn_game.h"

#include <string.h> // memcpy

typedef struct scene {
    const oracle_drawn *picture;
    int cells, height;
    char now[ORACLE_DRAWN_CELLS];
    bool seen[ORACLE_DRAWN_CELLS];
} scene;

// The place of a cell by its distance, or -1.
static int beyond(const scene *s, int from, int direction, int times) {
    int width = s->picture->width;
    int x = from % width + times * s->picture->dx[direction];
    int y = from / width + times * s->picture->dy[direction];
    return x < 0 || y < 0 || x >= width || y >= s->height ? -1 : y * width + x;
}

static bool has(const scene *s, int place, const char *kinds) {
    return place >= 0 && strchr(kinds, s->now[place]);
}

static void mark_hops(scene *s, int from) {
    for (int d = 0; d < s->picture->directions; d++) {
        int to = beyond(s, from, d, 2);
        if (!has(s, beyond(s, from, d, 1), "xo") || !has(s, to, ".") || s->seen[to]) continue;
        s->seen[to] = true;
        mark_hops(s, to);
    }
}

static bool arrived(const scene *s, char side) {
    bool any = false;
    for (int place = 0; place < s->cells; place++) {
        if (s->picture->rows[s->cells - 1 - place] != side) continue;
        any = true;
        if (s->now[place] != side) return false;
    }
    return any;
}

static bool is_over(const scene *s, bool two) {
    bool x = arrived(s, 'x'), o = arrived(s, 'o');
    return s->picture->swap ? x && (o || !two) : x || o;
}

static uint64_t count(scene *s, char side, int depth) {
    bool two = strchr(s->picture->rows, 'o') != NULL;
    if (depth == 0) return 1;
    if (is_over(s, two)) return 0;
    uint64_t sum = 0;
    for (int from = 0; from < s->cells; from++) {
        if (s->now[from] != side) continue;
        memset(s->seen, 0, sizeof s->seen);
        for (int d = 0; d < s->picture->directions && !s->picture->hops_only; d++)
            if (has(s, beyond(s, from, d, 1), ".")) s->seen[beyond(s, from, d, 1)] = true;
        s->now[from] = '.'; // the piece is under way
        mark_hops(s, from);
        s->seen[from] = false;
        bool seen[ORACLE_DRAWN_CELLS];
        memcpy(seen, s->seen, sizeof seen);
        for (int to = 0; to < s->cells; to++) {
            if (!seen[to]) continue;
            s->now[to] = side;
            sum += count(s, two && side == 'x' ? 'o' : 'x', depth - 1);
            s->now[to] = '.';
        }
        s->now[from] = side;
    }
    return sum;
}

uint64_t oracle_drawn_perft(const oracle_drawn *picture, int depth) {
    scene s = {.picture = picture, .cells = (int)strlen(picture->rows)};
    s.height = s.cells / picture->width;
    memcpy(s.now, picture->rows, (size_t)s.cells);
    return count(&s, 'x', depth);
}
