// SPDX-License-Identifier: MIT
// Limits of a search. Of a clock, a 25th and most of the increment is a move's share, or more where
// it need not last for 25 moves: no new depth begins after 0.6 of it, and the search ends after
// three of it at the latest.
#include "play/budget.h"

#include <time.h> // nanosleep

#include "base/progress.h"

static void share_time(sh_budget *budget) {
    const sh_limits *limits = &budget->limits;
    budget->soft = budget->hard = limits->seconds;
    if (limits->clock <= 0) return;
    // About 25 moves are left in a game that is not nearly over; keep 20 ms for the way to the
    // clock, and a part of it for the moves to come.
    int left = limits->moves_to_go > 0 && limits->moves_to_go < 25 ? limits->moves_to_go : 25;
    double most = limits->clock > 0.04 ? limits->clock - 0.02 : limits->clock / 2;
    if (left > 1 && left < 25) most *= 0.75;
    double share = limits->clock / left + 0.8 * limits->increment;
    if (share > most) share = most;
    double hard = 3 * share < most ? 3 * share : most;
    if (budget->hard <= 0 || hard < budget->hard) budget->hard = hard;
    if (budget->soft <= 0 || 0.6 * share < budget->soft) budget->soft = 0.6 * share;
}

void sh_budget_begin(sh_budget *budget, const sh_limits *limits) {
    budget->limits = *limits;
    budget->began = sh_clock();
    sh_budget_lead(budget);
    atomic_store(&budget->pondering, limits->ponder);
    share_time(budget);
}

void sh_budget_lead(sh_budget *budget) { budget->cpu_began = sh_thread_clock(); }

static bool is_stopped(const sh_budget *budget) {
    return atomic_load_explicit(&budget->stop, memory_order_relaxed) || sh_stopped(budget->monitor);
}

void sh_budget_wait(sh_budget *budget) {
    struct timespec millisecond = {0, 1000000};
    while (budget->limits.ponder && atomic_load(&budget->pondering) && !is_stopped(budget))
        nanosleep(&millisecond, NULL);
}

double sh_budget_seconds(const sh_budget *budget) {
    return budget->limits.cpu ? sh_thread_clock() - budget->cpu_began : sh_clock() - budget->began;
}

// While pondering time stands still.
static bool counts(sh_budget *budget) {
    if (!budget->limits.ponder) return true;
    if (atomic_load_explicit(&budget->pondering, memory_order_relaxed)) return false;
    budget->limits.ponder = false; // it was hit: count from here
    budget->began = sh_clock();
    budget->cpu_began = sh_thread_clock();
    return true;
}

bool sh_budget_spent(sh_budget *budget, uint64_t nodes) {
    if (is_stopped(budget)) return true;
    if (!counts(budget)) return false;
    if (budget->limits.nodes && nodes >= budget->limits.nodes) return true;
    return budget->hard > 0 && sh_budget_seconds(budget) >= budget->hard;
}

bool sh_budget_enough(sh_budget *budget, int depth) {
    if (is_stopped(budget)) return true;
    if (!counts(budget)) return false;
    if (budget->limits.depth && depth >= budget->limits.depth) return true;
    return budget->soft > 0 && sh_budget_seconds(budget) >= budget->soft;
}
