// SPDX-License-Identifier: MIT
// Which games agents take, which of them the engine, and which each kind of its searches.
#pragma once

#include "board/scope.h"

extern const sh_scope sh_agent_scope; // agents of any kind: play/agent.h
extern const sh_scope sh_board_scope; // a game at a board, people included
extern const sh_scope sh_engine_scope;
extern const sh_scope sh_training_scope; // weights are learned of what an engine searches
extern const sh_scope sh_pvs_scope;      // the search of two players (play/pvs.h)
extern const sh_scope sh_crowd_scope;    // the searches of several players (play/crowd.h)
