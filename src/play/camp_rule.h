// SPDX-License-Identifier: MIT
// The house rule +leaveN for engines: which moves leave the camp in time.
#pragma once

#include "sternhalma/record.h"

// Keeps the moves with which the camp is left in time: as long as there is time all, then those out
// of the camp, else those further towards its edge. There is always one left.
void sh_camp_keep(const sh_record *record, sh_move *moves, int *count);
