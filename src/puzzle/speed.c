// SPDX-License-Identifier: MIT
// See speed.h. The norm of the rules is the largest of some linear functions, which symmetries
// carry onto each other; so it is enough to look for armies that advance along one of them, f. All
// men together must gain n·men in n moves. One move gains at most 2·men - 1 times the reach of a
// step, because each jump is over another man: too slow beginnings are cut off.
#include "puzzle/speed.h"

#include <stdbool.h> // bool
#include <stdlib.h>  // realloc
#include <string.h>  // memcmp

enum { BOX = 4, LONGEST = 4 };

typedef struct point {
    int x, y;
} point;

typedef struct shape {
    int men;
    point at[SH_FAST_MEN];
} shape;

typedef struct hunt {
    sh_fast_armies *found;
    int directions, period;
    shape phase[LONGEST + 1];
    sh_error *error;
} hunt;

static const point DIRECTIONS[8] = {{1, 0},  {-1, 0}, {0, 1}, {0, -1},
                                    {-1, 1}, {1, -1}, {1, 1}, {-1, -1}};

// The function f: x for eight directions, x + y for four and six.
static int along(const hunt *h, point p) { return h->directions == 8 ? p.x : p.x + p.y; }

static int compare_points(const void *a, const void *b) {
    const point *p = a, *q = b;
    return p->y != q->y ? p->y - q->y : p->x - q->x;
}

// Sorted, and moved so that the least column and row are 0; *least is where they were.
static shape normal(shape s, point *least) {
    *least = s.at[0];
    for (int i = 0; i < s.men; i++) {
        if (s.at[i].x < least->x) least->x = s.at[i].x;
        if (s.at[i].y < least->y) least->y = s.at[i].y;
    }
    for (int i = 0; i < s.men; i++) {
        s.at[i].x -= least->x;
        s.at[i].y -= least->y;
    }
    qsort(s.at, (size_t)s.men, sizeof *s.at, compare_points);
    return s;
}

static int compare(const shape *a, const shape *b) {
    for (int i = 0; i < a->men; i++) {
        int order = compare_points(&a->at[i], &b->at[i]);
        if (order) return order;
    }
    return 0;
}

static bool is_direction(int directions, point p) {
    for (int d = 0; d < directions; d++)
        if (DIRECTIONS[d].x == p.x && DIRECTIONS[d].y == p.y) return true;
    return false;
}

// Does the matrix with these entries carry directions onto directions?
static bool is_symmetry(int directions, const int m[4]) {
    if (m[0] * m[3] - m[1] * m[2] == 0) return false;
    for (int d = 0; d < directions; d++) {
        point p = DIRECTIONS[d];
        if (!is_direction(directions, (point){m[0] * p.x + m[1] * p.y, m[2] * p.x + m[3] * p.y}))
            return false;
    }
    return true;
}

// The least image of a shape under the symmetries of the rules.
static shape canonical(int directions, const shape *s) {
    shape best = {0};
    for (int code = 0; code < 81; code++) {
        int m[4] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1};
        if (!is_symmetry(directions, m)) continue;
        shape image = *s;
        point least;
        for (int i = 0; i < s->men; i++)
            image.at[i] = (point){m[0] * s->at[i].x + m[1] * s->at[i].y,
                                  m[2] * s->at[i].x + m[3] * s->at[i].y};
        image = normal(image, &least);
        if (!best.men || compare(&image, &best) < 0) best = image;
    }
    return best;
}

static bool taken(const shape *s, point p) {
    for (int i = 0; i < s->men; i++)
        if (s->at[i].x == p.x && s->at[i].y == p.y) return true;
    return false;
}

static sh_status keep(hunt *h, point shift) {
    shape least = canonical(h->directions, &h->phase[0]);
    for (int i = 1; i < h->period; i++) {
        shape other = canonical(h->directions, &h->phase[i]);
        if (compare(&other, &least) < 0) least = other;
    }
    sh_fast_army army = {.men = least.men, .moves = h->period, .dx = shift.x, .dy = shift.y};
    for (int i = 0; i < least.men; i++) {
        army.x[i] = least.at[i].x;
        army.y[i] = least.at[i].y;
        if (army.x[i] >= army.width) army.width = army.x[i] + 1;
        if (army.y[i] >= army.height) army.height = army.y[i] + 1;
    }
    for (int i = 0; i < h->found->count; i++) {
        const sh_fast_army *other = &h->found->army[i];
        if (other->men == army.men && !memcmp(other->x, army.x, sizeof army.x) &&
            !memcmp(other->y, army.y, sizeof army.y))
            return SH_OK;
    }
    sh_fast_army *grown = realloc(h->found->army, ((size_t)h->found->count + 1) * sizeof *grown);
    if (!grown) return sh_fail(h->error, SH_RESOURCES, "no memory for the armies");
    h->found->army = grown;
    grown[h->found->count++] = army;
    return SH_OK;
}

static sh_status advance(hunt *h, int depth, int gain);

static sh_status move_to(hunt *h, int depth, int gain, int man, point to) {
    point from = h->phase[depth].at[man];
    h->phase[depth + 1] = h->phase[depth];
    h->phase[depth + 1].at[man] = to;
    return advance(h, depth + 1, gain + along(h, to) - along(h, from));
}

// Steps, and everything that jumps lead to.
static sh_status move_man(hunt *h, int depth, int gain, int man) {
    const shape *s = &h->phase[depth];
    shape rest = *s;
    point reached[64], own = s->at[man];
    int count = 1;
    reached[0] = own;
    rest.at[man] = rest.at[--rest.men];
    for (int i = 0; i < count; i++)
        for (int d = 0; d < h->directions; d++) {
            point over = {reached[i].x + DIRECTIONS[d].x, reached[i].y + DIRECTIONS[d].y};
            point to = {over.x + DIRECTIONS[d].x, over.y + DIRECTIONS[d].y};
            if (!taken(&rest, over) || taken(&rest, to)) continue;
            bool seen = false;
            for (int k = 0; k < count; k++)
                seen = seen || (reached[k].x == to.x && reached[k].y == to.y);
            if (!seen && count < 64) reached[count++] = to;
        }
    for (int d = 0; d < h->directions && count < 64; d++) {
        point to = {own.x + DIRECTIONS[d].x, own.y + DIRECTIONS[d].y};
        if (!taken(&rest, to)) reached[count++] = to;
    }
    for (int i = 1; i < count; i++) {
        sh_status status = move_to(h, depth, gain, man, reached[i]);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status advance(hunt *h, int depth, int gain) {
    int men = h->phase[0].men, reach = 1;
    if (gain + (h->period - depth) * (2 * men - 1) * reach < men * h->period) return SH_OK;
    if (depth == h->period) {
        point first, last;
        shape start = normal(h->phase[0], &first), end = normal(h->phase[depth], &last);
        if (compare(&start, &end) != 0) return SH_OK;
        return keep(h, (point){last.x - first.x, last.y - first.y});
    }
    for (int man = 0; man < men; man++) {
        sh_status status = move_man(h, depth, gain, man);
        if (status) return status;
    }
    return SH_OK;
}

// Chooses the cells of a box one after the other.
static sh_status choose(hunt *h, const sh_monitor *monitor, int men, int from) {
    shape *s = &h->phase[0];
    if (s->men == men) {
        point least;
        shape moved = normal(*s, &least);
        if (compare(&moved, s) != 0) return SH_OK; // the same shape comes at the box's corner
        for (h->period = 1; h->period <= LONGEST; h->period++) {
            sh_status status = advance(h, 0, 0);
            if (status) return status;
        }
        return sh_stopped(monitor) ? sh_fail(h->error, SH_INTERRUPTED, "interrupted") : SH_OK;
    }
    for (int cell = from; cell < BOX * BOX; cell++) {
        s->at[s->men++] = (point){cell % BOX, cell / BOX};
        sh_status status = choose(h, monitor, men, cell + 1);
        s->men--;
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_fast_armies_find(sh_fast_armies *armies, int directions, int men,
                              const sh_monitor *monitor, sh_error *error) {
    memset(armies, 0, sizeof *armies);
    for (int k = 1; k <= men; k++) {
        hunt h = {.found = armies, .directions = directions, .error = error};
        sh_status status = choose(&h, monitor, k, 0);
        if (status) return status;
    }
    return SH_OK;
}
