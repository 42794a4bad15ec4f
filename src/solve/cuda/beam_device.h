// SPDX-License-Identifier: MIT
// Beams of cooperative games: all children of the boards of a level, measured; those whose score
// may stay are written down.
//
// A thread takes one man of the loser of one board, plays his moves, answers each with every move
// of the winner, and measures what comes out with the bounds and features of puzzle/game_kernel.h.
// Children come many times: a short memory of sums lets most repetitions pass without a look.
#pragma once

#include "solve/cuda/args.h"
#include "solve/cuda/beam_bits.h"

typedef struct sh_gpu_pair {
    sh_gpu_bits army[2];
} sh_gpu_pair;

// Bound 1.
SH_GPU_CODE bool sh_gpu_in_reach(const sh_gpu_beam *b, const sh_gpu_pair *p, int spare) {
    sh_gpu_bits reach = p->army[0];
    const sh_gpu_bits far = sh_gpu_bits_or(p->army[1], b->goal);
    for (int i = 0; i < 2 * spare + 3; i++) {
        reach = sh_gpu_bits_or(reach, sh_gpu_grow(b, reach));
        if (sh_gpu_bits_any(sh_gpu_bits_and(reach, far))) return true;
    }
    return false;
}

// Bound 3.
SH_GPU_CODE bool sh_gpu_types_match(const sh_gpu_beam *b, const sh_gpu_pair *p, int spare) {
    const sh_gpu_bits out = sh_gpu_bits_minus(p->army[0], b->goal);
    const sh_gpu_bits room = sh_gpu_bits_minus(b->goal, p->army[0]);
    const sh_gpu_bits near = sh_gpu_bits_and(sh_gpu_steps(b, room), out);
    const sh_gpu_bits beside = sh_gpu_bits_and(sh_gpu_steps(b, out), room);
    int excess = 0, leave = 0, arrive = 0;
    for (int t = 0; t < 4; t++) {
        const int over = sh_gpu_bits_count(sh_gpu_bits_and(out, b->type[t])) -
                         sh_gpu_bits_count(sh_gpu_bits_and(room, b->type[t]));
        if (over > 0) {
            const int could = sh_gpu_bits_count(sh_gpu_bits_and(near, b->type[t]));
            excess += over;
            leave += over < could ? over : could;
        } else if (over < 0) {
            const sh_gpu_bits wanted = sh_gpu_bits_and(room, b->type[t]);
            const int men = sh_gpu_bits_count(sh_gpu_bits_and(sh_gpu_steps(b, wanted), out));
            const int cells = sh_gpu_bits_count(sh_gpu_bits_and(beside, b->type[t]));
            const int could = men < cells ? men : cells;
            arrive += -over < could ? -over : could;
        }
    }
    return excess <= spare + (leave < arrive ? leave : arrive);
}

// Bound 5.
SH_GPU_CODE bool sh_gpu_all_open(const sh_gpu_beam *b, const sh_gpu_pair *p) {
    const sh_gpu_bits stay = sh_gpu_bits_and(p->army[0], b->goal);
    const sh_gpu_bits away = sh_gpu_bits_minus(b->pass[0], b->goal);
    const sh_gpu_bits entered =
        sh_gpu_bits_or(sh_gpu_chains(b, &b->all, away, sh_gpu_bits_minus(b->pass[0], stay)),
                       sh_gpu_steps(b, away));
    return !sh_gpu_bits_any(sh_gpu_bits_minus(sh_gpu_bits_minus(b->goal, stay), entered));
}

// Men of the loser in the goal that cannot leave it with one move.
SH_GPU_CODE int sh_gpu_stuck(const sh_gpu_beam *b, const sh_gpu_pair *p) {
    const sh_gpu_bits occupied = sh_gpu_bits_or(p->army[0], p->army[1]);
    const sh_gpu_bits inside = sh_gpu_bits_and(p->army[1], b->goal);
    const sh_gpu_bits away = sh_gpu_bits_minus(sh_gpu_bits_minus(b->stand[1], b->goal), occupied);
    const sh_gpu_edges e = sh_gpu_edges_over(b, occupied);
    const sh_gpu_bits exits = sh_gpu_chains(b, &e, away, sh_gpu_bits_minus(b->pass[1], occupied));
    const sh_gpu_bits leaving = sh_gpu_bits_or(sh_gpu_jump(b, &e, exits), sh_gpu_steps(b, away));
    return sh_gpu_bits_count(sh_gpu_bits_minus(inside, leaving));
}

// Bound 2 and what a score needs of it. `moved`: 1 where the loser has just moved, so that one move
// less is to come before each entry; 0 after the winner's move.
SH_GPU_CALL bool sh_gpu_ladder_score(const sh_gpu_beam *b, const sh_gpu_pair *p, int outside,
                                     int spare, int moved, int *score) {
    const bool first = outside == b->men;
    const sh_gpu_bits out = sh_gpu_bits_minus(p->army[0], b->goal);
    const sh_gpu_bits occupied = sh_gpu_bits_or(p->army[0], p->army[1]);
    const sh_gpu_bits stay = spare == 0 ? sh_gpu_bits_and(p->army[0], b->goal) : sh_gpu_bits_none();
    const sh_gpu_edges free =
        sh_gpu_edges_over(b, first ? occupied : sh_gpu_bits_or(occupied, b->goal));
    const sh_gpu_bits land = sh_gpu_bits_minus(b->pass[0], stay);
    const sh_gpu_bits entrance = sh_gpu_bits_minus(b->goal, stay);
    sh_gpu_bits chain = sh_gpu_chains(b, &free, entrance, land);
    sh_gpu_bits start = sh_gpu_bits_or(chain, sh_gpu_steps(b, entrance));
    *score += b->ready * sh_gpu_bits_count(sh_gpu_bits_and(out, start));
    int worst = 0;
    for (int cost = 1;; cost++) {
        const int cheaper = sh_gpu_bits_count(sh_gpu_bits_and(out, start));
        if (cheaper == outside) break;
        if (cost > 2 * spare + cheaper + 1 - moved && !(first && cheaper)) return false;
        *score -= b->dear * (outside - cheaper);
        worst = cost;
        sh_gpu_bits next =
            sh_gpu_bits_or(chain, sh_gpu_bits_and(sh_gpu_jump(b, &b->all, chain), land));
        if (spare > 0) {
            next = sh_gpu_bits_or(next, sh_gpu_bits_and(start, land));
            start = sh_gpu_bits_or(start, sh_gpu_steps(b, start));
        }
        chain = sh_gpu_chains(b, &free, next, land);
        start = sh_gpu_bits_or(start, chain);
    }
    *score -= b->worst * worst;
    return true;
}

// Does a board stand the bounds after the winner's move? Its score without noise.
SH_GPU_CALL bool sh_gpu_measure(const sh_gpu_beam *b, const sh_gpu_pair *p, int *score) {
    const int outside = sh_gpu_bits_count(sh_gpu_bits_minus(p->army[0], b->goal));
    const int spare = b->winner_left - 1 - outside;
    const int loser_left = b->loser_left - (b->winner_only ? 0 : 1);
    const int inside = sh_gpu_bits_count(sh_gpu_bits_and(p->army[1], b->goal));
    if (outside == 0) {
        *score = SH_GPU_ARRIVED;
        return true;
    }
    if (!sh_gpu_types_match(b, p, spare)) return false;
    if (outside == b->men && !sh_gpu_in_reach(b, p, spare)) return false;
    if (spare == 0 && !sh_gpu_all_open(b, p)) return false;
    *score = b->slack * (loser_left - inside) + b->spare * spare;
    if (b->stuck) *score -= b->stuck * sh_gpu_stuck(b, p);
    return sh_gpu_ladder_score(b, p, outside, spare, 0, score);
}

SH_GPU_CODE uint64_t sh_gpu_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

SH_GPU_CODE sh_gpu_bits sh_gpu_image_of(const sh_gpu_beam *b, int image, sh_gpu_bits set) {
    sh_gpu_bits out = sh_gpu_bits_none();
    while (sh_gpu_bits_any(set))
        out = sh_gpu_bits_or(out, sh_gpu_bits_of(b->image[image][sh_gpu_bits_pop(&set)]));
    return out;
}

// The sum of the codes of an image of a board.
SH_GPU_CODE uint64_t sh_gpu_sum_of(const sh_gpu_beam *b, int image, const sh_gpu_pair *p) {
    uint64_t sum = 0;
    for (int role = 0; role < 2; role++)
        for (sh_gpu_bits rest = p->army[role]; sh_gpu_bits_any(rest);)
            sum += b->code[role][b->image[image][sh_gpu_bits_pop(&rest)]];
    return sum;
}

// A board after both moves: judged, and written down if it may stay.
SH_GPU_CALL void sh_gpu_offer(const sh_gpu_beam *b, const sh_gpu_pair *p, const uint64_t *sums) {
    int image = 0, score;
    for (int i = 1; i < b->images; i++)
        if (sums[i] < sums[image]) image = i;
    const uint64_t hash = sh_gpu_mix(sums[image]);
    uint64_t *slot = &b->seen[hash & b->seen_mask];
    if (*slot == sums[image]) return;
    *slot = sums[image];
    if (!sh_gpu_measure(b, p, &score)) return;
    if (b->noise > 0 && score != SH_GPU_ARRIVED)
        score += (int)(sh_gpu_mix(sums[image] + b->seed) % (uint64_t)b->noise);
    const int64_t rank = (int64_t)score * ((int64_t)1 << 32) + (uint32_t)(hash >> 24);
    if (rank < b->least[hash >> 56]) return;
    const uint32_t at = sh_gpu_take(b->found_count, 1);
    if (at >= b->room) return;
    sh_gpu_found *found = &b->found[at];
    for (int role = 0; role < 2; role++)
        found->army[role] = sh_gpu_image_of(b, image, p->army[role]);
    found->sum = sums[image];
    found->score = score;
}

// Moves a man of a role; the sums of all images follow.
SH_GPU_CODE void sh_gpu_play(const sh_gpu_beam *b, int role, int from, int to, sh_gpu_pair *p,
                             uint64_t *sums) {
    p->army[role] =
        sh_gpu_bits_or(sh_gpu_bits_minus(p->army[role], sh_gpu_bits_of(from)), sh_gpu_bits_of(to));
    for (int i = 0; i < b->images; i++)
        sums[i] += b->code[role][b->image[i][to]] - b->code[role][b->image[i][from]];
}

// Where a man may go.
SH_GPU_CODE sh_gpu_bits sh_gpu_targets(const sh_gpu_beam *b, const sh_gpu_edges *e, int role,
                                       int from, sh_gpu_bits occupied) {
    const sh_gpu_bits origin = sh_gpu_bits_of(from);
    const sh_gpu_bits jumps = sh_gpu_bits_minus(
        sh_gpu_chains(b, e, origin, sh_gpu_bits_minus(b->pass[role], occupied)), origin);
    return sh_gpu_bits_and(sh_gpu_bits_or(jumps, sh_gpu_bits_minus(b->around[from], occupied)),
                           b->stand[role]);
}

SH_GPU_CALL void sh_gpu_move_winner(const sh_gpu_beam *b, const sh_gpu_pair *p,
                                    const uint64_t *sums) {
    const sh_gpu_bits occupied = sh_gpu_bits_or(p->army[0], p->army[1]);
    const sh_gpu_edges e = sh_gpu_edges_over(b, occupied);
    const int outside = sh_gpu_bits_count(sh_gpu_bits_minus(p->army[0], b->goal));
    const int spare = b->winner_left - outside;
    sh_gpu_bits men = p->army[0];
    if (spare == 0) { // only moves into the goal
        const sh_gpu_bits room = sh_gpu_bits_minus(b->goal, occupied);
        const sh_gpu_bits entrance =
            sh_gpu_chains(b, &e, room, sh_gpu_bits_minus(b->pass[0], occupied));
        men = sh_gpu_bits_and(sh_gpu_bits_minus(men, b->goal),
                              sh_gpu_bits_or(sh_gpu_jump(b, &e, entrance), sh_gpu_steps(b, room)));
    }
    while (sh_gpu_bits_any(men)) {
        const int from = sh_gpu_bits_pop(&men), inside = sh_gpu_bits_has(b->goal, from);
        sh_gpu_bits targets = sh_gpu_targets(b, &e, 0, from, occupied);
        while (sh_gpu_bits_any(targets)) {
            const int to = sh_gpu_bits_pop(&targets);
            if (spare - 1 + sh_gpu_bits_has(b->goal, to) - inside < 0) continue;
            sh_gpu_pair child = *p;
            uint64_t own[SH_GPU_IMAGES];
            for (int i = 0; i < b->images; i++) own[i] = sums[i];
            sh_gpu_play(b, 0, from, to, &child, own);
            sh_gpu_offer(b, &child, own);
        }
    }
}

// All moves of the loser's man of this number, each with the winner's answers.
SH_GPU_CALL void sh_gpu_move_loser(const sh_gpu_beam *b, const sh_gpu_pair *p, int number,
                                   const uint64_t *sums) {
    const sh_gpu_bits occupied = sh_gpu_bits_or(p->army[0], p->army[1]);
    const sh_gpu_edges e = sh_gpu_edges_over(b, occupied);
    sh_gpu_bits men = p->army[1];
    int from = sh_gpu_bits_pop(&men);
    while (number--) from = sh_gpu_bits_pop(&men);
    const int outside = sh_gpu_bits_count(sh_gpu_bits_minus(p->army[0], b->goal));
    const int stay = sh_gpu_bits_count(sh_gpu_bits_and(p->army[1], b->goal)) -
                     sh_gpu_bits_has(b->goal, from); // others in the goal
    if (stay > b->loser_left - 1) return;            // bound 4
    sh_gpu_bits targets = sh_gpu_targets(b, &e, 1, from, occupied);
    if (stay == b->loser_left - 1) targets = sh_gpu_bits_minus(targets, b->goal);
    while (sh_gpu_bits_any(targets)) {
        sh_gpu_pair next = *p;
        uint64_t own[SH_GPU_IMAGES];
        for (int i = 0; i < b->images; i++) own[i] = sums[i];
        sh_gpu_play(b, 1, from, sh_gpu_bits_pop(&targets), &next, own);
        if (!sh_gpu_bits_any(sh_gpu_bits_minus(b->other_goal, next.army[1]))) continue; // has won
        int ignored = 0; // what breaks bound 2 here breaks it after any answer
        if (!sh_gpu_ladder_score(b, &next, outside, b->winner_left - outside, 1, &ignored))
            continue;
        sh_gpu_move_winner(b, &next, own);
    }
}

SH_GPU_CODE void sh_gpu_beam_children(const sh_gpu_args *a, uint64_t unit) {
    const sh_gpu_beam *b = a->beam;
    const uint64_t men = b->winner_only ? 1 : (uint64_t)b->other_men;
    SH_EACH_LANE(lane) {
        const uint64_t task = unit * SH_WARP + lane, parent = task / men;
        if (parent < b->parent_count) {
            sh_gpu_pair p;
            uint64_t sums[SH_GPU_IMAGES];
            for (int role = 0; role < 2; role++) p.army[role] = b->parents[2 * parent + role];
            for (int i = 0; i < b->images; i++) sums[i] = sh_gpu_sum_of(b, i, &p);
            if (b->winner_only)
                sh_gpu_move_winner(b, &p, sums);
            else
                sh_gpu_move_loser(b, &p, (int)(task % men), sums);
        }
    }
}
