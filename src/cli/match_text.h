// SPDX-License-Identifier: MIT
// What a match came to, as text and as JSON.
#pragma once

#include "arena/match.h"
#include "cli/cli.h"

// The score so far, on standard error where that is a terminal.
void sh_cli_match_progress(sh_cli *cli, const sh_match_score *score);
// The result on standard output. `openings` is the file they came from, or NULL.
void sh_cli_match_print(const sh_cli *cli, const sh_match_options *options, const char *openings,
                        const sh_match_score *score, const sh_match_time *time);
