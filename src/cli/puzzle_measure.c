// SPDX-License-Identifier: MIT
// sternhalma puzzle measure: what the paper says of armies, for every board of a solution: types
// and balance, centroid, ladders; and the speed of the whole.
#include <stdio.h> // printf

#include "cli/puzzle_choices.h"
#include "puzzle/measure.h"
#include "sternhalma/notation.h"

enum { LEAST_JUMPS = 2 }; // of what is told as a ladder

// All men of a board; and the ladders over them.
static void find_ladders(const sh_certificate *c, int at, sh_ladder ladder[SH_PUZZLE_TYPES]) {
    const sh_game *game = &c->puzzle.game;
    sh_set men = sh_set_empty();
    for (int p = 0; p < game->players; p++) men = sh_set_or(men, c->position[at].army[p]);
    sh_measure_ladders(&game->board, &men, ladder);
}

static json_t *encode_types(unsigned types) {
    json_t *list = json_array();
    for (int t = 0; t < SH_PUZZLE_TYPES; t++)
        if (types >> t & 1) json_array_append_new(list, json_integer(t));
    return list;
}

static json_t *encode_ladders(const sh_certificate *c, int at) {
    const sh_game *game = &c->puzzle.game;
    sh_ladder ladder[SH_PUZZLE_TYPES];
    json_t *list = json_array();
    find_ladders(c, at, ladder);
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) {
        const sh_ladder *l = &ladder[t];
        char from[SH_MAX_MOVE_TEXT], to[SH_MAX_MOVE_TEXT];
        if (l->jumps < LEAST_JUMPS) continue;
        sh_cell_print(game, l->from, from);
        sh_cell_print(game, l->to, to);
        json_array_append_new(list, json_pack("{s:i, s:o, s:s, s:s, s:i, s:i}", "carries", t,
                                              "rungs", encode_types(l->rungs), "from", from, "to",
                                              to, "jumps", l->jumps, "span", l->span));
    }
    return list;
}

static json_t *encode_armies(const sh_certificate *c, int at) {
    json_t *list = json_array();
    for (int p = 0; p < c->puzzle.game.players; p++) {
        sh_measure m = sh_measure_army(&c->puzzle.game.board, &c->position[at].army[p], p == 1);
        json_array_append_new(list, json_pack("{s:[iiii], s:b, s:f}", "types", m.types[0],
                                              m.types[1], m.types[2], m.types[3], "balanced",
                                              m.balanced, "centroid", m.centroid / 2.0));
    }
    return list;
}

static void print_ladders(const sh_certificate *c, int at) {
    const sh_game *game = &c->puzzle.game;
    sh_ladder ladder[SH_PUZZLE_TYPES];
    const char *gap = "  ";
    find_ladders(c, at, ladder);
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) {
        char from[SH_MAX_MOVE_TEXT], to[SH_MAX_MOVE_TEXT];
        if (ladder[t].jumps < LEAST_JUMPS) continue;
        sh_cell_print(game, ladder[t].from, from);
        sh_cell_print(game, ladder[t].to, to);
        printf("%s%d: %s-%s (%d)", gap, t, from, to, ladder[t].jumps);
        gap = ", ";
    }
    printf("\n");
}

static void print_board(const sh_certificate *c, int at) {
    const sh_game *game = &c->puzzle.game;
    char text[SH_MAX_MOVE_TEXT] = "start";
    if (at) sh_move_print(game, c->move[at - 1], text);
    printf("%3d %-8s", at, text);
    for (int p = 0; p < game->players; p++) {
        sh_measure m = sh_measure_army(&game->board, &c->position[at].army[p], p == 1);
        printf("  %2d %2d %2d %2d%c %6.1f", m.types[0], m.types[1], m.types[2], m.types[3],
               m.balanced ? '=' : ' ', m.centroid / 2.0);
    }
    print_ladders(c, at);
}

// The speed of the army that arrived, or of the only one.
static void print_speed(const sh_cli *cli, const sh_certificate *c) {
    const sh_game *game = &c->puzzle.game;
    int who = sh_puzzle_arrived(&c->puzzle, c->position[c->moves].army), cells, moves;
    if (who < 0) who = 0;
    int own = game->players == 1 ? c->moves : (c->moves + 1 - who) / 2;
    sh_measure_speed(&game->board, &game->camp[who], &c->position[c->moves].army[who],
                     own ? own : 1, &cells, &moves);
    if (cli->json)
        sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:[ii]}", "game", game->name, "kind",
                                    sh_puzzle_kind_name(c->puzzle.kind), "length", c->moves,
                                    "speed", cells, moves));
    else if (c->moves)
        printf("speed %d/%d: the centre of the army moves %.3f cells a move\n", cells, moves,
               (double)cells / moves);
}

static void print_all(const sh_cli *cli, const sh_certificate *c) {
    if (!cli->json)
        printf(
            "men of types 0 to 3 (= balanced), centroid%s; ladders: type carried, ends (jumps)\n",
            c->puzzle.game.players > 1 ? ", of either side" : "");
    for (int i = 0; i <= c->moves; i++) {
        char text[SH_MAX_MOVE_TEXT] = "";
        if (!cli->json) {
            print_board(c, i);
            continue;
        }
        if (i) sh_move_print(&c->puzzle.game, c->move[i - 1], text);
        sh_cli_print_json(json_pack("{s:i, s:o, s:o, s:o}", "moves", i, "move",
                                    i ? json_string(text) : json_null(), "armies",
                                    encode_armies(c, i), "ladders", encode_ladders(c, i)));
    }
    print_speed(cli, c);
}

sh_status sh_cli_puzzle_measure(sh_cli *cli, const char *file, const char *puzzle,
                                const sh_cli_puzzle *choices, sh_error *error) {
    sh_certificate *c;
    sh_status status = sh_cli_read_solution(&c, file, puzzle, choices, error);
    if (status) return status;
    print_all(cli, c);
    sh_cli_free_solution(c);
    return SH_OK;
}
