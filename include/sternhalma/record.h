// SPDX-License-Identifier: MIT
// The record of a game being played: moves, taking back, and how it ended.
//
// A game ends when somebody has won, when the player to move has no move (it loses), or when a
// position comes up for the second time with the same player to move: a draw (Definition 4 of
// Sturtevant 2019). Where the game says so (game->leave), it also ends when a player has made as
// many moves, in this record, and still has a piece in its camp: that player has lost, and among
// more than two nobody has won. Moves taken back can be played again until another move is played
// instead.
//
// A record keeps a pointer to its game, which must outlive it. One thread at a time.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/moves.h"
#include "sternhalma/position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sh_ending {
    SH_GOES_ON,          // not ended
    SH_ENDED_WON,        // a goal is filled
    SH_ENDED_STUCK,      // the player to move has no move
    SH_ENDED_REPETITION, // the position has been there before
    SH_ENDED_CAMP        // who moved last has not left its camp in time
} sh_ending;

typedef struct sh_result {
    sh_ending ending;
    int winner; // -1: nobody, or nobody yet
} sh_result;

// The word for an ending in JSON, in records of games and in Python: "ongoing", "won", "stuck",
// "repetition", "camp".
SH_API const char *sh_ending_name(sh_ending ending);

typedef struct sh_record sh_record;

// Begins at a position that must be legal; NULL is the start of the game.
SH_API sh_status sh_record_open(sh_record **record, const sh_game *game, const sh_position *start,
                                sh_error *error) SH_NODISCARD;
SH_API void sh_record_close(sh_record *record);

// Plays a move and forgets what was taken back. SH_DATA where the move is not legal or the game is
// over; the record is then as before.
SH_API sh_status sh_record_play(sh_record *record, sh_move move, sh_error *error) SH_NODISCARD;
// Takes one move back, or plays it again; false where there is none.
SH_API bool sh_record_undo(sh_record *record);
SH_API bool sh_record_redo(sh_record *record);

SH_API const sh_game *sh_record_game(const sh_record *record);
SH_API const sh_position *sh_record_position(const sh_record *record);
// Whether and how the game is over, and who has won.
SH_API sh_result sh_record_result(const sh_record *record);
SH_API bool sh_record_over(const sh_record *record);
// The same question as a status: SH_DATA, with a sentence that says how it ended, where it is over.
SH_API sh_status sh_record_check_ongoing(const sh_record *record, sh_error *error) SH_NODISCARD;
// How many moves have been played, and each of them: 0 <= index < count.
SH_API int sh_record_count(const sh_record *record);
SH_API sh_move sh_record_move(const sh_record *record, int index);

#ifdef __cplusplus
}
#endif
