// SPDX-License-Identifier: MIT
// See puzzle.h. Names are those of games; a transfer keeps the first army of two.
#include "puzzle/puzzle.h"

#include <assert.h> // assert
#include <stdio.h>  // snprintf
#include <string.h> // strchr

#include "board/symmetry.h"
#include "puzzle/posing.h"
#include "sternhalma/distance.h"

const char *sh_puzzle_kind_name(sh_puzzle_kind kind) {
    return kind == SH_PUZZLE_TRANSFER ? "transfer" : "game";
}

void sh_puzzle_types(const sh_board *board, const sh_set *set, int count[SH_PUZZLE_TYPES]) {
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) count[t] = 0;
    for (int cell = sh_set_next(set, 0); cell >= 0; cell = sh_set_next(set, cell + 1))
        count[sh_puzzle_type(board, cell)]++;
}

// The symmetries of two armies that exchange start and goal are the reversals of one.
static void find_reversals(sh_puzzle *puzzle) {
    sh_game two = puzzle->game;
    two.players = 2;
    two.camp[1] = two.goal[0];
    two.goal[1] = two.camp[0];
    two.stand[1] = two.stand[0];
    two.pass[1] = two.pass[0];
    sh_symmetry_find(&two);
    for (int i = 0; i < two.symmetries; i++)
        if (two.symmetry[i].player[0] == 1) puzzle->reversal[puzzle->reversals++] = two.symmetry[i];
}

void sh_puzzle_complete(sh_puzzle *puzzle) {
    sh_game *game = &puzzle->game;
    game->finish = SH_FIRST_ARRIVED;
    game->players = puzzle->kind == SH_PUZZLE_TRANSFER ? 1 : 2;
    for (int p = game->players; p < SH_MAX_PLAYERS; p++)
        game->camp[p] = game->goal[p] = game->stand[p] = game->pass[p] = sh_set_empty();
    puzzle->reversals = 0;
    sh_distance_find(game);
    sh_symmetry_find(game);
    find_reversals(puzzle);
}

static bool has_rule(const char *name) {
    return strncmp(name, "sq", 2) == 0 || strncmp(name, "checkers", 8) == 0;
}

sh_status sh_puzzle_check_directions(const sh_puzzle *puzzle, int moves, sh_error *error) {
    const sh_game *game = &puzzle->game;
    if (!moves || moves == game->board.directions) return SH_OK;
    return sh_fail(error, SH_USAGE, "%s has %d directions, not the %d of --moves", game->name,
                   game->board.directions, moves);
}

enum {
    POSED = SH_RULES_OF_SHAPE | SH_RULES_OF_WAYS | SH_RULE_TWO | SH_RULE_FILLED | SH_RULE_HALMA |
            SH_RULE_HOPS | SH_RULE_STAND | SH_RULE_PASS,
};

// A puzzle has two camps, it ends with the first army that has arrived, and nobody has to leave.
const sh_scope sh_puzzle_scopes[2] = {
    {.cannot = "a transfer cannot be posed of",
     .takes = {POSED, (POSED & ~SH_RULE_TWO) | SH_RULE_ALONE},
     .instead = {{SH_RULES_OF_SEVERAL, "write star121:2p"},
                 {SH_RULE_SWAP, "leave out +swap"},
                 {SH_RULE_LEAVE, "leave out +leave"}}},
    {.cannot = "a cooperative game cannot be posed of",
     .takes = {POSED},
     .instead = {{SH_RULES_OF_SEVERAL, "write star121:2p"},
                 {SH_RULE_ALONE, "one army alone is a transfer: sternhalma puzzle transfer @"},
                 {SH_RULE_SWAP, "leave out +swap"},
                 {SH_RULE_LEAVE, "leave out +leave"}}},
};

sh_status sh_puzzle_parse(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name, int moves,
                          bool jumps_only, sh_error *error) {
    char full[SH_MAX_NAME + 8];
    if (strlen(name) >= SH_MAX_NAME)
        return sh_fail(error, SH_USAGE, "'%.40s' is not a puzzle; write sq9/10:6m", name);
    snprintf(full, sizeof full, "%s", name);
    if (has_rule(name) && !strchr(name, ':')) {
        int usual = strncmp(name, "sq16", 4) == 0 ? 8 : 6;
        snprintf(full, sizeof full, "%s:%dm", name, moves ? moves : usual);
    }
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->kind = kind;
    sh_status status = sh_game_parse(&puzzle->game, full, SH_STRICT, error);
    if (!status) status = sh_scope_check(&sh_puzzle_scopes[kind], &puzzle->game, error);
    if (!status) status = sh_puzzle_check_directions(puzzle, moves, error);
    if (status) return status;
    if (jumps_only) puzzle->game.movement = SH_HOPS_ONLY;
    sh_puzzle_complete(puzzle);
    return SH_OK;
}

static sh_status check_army(const sh_puzzle *puzzle, int player, sh_error *error) {
    const sh_game *game = &puzzle->game;
    int men = sh_set_count(game->camp[player]), cells = sh_set_count(game->goal[player]);
    if (men != cells)
        return sh_fail(error, SH_NO, "impossible: the army of %c has %d men, its goal %d cells",
                       sh_game_letter(game, player), men, cells);
    if (!sh_set_within(game->goal[player], game->stand[player]))
        return sh_fail(error, SH_NO, "impossible: the goal of %c has cells that are closed to it",
                       sh_game_letter(game, player));
    return SH_OK;
}

// With jumps only, the men of each type must be as many as the goal cells of that type.
static sh_status check_types(const sh_puzzle *puzzle, int player, sh_error *error) {
    const sh_game *game = &puzzle->game;
    int have[SH_PUZZLE_TYPES], want[SH_PUZZLE_TYPES];
    sh_puzzle_types(&game->board, &game->camp[player], have);
    sh_puzzle_types(&game->board, &game->goal[player], want);
    for (int t = 0; t < SH_PUZZLE_TYPES; t++)
        if (have[t] != want[t])
            return sh_fail(error, SH_NO,
                           "impossible with jumps only: %c has %d men of type %d, its goal has %d "
                           "such cells, and only a step changes a man's type",
                           sh_game_letter(game, player), have[t], t, want[t]);
    return SH_OK;
}

sh_status sh_puzzle_check(const sh_puzzle *puzzle, sh_error *error) {
    int impossible = 0; // in a game it takes both sides to make it impossible
    sh_error reason = {.status = SH_OK};
    for (int p = 0; p < puzzle->game.players; p++) {
        sh_status status = check_army(puzzle, p, &reason);
        if (!status && sh_puzzle_jumps_only(puzzle)) status = check_types(puzzle, p, &reason);
        impossible += status != SH_OK;
    }
    if (impossible < puzzle->game.players) return SH_OK;
    return sh_fail(error, SH_NO, "%s", reason.text);
}

int sh_puzzle_arrived(const sh_puzzle *puzzle, const sh_set *armies) {
    for (int p = 0; p < puzzle->game.players; p++)
        if (sh_set_within(puzzle->game.goal[p], armies[p])) return p;
    return -1;
}
