// SPDX-License-Identifier: MIT
// What is worth seeing in each table, found ahead of time by one thread that works while idle.
//
// For every table of the catalog, the ones jobs add included, the survey mines quizzes, counts the
// positions of duels by plies and, for races small enough, the control types of all positions that
// can be reached. A request only ever reads what is ready. Results never change once ready, so
// readers need no lock. The same thread looks into the folder of tables for new ones.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdbool.h>   // bool

#include "server/catalog.h"
#include "table/quiz.h"
#include "table/reachable.h"
#include "table/stats.h"

enum { SH_MAX_QUIZZES = 24 }; // of a kind and table

// What a table was found to hold.
typedef struct sh_findings {
    int quizzes[SH_QUIZ_KINDS];
    sh_quiz quiz[SH_QUIZ_KINDS][SH_MAX_QUIZZES];
    sh_reachable reachable; // positions is 0 where they were not counted
} sh_findings;

// Quizzes of every kind until all are full or nothing new is found for a while. The same table
// always gives the same findings. A table that cannot be read just gives few; NULL when there is no
// memory.
sh_findings *sh_findings_mine(const sh_table *table, const atomic_bool *stop);

typedef struct sh_survey sh_survey;

sh_status sh_survey_open(sh_survey **survey, sh_catalog *catalog, sh_error *error) SH_NODISCARD;
void sh_survey_close(sh_survey *survey);

// The findings of a table, or NULL: not ready yet.
const sh_findings *sh_survey_findings(const sh_survey *survey, const sh_table *table);
// What the whole table of a duel says, or NULL: not counted yet, or not to be.
const sh_stats *sh_survey_stats(const sh_survey *survey, const sh_table *table);
