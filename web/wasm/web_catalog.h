// SPDX-License-Identifier: MIT
// The catalog of a module: tables that the worker has opened, in the order in which it did.
#pragma once

#include "server/catalog.h"
#include "server/survey.h"

struct sh_catalog {
    size_t count;
    sh_table *table[SH_MAX_TABLES];
    size_t skipped;
    char reason[SH_MAX_REASON]; // of the last that was skipped
};

// Quizzes of each table, found when they are first asked for.
struct sh_survey {
    const sh_catalog *catalog;
    sh_findings *findings[SH_MAX_TABLES];
};
