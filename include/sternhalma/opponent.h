// SPDX-License-Identifier: MIT
// Opponents for people: the engine at levels from beginner to perfect.
//
// A level is weak because it sees less, never because it plays a bad move on purpose. Low levels
// overlook moves, long chains more than short ones, and play the best of what they have noticed;
// all levels but the perfect one look only so many positions ahead. Which moves they overlook is
// drawn from a seed, so a game can be repeated. The perfect level plays by a table of the game
// (probe.h). Neighbouring levels are 100 to 250 Elo apart on 7x7/6 (docs/notes/levels.md).
//
// An opponent plays one game at a time; one thread an opponent, but for sh_opponent_stop.
#pragma once

#include <stdint.h> // uint64_t

#include "sternhalma/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_LEVEL_STRONGEST 13 // levels 1 to 13 play every game of two players
#define SH_LEVEL_PERFECT 14   // … and this one those of which there is a table

typedef struct sh_opponent sh_opponent;

// "beginner" … "strongest", "perfect"; NULL where there is no such level.
SH_API const char *sh_level_name(int level);
// A level by its name or number. SH_USAGE where there is none such.
SH_API sh_status sh_level_parse(int *level, const char *text, sh_error *error) SH_NODISCARD;

// Opens an opponent. Of the options, tables are for the perfect level only: SH_NO where it has none
// of the game. Other levels would not be what they are with other settings or weights: these are
// ignored, as are threads.
SH_API sh_status sh_opponent_open(sh_opponent **opponent, const sh_game *game, int level,
                                  const sh_engine_options *options, uint64_t seed,
                                  sh_error *error) SH_NODISCARD;
SH_API void sh_opponent_close(sh_opponent *opponent);
SH_API int sh_opponent_level(const sh_opponent *opponent);
// A new game, with lots from this seed on.
SH_API void sh_opponent_reset(sh_opponent *opponent, uint64_t seed);

// Its move, as finding->line[0]. `limits` may be NULL; time in them ends its thinking early, other
// limits are the level's own. SH_DATA where the record is of another game or its game is over.
SH_API sh_status sh_opponent_choose(sh_opponent *opponent, const sh_record *record,
                                    const sh_limits *limits, sh_finding *finding,
                                    sh_error *error) SH_NODISCARD;
// Ends its thinking, from any thread.
SH_API void sh_opponent_stop(sh_opponent *opponent);

#ifdef __cplusplus
}
#endif
