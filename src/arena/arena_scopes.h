// SPDX-License-Identifier: MIT
// Which games the measuring of players takes; what the players themselves take is in
// play/scopes.h.
#pragma once

#include "board/scope.h"

extern const sh_scope sh_dialog_scope;   // the protocols: arena/dialog.h
extern const sh_scope sh_openings_scope; // balanced openings: arena/openings.h
extern const sh_scope sh_tuning_scope;   // parameters: arena/spsa.h
extern const sh_scope sh_grading_scope;  // grades by a table: arena/grading.h
