// SPDX-License-Identifier: MIT
// See recheck_tally.h. Breadth first over rows of counts: neighbours are found by taking a man off
// its diagonal and following steps and jumps one at a time; a list is sorted after each distance.
#include "puzzle/recheck_tally.h"

#include <stdlib.h> // realloc
#include <string.h> // memcmp

void tally_list_free(tally_list *list) {
    free(list->tally);
    free(list->distance);
    memset(list, 0, sizeof *list);
}

bool tally_list_add(tally_list *list, const plain_tally *tally, int distance) {
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        plain_tally *tallies = realloc(list->tally, room * sizeof *tallies);
        if (tallies) list->tally = tallies;
        int *distances = realloc(list->distance, room * sizeof *distances);
        if (distances) list->distance = distances;
        if (!tallies || !distances) return false;
        list->room = room;
    }
    list->tally[list->count] = *tally;
    list->distance[list->count++] = distance;
    return true;
}

typedef struct entry {
    plain_tally tally;
    int distance;
} entry;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = memcmp(&x->tally, &y->tally, sizeof x->tally);
    return order ? order : x->distance - y->distance;
}

bool tally_list_sort(tally_list *list) {
    entry *all = malloc((list->count + 1) * sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < list->count; i++) all[i] = (entry){list->tally[i], list->distance[i]};
    qsort(all, list->count, sizeof *all, compare);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept && !memcmp(&all[i].tally, &list->tally[kept - 1], sizeof(plain_tally))) continue;
        list->tally[kept] = all[i].tally;
        list->distance[kept++] = all[i].distance;
    }
    list->count = kept;
    free(all);
    return true;
}

int tally_list_find(const tally_list *list, const plain_tally *tally) {
    size_t from = 0, to = list->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        int order = memcmp(&list->tally[middle], tally, sizeof *tally);
        if (order == 0) return list->distance[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return 1000;
}

plain_tally plain_tally_of(const sh_passage *passage, const sh_set *army) {
    plain_tally tally = {{0}};
    for (int c = sh_set_next(army, 0); c >= 0; c = sh_set_next(army, c + 1))
        tally.of[passage->diagonal[c]]++;
    return tally;
}

plain_tally plain_tally_reverse(const sh_passage *passage, const plain_tally *tally) {
    plain_tally reverse = {{0}};
    for (int s = 0; s < passage->diagonals; s++)
        reverse.of[passage->diagonals - 1 - s] = tally->of[s];
    return reverse;
}

int64_t plain_tally_value(const sh_passage *passage, const plain_tally *tally) {
    int64_t value = 0;
    for (int s = 0; s < passage->diagonals; s++) value += tally->of[s] * passage->weight[s];
    return value;
}

int64_t plain_tally_best(const sh_passage *passage, const plain_tally *tally, int k) {
    int last = passage->diagonals - 1, front = last;
    plain_tally left = *tally;
    while (front > 0 && !tally->of[front]) front--;
    int64_t value = plain_tally_value(passage, tally);
    for (int i = k; i >= 1; i--) { // the last move reaches farthest
        int s = 0;
        while (s <= last && !left.of[s]) s++;
        if (s > last) break;
        int to = front + i * passage->reach;
        left.of[s]--;
        value += passage->weight[to > last ? last : to] - passage->weight[s];
    }
    return value;
}

// Follows jumps from a diagonal; `seen` marks where the man has been.
static void jump_on(const sh_passage *passage, const plain_tally *rest, int at, bool *seen) {
    for (int i = 0; i < 2 * passage->deltas; i++) {
        int d = i % 2 ? -passage->delta[i / 2] : passage->delta[i / 2], to = at + 2 * d;
        if (to < 0 || to >= passage->diagonals || seen[to]) continue;
        if (!rest->of[at + d] || rest->of[to] >= passage->landings[to]) continue;
        seen[to] = true;
        jump_on(passage, rest, to, seen);
    }
}

bool plain_tally_moves(const sh_passage *passage, const plain_tally *tally, int distance,
                       tally_list *to) {
    for (int s = 0; s < passage->diagonals; s++) {
        if (!tally->of[s]) continue;
        plain_tally rest = *tally;
        rest.of[s]--;
        bool seen[SH_MAX_DIAGONALS] = {false};
        seen[s] = true;
        jump_on(passage, &rest, s, seen);
        for (int i = 0; i < 2 * passage->deltas && !sh_puzzle_jumps_only(passage->puzzle); i++) {
            int t = s + (i % 2 ? -passage->delta[i / 2] : passage->delta[i / 2]);
            if (t >= 0 && t < passage->diagonals && rest.of[t] < passage->places[t]) seen[t] = true;
        }
        for (int t = 0; t < passage->diagonals; t++) {
            if (t == s || !seen[t] || rest.of[t] >= passage->places[t]) continue;
            plain_tally next = rest;
            next.of[t]++;
            if (!tally_list_add(to, &next, distance)) return false;
        }
    }
    return true;
}

bool tally_list_grow(const sh_passage *passage, tally_list *list, int depth, tally_wanted *wanted,
                     const void *context) {
    for (int d = 0; d < depth; d++) {
        tally_list found = {0};
        bool good = true;
        for (size_t i = 0; i < list->count && good; i++)
            if (list->distance[i] == d)
                good = plain_tally_moves(passage, &list->tally[i], d + 1, &found);
        good = good && tally_list_sort(&found);
        size_t before = list->count;
        tally_list known = *list; // sorted; what is added behind is not looked at
        known.count = before;
        for (size_t i = 0; i < found.count && good; i++) {
            known.tally = list->tally;
            known.distance = list->distance;
            if (tally_list_find(&known, &found.tally[i]) < 1000) continue;
            if (!wanted(context, &found.tally[i], d + 1)) continue;
            good = tally_list_add(list, &found.tally[i], d + 1);
        }
        tally_list_free(&found);
        if (!good || !tally_list_sort(list)) return false;
    }
    return true;
}
