// SPDX-License-Identifier: MIT
// Tablebases: open solved games and ask them about positions.
//
// A table is one .shtb file (docs/format.md), a large one with further parts beside it (FILE.001
// and so on): every position of one game under one rule profile with its value. sh_table_open takes
// one file; sh_tables_open takes a file or a directory and picks the table by game. Three kinds
// exist: win/draw/loss (wdl), distance to win in plies (dtw), and who controls a race of three
// players (control).
//
// Every value is from the side of the player to move in the position it is given with, and every
// value of a move from the side of the player who makes it: nothing here is "the opponent's view".
//
// Thread safety: any number of threads may probe one table at once; opening and closing are for one
// thread. There are no globals. A table keeps decoded blocks in a cache of limited size, one a
// table. A probe checks the block it reads: damage on disk gives SH_DATA, never a wrong value,
// also where the file is cut off or written over while the table is open.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/game.h"
#include "sternhalma/moves.h"
#include "sternhalma/position.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_TABLE_CACHE_DEFAULT ((size_t)64 << 20)
#define SH_MAX_PLIES 1024 // no win of a solved game is longer

// What a table knows of a position.
typedef enum sh_metric {
    SH_WDL,     // duel: win, draw or loss
    SH_DTW,     // duel: the same, with the distance in plies to the end of the game
    SH_CONTROL, // race: which players and pairs can force what
} sh_metric;

typedef enum sh_outcome { SH_LOSS = -1, SH_DRAW = 0, SH_WIN = 1 } sh_outcome;

// The value of a position for its mover. With SH_DTW, `distance` is the number of plies until the
// game ends when the winner hurries and the loser delays: odd for a win, even for a loss, 0 where
// the mover has lost already. It is -1 for draws and where the table has no distances.
typedef struct sh_value {
    sh_outcome outcome;
    int distance;
} sh_value;

// A legal move with its value for the player who makes it: a move with distance 7 wins in seven
// plies counted from before the move.
typedef struct sh_probed_move {
    sh_move move;
    sh_value value;
} sh_probed_move;

// Who can force what in a race of three: bit p stands for player p. A player in neither solo_win
// nor solo_loss can force a draw: the game goes on for ever. In a race that is over the
// winner has solo_win and the others solo_loss; enable_next and enable_previous are 0, for nobody
// can change anything.
typedef struct sh_control {
    uint8_t solo_win;        // p alone can force its own win
    uint8_t solo_loss;       // the other two together can force that one of them wins
    uint8_t enable_next;     // p and the next player together can force that the next one wins
    uint8_t enable_previous; // p and the previous player together can force that one wins
} sh_control;

// What a table is, from its header. Counts are over positions with one player to move, no symmetry
// used: wins + losses + draws + illegal = positions / 2 in a duel. In a race the four counts are
// zero: `sternhalma stats` counts the layers.
typedef struct sh_table_info {
    char game[SH_MAX_NAME];
    sh_profile profile;
    sh_metric metric;
    uint32_t version;       // of the format
    uint64_t rows, columns; // states stored: rows · columns
    uint64_t wins, losses;  // for the mover
    uint64_t draws, illegal;
    uint32_t longest;      // the greatest distance of the table; 0 without distances
    bool only_wins;        // only wins' distances are stored: those of losses are derived
    uint64_t blocks;       // how many, and
    uint32_t block_states; // states in each but the last of a row or file
    uint64_t file_bytes;   // of all parts together, without their seals
    uint64_t part_bytes;   // of each part but the last; 0: the table is a single file
    uint32_t files;        // how many parts; 1: a single file
    uint64_t created;      // seconds since 1970
    char creator[64];      // program, version and backend that made it
    uint64_t checksum;     // XXH3 of the whole file
} sh_table_info;

typedef struct sh_table sh_table;   // one open file
typedef struct sh_tables sh_tables; // a collection of open files

// "wdl", "dtw" or "control", both ways. Parsing fails with SH_USAGE.
SH_API const char *sh_metric_name(sh_metric metric);
SH_API sh_status sh_metric_parse(sh_metric *metric, const char *name, sh_error *error) SH_NODISCARD;

// Opens a table: reads its header and model, nothing whose size grows with the game. `cache_bytes`
// limits the decoded blocks kept in memory; 0 means SH_TABLE_CACHE_DEFAULT. SH_DATA where the file
// is not a whole table of this version, or one of its parts is missing or belongs to another.
SH_API sh_status sh_table_open(sh_table **table, const char *file, size_t cache_bytes,
                               sh_error *error) SH_NODISCARD;
SH_API void sh_table_close(sh_table *table);

// The header, and the game the table is of. Both live as long as the table.
SH_API const sh_table_info *sh_table_about(const sh_table *table);
SH_API const sh_game *sh_table_game(const sh_table *table);

// Reads every byte of the file and compares every checksum. SH_DATA at the first that differs.
SH_API sh_status sh_table_check(const sh_table *table, sh_error *error) SH_NODISCARD;

// Opens a file, or every *.shtb file of a directory (SH_DATA at the first that cannot be opened).
// The cache limit is for each table.
SH_API sh_status sh_tables_open(sh_tables **tables, const char *path, size_t cache_bytes,
                                sh_error *error) SH_NODISCARD;
SH_API void sh_tables_close(sh_tables *tables);
SH_API size_t sh_tables_count(const sh_tables *tables);
SH_API const sh_table *sh_tables_get(const sh_tables *tables, size_t number); // NULL: no such
// The table of this game and rule profile, with distances if there is one; NULL if there is none.
SH_API const sh_table *sh_tables_find(const sh_tables *tables, const sh_game *game);

// The value of a position for its mover. SH_DATA where the position is illegal or none of the
// table's game, as of every function here. In a race: SH_WIN where the mover can force its win
// alone, SH_LOSS where the others can force that it does not win, else SH_DRAW.
SH_API sh_status sh_probe(const sh_table *table, const sh_position *position, sh_value *value,
                          sh_error *error) SH_NODISCARD;

// The values of many positions given by their ranks (sh_position_rank) in a duel. A value is 0xFFFE
// for a draw, 0xFFFF for an illegal position, else with distances the distance (odd: the mover
// wins; even: it loses) and without them 1 for a win and 0 for a loss. SH_USAGE for a rank out of
// range.
SH_API sh_status sh_probe_ranks(const sh_table *table, const uint64_t *ranks, size_t count,
                                uint16_t *values, sh_error *error) SH_NODISCARD;

// Who controls a race. SH_USAGE on a table of a duel.
SH_API sh_status sh_probe_control(const sh_table *table, const sh_position *position,
                                  sh_control *control, sh_error *error) SH_NODISCARD;

// All legal moves with their values, best first: wins before draws before losses, short wins and
// long losses first, then by (from, to). `moves` has room for SH_MAX_MOVES; *count may be 0. In a
// race as sh_probe says it, for the player who makes the move.
SH_API sh_status sh_probe_moves(const sh_table *table, const sh_position *position,
                                sh_probed_move *moves, int *count, sh_error *error) SH_NODISCARD;

// The best line of a duel: both sides play perfectly, as sh_perfect_play does, until the game ends.
// `line` has room for `room` moves; *length is how many were written. A drawn position has no best
// line: it is empty. Without distances both sides' moves come from a search; the line is a win, but
// perhaps not a shortest one, and empty in the case, never seen, that the search goes in a circle.
SH_API sh_status sh_probe_line(const sh_table *table, const sh_position *position, sh_move *line,
                               int room, int *length, sh_error *error) SH_NODISCARD;

// Perfect play in a duel. From a won position the win is reached, with distances in exactly the
// stated number of plies; from a drawn one no move loses. Without distances it searches
// among winning moves for progress, to a bounded depth, and lets no position of the game come up
// again: it keeps those in which it was to move. In a lost position it resists: with distances as
// long as it can, without them by the same search. One for each game, used by one thread at a time.
typedef struct sh_perfect_play sh_perfect_play;

SH_API sh_status sh_perfect_play_open(sh_perfect_play **play, const sh_table *table,
                                      sh_error *error) SH_NODISCARD;
SH_API void sh_perfect_play_close(sh_perfect_play *play);
// A new game: forgets the positions seen.
SH_API void sh_perfect_play_reset(sh_perfect_play *play);
// The move to play and the value it keeps. SH_NO where the game is over.
SH_API sh_status sh_perfect_play_move(sh_perfect_play *play, const sh_position *position,
                                      sh_move *move, sh_value *value, sh_error *error) SH_NODISCARD;

#ifdef __cplusplus
}
#endif
