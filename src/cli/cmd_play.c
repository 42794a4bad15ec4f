// SPDX-License-Identifier: MIT
// sternhalma play: a game against the computer, in the terminal.
#include <stdio.h>   // fprintf
#include <string.h>  // strcmp
#include <strings.h> // strcasecmp
#include <time.h>    // time
#include <unistd.h>  // isatty

#include "cli/commands.h"
#include "cli/play_show.h"

enum { LEVEL = 'l', SIDE = 's', TABLES = 't', LOAD = 'i', SAVE = 'o', SEED = 'r', LINES = 'p' };

static const struct argp_option options[] = {
    {"level", LEVEL, "LEVEL", 0, "1 (beginner) to 13 (strongest), or perfect (default: 4)", 0},
    {"side", SIDE, "SIDE", 0,
     "Play this side: its letter, several, all or none (default: the first)", 0},
    {"tables", TABLES, "PATH", 0, "A table, or a folder of tables: for perfect play and advice", 0},
    {"load", LOAD, "FILE", 0, "Go on with the last game of FILE", 0},
    {"save", SAVE, "FILE", 0, "Keep the game in FILE, after every move", 0},
    {"seed", SEED, "N", 0, "What low levels overlook is drawn from this seed (default: the time)",
     0},
    {"lines", LINES, 0, 0, "Lines of text instead of the whole screen", 0},
    {0},
};

typedef struct play_request {
    int level;
    int64_t seed;
    const char *side, *tables, *load, *save;
    bool lines;
} play_request;

static sh_status option(void *input, int key, const char *value, sh_error *error) {
    play_request *r = input;
    switch (key) {
    case LEVEL:
        return sh_level_parse(&r->level, value, error);
    case SEED:
        return sh_cli_number("the seed", value, 0, INT64_MAX, &r->seed, error);
    case SIDE:
        r->side = value;
        return SH_OK;
    case TABLES:
        r->tables = value;
        return SH_OK;
    case LOAD:
        r->load = value;
        return SH_OK;
    case SAVE:
        r->save = value;
        return SH_OK;
    default:
        r->lines = true;
        return SH_OK;
    }
}

static const sh_cli_usage usage = {
    .words = "[GAME] [POSITION]",
    .least = 0,
    .most = 2,
    .doc = "Plays a game (7x7/6 if none is named) against you, on stars with up to six players. On "
           "a terminal it "
           "takes the whole screen: arrows or the mouse choose a piece and where it goes, moves "
           "and commands can be typed. Without a terminal it reads and answers lines.\v"
           "Commands, in both forms: a move such as b2-b4, hint, why (what was wrong with my "
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
    .options = options,
    .option = option,
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
    play_request r = {.level = 4, .seed = (int64_t)time(NULL)};
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &r, &words, error);
    if (status) return status;
    if (words.count == 0) words.word[words.count++] = "7x7/6";
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
