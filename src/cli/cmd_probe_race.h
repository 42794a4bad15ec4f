// SPDX-License-Identifier: MIT
// `sternhalma probe` of three players for people: the control structure of a position, and what
// each move makes of it.
#pragma once

#include "cli/cli.h"
#include "sternhalma/probe.h"

// `kind` names the puzzle that the position is, or is NULL.
sh_status sh_cli_probe_race(const sh_table *table, const sh_position *position, const char *kind,
                            sh_error *error) SH_NODISCARD;
