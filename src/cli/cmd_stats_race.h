// SPDX-License-Identifier: MIT
// `sternhalma stats` of three players: how often who controls the game.
#pragma once

#include "base/pool.h"
#include "cli/cli.h"
#include "sternhalma/probe.h"

sh_status sh_cli_stats_race(sh_cli *cli, const sh_table *table, sh_pool *pool,
                            sh_error *error) SH_NODISCARD;
