// SPDX-License-Identifier: MIT
// Everything an embedder needs, in one include.
#pragma once

#include "sternhalma/board.h"
#include "sternhalma/distance.h"
#include "sternhalma/engine.h"
#include "sternhalma/environment.h"
#include "sternhalma/game.h"
#include "sternhalma/key.h"
#include "sternhalma/moves.h"
#include "sternhalma/notation.h"
#include "sternhalma/opponent.h"
#include "sternhalma/position.h"
#include "sternhalma/positions.h"
#include "sternhalma/probe.h"
#include "sternhalma/rank.h"
#include "sternhalma/record.h"
#include "sternhalma/score.h"
#include "sternhalma/status.h"
