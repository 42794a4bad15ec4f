// SPDX-License-Identifier: MIT
// See survey.h: quizzes of a table.
#include <stdlib.h> // calloc

#include "server/survey.h"
#include "table/mine.h"

#define PATIENCE 3000 // positions looked at for the next quiz before giving up
#define SEED 2019

// Quizzes of all lengths: easy, medium and hard ones have a third of the room each.
enum { EASY_PLIES = 7, MEDIUM_PLIES = 15, BANDS = 3 };

static int band_of(const sh_quiz *quiz) {
    int plies = quiz->value.distance;
    return plies <= EASY_PLIES ? 0 : plies <= MEDIUM_PLIES ? 1 : 2;
}

// Where distances are known, a third at most is of one band.
static bool band_full(const sh_findings *findings, const sh_quiz *quiz) {
    int same = 0;
    if (quiz->value.distance <= 0) return false;
    for (int i = 0; i < findings->quizzes[quiz->kind]; i++)
        same += band_of(&findings->quiz[quiz->kind][i]) == band_of(quiz);
    return same >= SH_MAX_QUIZZES / BANDS;
}

// Adds a quiz unless its position is there already; returns whether the kind is full.
static bool add_quiz(sh_findings *findings, const sh_quiz *quiz) {
    int *count = &findings->quizzes[quiz->kind];
    sh_quiz *list = findings->quiz[quiz->kind];
    for (int i = 0; i < *count; i++)
        if (sh_position_equal(&list[i].position, &quiz->position)) return false;
    if (band_full(findings, quiz)) return false;
    if (*count < SH_MAX_QUIZZES) list[(*count)++] = *quiz;
    return *count == SH_MAX_QUIZZES;
}

sh_findings *sh_findings_mine(const sh_table *table, const atomic_bool *stop) {
    sh_findings *findings = calloc(1, sizeof *findings);
    if (!findings) return NULL;
    sh_monitor monitor = {.stop = stop};
    sh_mining mining = {.table = table,
                        .wanted = sh_quiz_kinds(table) & ~(1U << SH_ZUGZWANG | 1U << SH_LONGEST),
                        .games = true,
                        .tries = PATIENCE,
                        .random = {SEED}};
    sh_quiz quiz;
    sh_error error;
    sh_status status = SH_OK;
    while (mining.wanted && !(status = sh_mining_next(&mining, &quiz, &monitor, &error))) {
        int before = findings->quizzes[quiz.kind];
        if (add_quiz(findings, &quiz)) mining.wanted &= ~(1U << quiz.kind);
        if (findings->quizzes[quiz.kind] > before) mining.tries = PATIENCE;
    }
    if (status != SH_RESOURCES && sh_table_about(table)->metric == SH_CONTROL &&
        (status = sh_reachable_count(&findings->reachable, table, &monitor, &error)) != SH_OK)
        findings->reachable = (sh_reachable){0};
    if (status == SH_RESOURCES) {
        free(findings);
        return NULL;
    }
    return findings;
}
