// SPDX-License-Identifier: MIT
// See identity.h.
#include "puzzle/identity.h"

#include <stdio.h>  // snprintf
#include <string.h> // strlen
#include <xxhash.h> // XXH3_64bits

const char *sh_puzzle_bounds(sh_puzzle_kind kind) {
    return kind == SH_PUZZLE_GAME ? "reach ladder types exits dead" : "tally value middle";
}

uint64_t sh_puzzle_identity(const sh_puzzle *puzzle) {
    const sh_game *game = &puzzle->game;
    const sh_board *board = &game->board;
    const char *bounds = sh_puzzle_bounds(puzzle->kind);
    int32_t facts[] = {(int32_t)puzzle->kind, (int32_t)board->shape,   board->size,
                       board->directions,     (int32_t)game->movement, (int32_t)game->finish,
                       (int32_t)game->players};
    uint64_t number =
        XXH3_64bits_withSeed(facts, sizeof facts, XXH3_64bits(bounds, strlen(bounds)));
    for (int p = 0; p < game->players; p++) {
        sh_set sets[] = {game->camp[p], game->goal[p], game->stand[p], game->pass[p]};
        number = XXH3_64bits_withSeed(sets, sizeof sets, number);
    }
    return number;
}

sh_status sh_puzzle_level_path(const sh_puzzle *puzzle, const char *folder, int length, int level,
                               char path[SH_PUZZLE_PATH], sh_error *error) {
    int used = snprintf(path, SH_PUZZLE_PATH, "%s/%s-%016llx-%d-%02d.level", folder,
                        sh_puzzle_kind_name(puzzle->kind),
                        (unsigned long long)sh_puzzle_identity(puzzle), length, level);
    if (used >= 0 && used < SH_PUZZLE_PATH) return SH_OK;
    return sh_fail(error, SH_USAGE, "the name of the scratch folder is too long");
}
