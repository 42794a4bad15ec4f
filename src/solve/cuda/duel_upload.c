// SPDX-License-Identifier: MIT
// What both forms for two players give to the card at the start, and how `reach` is launched:
// select packs the flagged subsets into a list, so that no warp is idle.
#include "solve/cuda/duel_upload.h"

#include "base/memory.h"
#include "solve/duel/initial.h"

void sh_gpu_give_index(sh_gpu_session *session, const sh_duel_index *index) {
    sh_gpu_args *args = &session->args;
    args->size = (uint32_t)index->size;
    args->cells = (uint32_t)index->cells;
    args->pieces = (uint32_t)index->pieces;
    args->mirrored = index->mirrored;
    args->ids = (uint32_t)index->ids;
    args->half = (uint32_t)index->half;
    args->blocks = (uint32_t)index->blocks;
    args->canonical = (uint32_t)index->canonical;
    args->subsets = (uint32_t)index->subsets;
    args->set = sh_gpu_session_give(session, index->set, (index->ids + 1) * sizeof *index->set);
    args->subset =
        sh_gpu_session_give(session, index->subset, index->subsets * sizeof *index->subset);
    args->superset =
        sh_gpu_session_give(session, index->superset,
                            index->subsets * (uint64_t)index->cells * sizeof *index->superset);
    args->below = sh_gpu_session_give(
        session, index->below, (index->ids + 1) * (uint64_t)index->pieces * sizeof *index->below);
    args->waiter = sh_gpu_session_give(
        session, index->waiter, index->blocks * (uint64_t)index->cells * sizeof *index->waiter);
    args->own_mirror =
        sh_gpu_session_give(session, index->own_mirror, index->blocks * 2 * sizeof(sh_strip));
}

void sh_gpu_give_rules(sh_gpu_session *session, const sh_game *game) {
    sh_initial_rules rules;
    sh_initial_rules_make(&rules, game);
    int m = game->board.size;
    sh_gpu_args *args = &session->args;
    args->camp = rules.camp;
    args->goal = rules.goal;
    args->wall = rules.blockade ? 1ULL << 1 | 1ULL << 2 | 1ULL << m | 1ULL << 2 * m : 0;
    args->published = rules.profile == SH_PUBLISHED;
}

void sh_gpu_take_lists(sh_gpu_session *session, uint64_t pairs) {
    sh_gpu_args *args = &session->args;
    args->flag = sh_gpu_session_take(session, pairs);
    args->list = sh_gpu_session_take(session, pairs * sizeof *args->list);
    args->listed = sh_gpu_session_take(session, sizeof *args->listed);
    args->segment = 63; // a single one
    args->sums = sh_gpu_session_take(session, SH_GPU_SUMS * SH_SUM_KINDS * sizeof *args->sums);
    args->example = sh_gpu_session_take(session, sizeof *args->example);
    if (args->example)
        session->runtime->fill(session->gpu, args->example, 0xff, sizeof *args->example);
}

void sh_gpu_launch_visits(sh_gpu_session *session, uint64_t pairs) {
    static const sh_gpu_kernel reach[8] = {[3] = SH_GPU_reach_3,
                                           [4] = SH_GPU_reach_4,
                                           [5] = SH_GPU_reach_5,
                                           [6] = SH_GPU_reach_6,
                                           [7] = SH_GPU_reach_7};
    sh_gpu_session_launch(session, reach[session->args.size], (pairs + 1) / 2);
}

void sh_gpu_launch_reach(sh_gpu_session *session, uint64_t pairs) {
    sh_gpu_session_clear(session, session->args.listed, sizeof *session->args.listed);
    sh_gpu_session_launch(session, SH_GPU_select, (pairs + 31) / 32);
    sh_gpu_launch_visits(session, pairs);
}

sh_gpu_sums sh_gpu_collect_sums(sh_gpu_session *session) {
    uint64_t stripes[SH_GPU_SUMS][SH_SUM_KINDS] = {0};
    const sh_gpu_args *args = &session->args;
    sh_gpu_sums sums = {0};
    if (session->error.status) return sums;
    session->runtime->download(session->gpu, stripes, args->sums, sizeof stripes);
    session->runtime->download(session->gpu, &sums.example, args->example, sizeof sums.example);
    sh_gpu_session_clear(session, args->sums, sizeof stripes);
    session->runtime->fill(session->gpu, args->example, 0xff, sizeof sums.example);
    for (int i = 0; i < SH_GPU_SUMS; i++)
        for (int kind = 0; kind < SH_SUM_KINDS; kind++) sums.of[kind] += stripes[i][kind];
    return sums;
}

sh_status sh_gpu_check_room(const sh_gpu_runtime *runtime, uint64_t bytes, uint64_t limit,
                            sh_gpu_info *info, sh_error *error) {
    sh_gpu_session session;
    char need[32], have[32], all[32];
    sh_status status = sh_gpu_session_open(&session, runtime, error);
    if (status) return status;
    status = runtime->describe(session.gpu, info, error);
    sh_gpu_session_close(&session);
    if (status) return status;
    sh_memory_print((double)bytes, need);
    sh_memory_print((double)limit, have);
    if (limit && bytes > limit)
        return sh_fail(error, SH_RESOURCES, "--gpu-memory %s needed rather than %s", need, have);
    if (bytes <= info->available) return SH_OK;
    sh_memory_print((double)info->available, have);
    sh_memory_print((double)info->memory, all);
    return sh_fail(error, SH_RESOURCES, "%s of GPU memory needed; %s has %s, %s of it free", need,
                   info->name, all, have);
}
