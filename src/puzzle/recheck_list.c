// SPDX-License-Identifier: MIT
// See recheck_list.h. Keys are appended and sorted when the room is full; it doubles only where
// half of them are different.
#include "puzzle/recheck_list.h"

#include <assert.h> // assert
#include <stdlib.h> // qsort_r, realloc, free
#include <string.h> // memcmp, memcpy

enum { LEAST_ROOM = 4096 };

void sh_recheck_list_open(sh_recheck_list *list, size_t size) {
    *list = (sh_recheck_list){.size = size};
}

void sh_recheck_list_close(sh_recheck_list *list) {
    free(list->keys);
    sh_recheck_list_open(list, list->size);
}

static int compare(const void *a, const void *b, void *size) {
    return memcmp(a, b, *(const size_t *)size);
}

void sh_recheck_list_sort(sh_recheck_list *list) {
    size_t size = list->size, kept = 0;
    if (list->count) qsort_r(list->keys, list->count, size, compare, &size);
    for (size_t i = 0; i < list->count; i++) {
        const uint8_t *key = list->keys + i * size;
        if (kept && memcmp(list->keys + (kept - 1) * size, key, size) == 0) continue;
        memmove(list->keys + kept++ * size, key, size);
    }
    list->count = list->sorted = kept;
}

bool sh_recheck_list_add(sh_recheck_list *list, const uint8_t *key) {
    if (list->count == list->room) sh_recheck_list_sort(list);
    if (2 * list->count >= list->room) {
        size_t room = list->room ? 2 * list->room : LEAST_ROOM;
        uint8_t *keys = realloc(list->keys, room * list->size);
        if (!keys) return false;
        list->keys = keys;
        list->room = room;
    }
    memcpy(list->keys + list->count++ * list->size, key, list->size);
    return true;
}

bool sh_recheck_list_merge(sh_recheck_list *into, sh_recheck_list *from) {
    size_t size = into->size, a = 0, b = 0;
    sh_recheck_list both;
    sh_recheck_list_open(&both, size);
    both.room = into->count + from->count + 1;
    both.keys = malloc(both.room * size);
    if (!both.keys) return false;
    while (a < into->count || b < from->count) {
        const uint8_t *x = a < into->count ? into->keys + a * size : NULL;
        const uint8_t *y = b < from->count ? from->keys + b * size : NULL;
        assert(x || y);
        int order = !x ? 1 : !y ? -1 : memcmp(x, y, size);
        memcpy(both.keys + both.count++ * size, order <= 0 ? x : y, size);
        a += order <= 0;
        b += order >= 0;
    }
    both.sorted = both.count;
    sh_recheck_list_close(into);
    sh_recheck_list_close(from);
    *into = both;
    return true;
}
