// SPDX-License-Identifier: MIT
// See survey.h: quizzes of a table.
#include <stdlib.h> // calloc

#include "server/survey.h"
#include "table/mine.h"

#define PATIENCE 3000 // positions looked at for the next quiz before giving up
#define SEED 2019

// Adds a quiz unless its position is there already; returns whether the kind is full.
static bool add_quiz(sh_findings *findings, const sh_quiz *quiz) {
    int *count = &findings->quizzes[quiz->kind];
    sh_quiz *list = findings->quiz[quiz->kind];
    for (int i = 0; i < *count; i++)
        if (sh_position_equal(&list[i].position, &quiz->position)) return false;
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
    while (mining.wanted && sh_mining_next(&mining, &quiz, &monitor, NULL) == SH_OK) {
        int before = findings->quizzes[quiz.kind];
        if (add_quiz(findings, &quiz)) mining.wanted &= ~(1U << quiz.kind);
        if (findings->quizzes[quiz.kind] > before) mining.tries = PATIENCE;
    }
    if (sh_table_about(table)->metric == SH_CONTROL &&
        sh_reachable_count(&findings->reachable, table, &monitor, NULL) != SH_OK)
        findings->reachable = (sh_reachable){0};
    return findings;
}
