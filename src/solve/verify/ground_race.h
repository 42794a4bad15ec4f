// SPDX-License-Identifier: MIT
// Does everything that a three-player solution calls forced rest on finished games?
//
// Codes that agree with their successors hold every right answer and perhaps some more: a coalition
// that has its way in each of a ring of states has it in none of them if nobody ever arrives. An
// answer is grounded where it follows from grounded answers of the successors (questions.h: from
// one of them if the mover belongs to the coalition, else from all), with those of finished games
// for a start. States are looked at again as long as a successor has changed; the answers that are
// called right and never get a ground are wrong.
//
// Why that is a proof. Grounds are only added, and each rests on grounds that were there before it.
// So a coalition with a ground can always move to, or is always moved to, a state where its ground
// is older. There are finitely many, so this ends, and it can only end in a finished game of the
// kind it wants. It does not matter in which order states are looked at, or whether a thread sees
// what another has just added: who sees less adds less, and looks again. What is left without a
// ground when nothing follows any more has none: the others can always stay outside of what is
// grounded.
//
// All twelve questions at once (questions.h), with two bytes a placement: 37 MB for star37/2:3p,
// 9.9 GB for star37:3p. What is called is only looked at in the end. Moves are those of
// outlook_lanes.h; nothing is the solver's.
#pragma once

#include "rank/triples.h"
#include "solve/verify/verifier.h"

// The codes must agree with their successors. What has no ground is noted in the report of the
// team, with the code that would be left without it. SH_RESOURCES where there is no memory.
sh_status sh_ground_race(const sh_game *game, const sh_triples *triples,
                         const sh_value_source *source, sh_verify_team *team,
                         sh_verify_report *report, sh_error *error) SH_NODISCARD;
