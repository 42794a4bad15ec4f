// SPDX-License-Identifier: MIT
// sternhalma play: a game against the computer, in the terminal.
#include <stddef.h>  // offsetof
#include <stdio.h>   // fprintf
#include <string.h>  // strcmp
#include <strings.h> // strcasecmp
#include <time.h>    // time
#include <unistd.h>  // isatty

#include "cli/commands.h"
#include "cli/play_show.h"

typedef struct play_request {
    int level;
    int64_t seed;
    const char *side, *tables, *load, *save;
    bool lines;
} play_request;

static sh_status read_level(void *member, const char *text, sh_error *error) {
    return sh_level_parse(member, text, error);
}

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_LEVEL,
     .offset = offsetof(play_request, level),
     .usual = "4",
     .read = read_level},
    {.id = SH_OPTION_SIDE, .offset = offsetof(play_request, side), .otherwise = "the first"},
    {.id = SH_OPTION_TABLES,
     .offset = offsetof(play_request, tables),
     .help = "A table, or a folder of tables: for perfect play and advice"},
    {.id = SH_OPTION_LOAD, .offset = offsetof(play_request, load)},
    {.id = SH_OPTION_SAVE, .offset = offsetof(play_request, save)},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(play_request, seed),
     .otherwise = "the time",
     .help = "Random seed for what low levels overlook"},
    {.id = SH_OPTION_LINES, .offset = offsetof(play_request, lines), .without = SH_OPTION_JSON},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_play = {
    .words = "[GAME] [POSITION]",
    .least = 0,
    .most = 2,
    .about =
        "Plays a game against you: the star of 121 cells, star121:2p, if none is named; on stars "
        "there may be up to six players. On a terminal it takes the whole screen: arrows or the "
        "mouse choose a piece and where it goes, moves "
        "and commands can be typed. Without a terminal it reads and answers lines.",
    .takes = takes,
    .surplus = SH_OPTION_TABLES,
    .more = "Commands, in both forms: a move such as b2-b4, hint, why (what was wrong with my "
            "move), undo, redo, moves, go, level N, side SIDE, save FILE, load FILE, new, help, "
            "quit.\n\n"
            "Examples:\n"
            "  sternhalma play\n"
            "  sternhalma play 9x9/10 --level 8 --side o\n"
            "  sternhalma play star121:6p --level 10 --side ad\n"
            "  sternhalma play 7x7/3 --tables tables --level perfect\n"
            "  echo 'a3-a4' | sternhalma play 7x7/6 --seed 1\n\n"
            "JSON keys, an object for every answer: game, position, ply, ending, winner (null: "
            "none), yours (you are to move), level, reply.\n",
};

static sh_status run(sh_cli *cli, const play_request *r, sh_play_session *session,
                     sh_error *error) {
    sh_status status = r->load ? sh_play_load(session, r->load, error) : SH_OK;
    if (!status && r->save) status = sh_play_save(session, r->save, error);
    if (status) return status;
    if (!r->lines && !cli->json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        sh_error why = {.text = ""};
        status = sh_play_screen(cli, session, &why);
        if (status != SH_NO) {
            if (status && error) *error = why;
            return status;
        }
        fprintf(stderr, "sternhalma play: %s\n", why.text);
    }
    return sh_play_lines(cli, session, error);
}

sh_status sh_cmd_play(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position start;
    sh_play_session session = {0};
    play_request r = {.seed = (int64_t)time(NULL)};
    sh_status status = sh_cli_parse(cli, &sh_usage_play, argc, argv, &r, &words, error);
    if (status) return status;
    if (words.count == 0) words.word[words.count++] = "star121:2p";
    status = sh_cli_game_position(cli, &words, &game, &start, error);
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_play_options o = {.game = &game,
                         .start = &start,
                         .level = r.level,
                         .tables = r.tables,
                         .save = r.save,
                         .seed = (uint64_t)r.seed,
                         .monitor = &monitor};
    o.human[0] = true;
    if (!status && r.side) status = sh_play_side(&game, r.side, o.human, error);
    if (!status) {
        status = sh_play_open(&session, &o, error);
        sh_cli_progress_end(cli);
        if (!status) status = run(cli, &r, &session, error);
        sh_play_close(&session);
    }
    return status;
}
