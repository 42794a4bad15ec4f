// SPDX-License-Identifier: MIT
// What the wide and the compact form share on the host's side: rules and lists on the device, sums
// back from there, and the check that a game fits the card.
#pragma once

#include "solve/cuda/session.h"
#include "solve/duel/backend.h"
#include "solve/duel/index.h"

void sh_gpu_give_index(sh_gpu_session *session, const sh_duel_index *index);
void sh_gpu_give_rules(sh_gpu_session *session, const sh_game *game);
// Flags and lists for `pairs` of block and subset, and the counters.
void sh_gpu_take_lists(sh_gpu_session *session, uint64_t pairs);
// Visits the subsets on the list, at most so many.
void sh_gpu_launch_visits(sh_gpu_session *session, uint64_t pairs);
// Lists them first.
void sh_gpu_launch_reach(sh_gpu_session *session, uint64_t pairs);
// What the counters say; clears them.
typedef struct sh_gpu_sums {
    uint64_t of[SH_SUM_KINDS];
    uint64_t example; // the least new state, as in args.h
} sh_gpu_sums;
sh_gpu_sums sh_gpu_collect_sums(sh_gpu_session *session);

// Says what the device is. SH_RESOURCES with the figures where it has less than `bytes` free, or
// `limit` (0: none) allows less. runtime may be NULL: then what `error` holds already is passed on.
sh_status sh_gpu_check_room(const sh_gpu_runtime *runtime, uint64_t bytes, uint64_t limit,
                            sh_gpu_info *info, sh_error *error) SH_NODISCARD;
