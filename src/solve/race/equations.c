// SPDX-License-Identifier: MIT
#include "solve/race/equations.h"

#include "base/random.h"
#include "sternhalma/moves.h"
#include "sternhalma/notation.h"

#define QUESTIONS 12

// A question: players are counted from the mover of the position that is checked.
typedef struct question {
    int coalition; // bits of players
    int winners;   // bits: whose arrival the coalition wants
} question;

// In order: solo 0 to 2, next, previous, and shut out.
static question question_of(int number) {
    int i = number % 3, next = (i + 1) % 3, previous = (i + 2) % 3;
    switch (number / 3) {
    case 0:
        return (question){1 << i, 1 << i};
    case 1:
        return (question){1 << i | 1 << next, 1 << next};
    case 2:
        return (question){1 << i | 1 << previous, 1 << previous};
    default:
        return (question){7 & ~(1 << i), 7 & ~(1 << i)};
    }
}

// Does the code say that the coalition has its way?
static bool answer(sh_control_code control, int number) {
    int winner = sh_control_winner(control);
    if (winner >= 0) return question_of(number).winners >> winner & 1;
    return number < 9 ? control >> number & 1 : sh_control_shut_out(control, number % 3);
}

static sh_status fail_at(const sh_solved *solved, const sh_position *position, const char *what,
                         int number, sh_error *error) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(&solved->game, position, text);
    return sh_fail(error, SH_NO, "%s %d is wrong in %s", what, number, text);
}

// What the rules say at once: won, illegal or open.
static bool verdict_agrees(const sh_solved *solved, const sh_position *position,
                           sh_control_code control) {
    int winner = -1;
    switch (sh_position_verdict(&solved->game, position, &winner)) {
    case SH_OPEN:
        return !(control >> SH_CONTROL_BITS);
    case SH_WON:
        return sh_control_winner(control) == (winner - position->turn + 3) % 3;
    default:
        return control == SH_CONTROL_ILLEGAL;
    }
}

sh_status sh_equations_check(const sh_solved *solved, const sh_position *position,
                             sh_error *error) {
    sh_control_code control =
        sh_solved_control(solved, sh_triples_rank(&solved->triples, position));
    if (!verdict_agrees(solved, position, control))
        return fail_at(solved, position, "verdict", control, error);
    if (control >> SH_CONTROL_BITS) return SH_OK;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&solved->game, position, moves), good[QUESTIONS] = {0};
    for (int m = 0; m < count; m++) {
        sh_position next = *position;
        sh_move_apply(&solved->game, &next, moves[m]);
        // Player 0 here is player 2, the previous one, there.
        sh_control_code after =
            sh_control_turn(sh_solved_control(solved, sh_triples_rank(&solved->triples, &next)), 2);
        for (int q = 0; q < QUESTIONS; q++) good[q] += answer(after, q);
    }
    for (int q = 0; q < QUESTIONS; q++) {
        bool forced = question_of(q).coalition & 1 ? good[q] > 0 : good[q] == count;
        if (forced != answer(control, q)) return fail_at(solved, position, "question", q, error);
    }
    return SH_OK;
}

static sh_status check_triple(const sh_solved *solved, sh_triple triple, int turn,
                              uint64_t *checked, sh_error *error) {
    if (!sh_triples_disjoint(&solved->triples, triple)) return SH_OK;
    sh_position position;
    sh_triples_unrank(&solved->triples, triple, turn, &position);
    ++*checked;
    return sh_equations_check(solved, &position, error);
}

static sh_status report(const sh_monitor *monitor, uint64_t done, uint64_t total, double began,
                        sh_error *error) {
    sh_report(monitor,
              &(sh_progress){
                  .phase = "verify", .done = done, .total = total, .seconds = sh_clock() - began});
    return sh_stopped(monitor) ? sh_fail(error, SH_INTERRUPTED, "interrupted") : SH_OK;
}

sh_status sh_equations_check_all(const sh_solved *solved, uint64_t samples, uint64_t seed,
                                 const sh_monitor *monitor, uint64_t *checked, sh_error *error) {
    uint32_t sets = solved->triples.sets;
    uint64_t cube = (uint64_t)sets * sets * sets, total = samples ? samples : cube;
    sh_random random = {seed};
    sh_status status = SH_OK;
    double began = sh_clock();
    *checked = 0;
    for (uint64_t i = 0; !status && (samples ? *checked < samples : i < cube); i++) {
        uint64_t index = samples ? sh_random_below(&random, cube) : i;
        sh_triple triple = {(uint32_t)(index / sets / sets), (uint32_t)(index / sets % sets),
                            (uint32_t)(index % sets)};
        int first = samples ? (int)(i % 3) : 0, last = samples ? first : 2;
        for (int turn = first; turn <= last && !status; turn++)
            status = check_triple(solved, triple, turn, checked, error);
        if (!status && i % 65536 == 0)
            status = report(monitor, samples ? *checked : i, total, began, error);
    }
    return status;
}
