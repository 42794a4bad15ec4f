// SPDX-License-Identifier: MIT
// play in lines: the board is printed when it has changed, then what there is to say.
#include <errno.h>  // errno
#include <poll.h>   // poll
#include <stdio.h>  // printf
#include <string.h> // memchr
#include <unistd.h> // isatty

#include "cli/drawing.h"
#include "cli/play_show.h"

#define NO_MEMORY "There is no memory for an answer.\n"

static void say(sh_play_session *s) {
    if (s->reply.failed) fputs(NO_MEMORY, stdout);
    if (s->reply.at && !s->reply.failed) fputs(s->reply.at, stdout);
    sh_text_free(&s->reply);
}

// One object for every answer.
static void say_json(sh_play_session *s) {
    char position[SH_MAX_POSITION_TEXT], letter[2] = "";
    const sh_position *p = sh_record_position(s->record);
    sh_result result = sh_record_result(s->record);
    if (result.winner >= 0) letter[0] = sh_game_letter(&s->game, result.winner);
    sh_position_print(&s->game, p, position);
    sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:s, s:s?, s:b, s:i, s:s}", "game", s->game.name,
                                "position", position, "ply", sh_record_count(s->record), "ending",
                                sh_ending_name(result.ending), "winner", letter[0] ? letter : NULL,
                                "yours", s->human[p->turn], "level", s->level, "reply",
                                s->reply.failed ? NO_MEMORY
                                : s->reply.at   ? s->reply.at
                                                : ""));
    sh_text_free(&s->reply);
}

static bool is_anyone_human(const sh_play_session *s) {
    for (int p = 0; p < s->game.players; p++)
        if (s->human[p]) return true;
    return false;
}

// Who plays what: a piece as it is drawn, then its letter in messages.
static void list_seats(const sh_cli *cli, const sh_play_session *s) {
    char on[SH_CLI_STYLE_TEXT], off[SH_CLI_STYLE_TEXT], text[SH_PLAY_STATE];
    sh_cli_style(cli, "0", off);
    for (int p = 0; p < s->game.players; p++) {
        sh_glyph piece;
        sh_drawing_piece(&s->game, p, sh_drawing_discs(&s->game, sh_cli_utf8(), cli->color),
                         &piece);
        sh_play_seat(s, p, false, text);
        printf("  %s%s%s  %s\n", sh_cli_style(cli, piece.sgr, on), piece.text, off, text);
    }
    printf("\n");
}

static void show(const sh_cli *cli, sh_play_session *s) {
    char state[SH_PLAY_STATE];
    if (cli->json) {
        if (s->changed || s->reply.at || s->reply.failed) say_json(s);
        s->changed = false;
        return;
    }
    say(s);
    if (s->reseated) list_seats(cli, s);
    s->reseated = false;
    // While several computers answer one after another, the board is drawn when they are done.
    if (s->changed && (!s->drawn || !sh_play_waits(s) || !is_anyone_human(s))) {
        sh_cli_draw(cli, &s->game, sh_record_position(s->record));
        sh_play_state(s, state);
        printf("%s\n", state);
        s->changed = false;
        s->drawn = true;
    }
    fflush(stdout);
}

// Lines of standard input, read as they come, so that a signal is noticed in between.
typedef struct reader {
    char bytes[1024];
    size_t count;
    bool cut; // the line being read was too long; what has come of it is gone
} reader;

// The next line, without its end. SH_NO at the end of the input; SH_DATA where it is too long.
static sh_status read_line(reader *r, const atomic_bool *stop, char line[sizeof r->bytes + 1]) {
    while (!atomic_load(stop)) {
        char *end = memchr(r->bytes, '\n', r->count);
        if (end) {
            size_t length = (size_t)(end - r->bytes);
            bool cut = r->cut;
            memcpy(line, r->bytes, length);
            line[length] = 0;
            r->count -= length + 1;
            memmove(r->bytes, end + 1, r->count);
            r->cut = false;
            return cut ? SH_DATA : SH_OK;
        }
        if (r->count == sizeof r->bytes) {
            r->cut = true;
            r->count = 0;
        }
        struct pollfd input = {STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, 100) <= 0) continue;
        ssize_t got = read(STDIN_FILENO, r->bytes + r->count, sizeof r->bytes - r->count);
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) {
            r->count += (size_t)got;
            continue;
        }
        if (!r->count) return SH_NO;
        memcpy(line, r->bytes, r->count); // a last line without an end
        line[r->count] = 0;
        r->count = 0;
        return r->cut ? SH_DATA : SH_OK;
    }
    return SH_INTERRUPTED;
}

sh_status sh_play_lines(sh_cli *cli, sh_play_session *session, sh_error *error) {
    char line[1025];
    reader r = {.count = 0};
    sh_status status = SH_OK;
    bool prompt = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    (void)error;
    if (prompt && !cli->json) printf("Type a move such as b2-b4, or help.\n");
    while (!session->quit && (!status || status == SH_DATA)) {
        show(cli, session);
        if (sh_play_waits(session) && !atomic_load(cli->stop)) {
            sh_play_think(session);
            continue;
        }
        if (prompt && !cli->json) fputs("> ", stdout);
        fflush(stdout);
        status = read_line(&r, cli->stop, line);
        if (status == SH_DATA)
            sh_text_add(&session->reply, "That line is too long.\n");
        else if (!status)
            sh_play_obey(session, line);
    }
    show(cli, session);
    return status == SH_INTERRUPTED ? status : SH_OK;
}
