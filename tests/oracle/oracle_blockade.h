// SPDX-License-Identifier: MIT
// Definition 3 cell by cell: the slow version of rules/blockade.h.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/position.h"

bool oracle_blocked(const sh_game *game, const sh_position *position, int player);
