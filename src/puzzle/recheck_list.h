// SPDX-License-Identifier: MIT
// A growing list of keys of one size that can be sorted and freed of repetitions.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

typedef struct sh_recheck_list {
    uint8_t *keys;
    size_t size, count, room;
    size_t sorted; // the count after the last sort
} sh_recheck_list;

void sh_recheck_list_open(sh_recheck_list *list, size_t size);
void sh_recheck_list_close(sh_recheck_list *list);
// Sorts by itself before it grows. false when out of memory.
bool sh_recheck_list_add(sh_recheck_list *list, const uint8_t *key);
void sh_recheck_list_sort(sh_recheck_list *list);
// Moves all keys of a sorted list into another sorted one. false when out of memory.
bool sh_recheck_list_merge(sh_recheck_list *into, sh_recheck_list *from);
