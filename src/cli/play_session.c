// SPDX-License-Identifier: MIT
// The session: moves, taking back, who plays, files.
#include "cli/play_session.h"

#include <stdio.h>   // snprintf
#include <stdlib.h>  // free
#include <string.h>  // strcspn
#include <strings.h> // strcasecmp

#include "arena/game_file.h"
#include "cli/drawing.h"
#include "play/agent.h"
#include "play/scopes.h"

static const char *letter(const sh_play_session *s, int player, char text[2]) {
    text[0] = sh_game_letter(&s->game, player);
    text[1] = 0;
    return text;
}

static sh_status open_opponent(sh_play_session *s, int level, sh_error *error) {
    sh_engine_options options = {.tables = s->tables};
    sh_opponent *opponent;
    sh_engine_watch(&options, s->options.monitor);
    sh_status status =
        sh_opponent_open(&opponent, &s->game, level, &options, s->options.seed, error);
    if (status) return status;
    sh_opponent_close(s->opponent);
    s->opponent = opponent;
    s->reseated |= s->level != level;
    s->level = level;
    return SH_OK;
}

sh_status sh_play_open(sh_play_session *session, const sh_play_options *options, sh_error *error) {
    memset(session, 0, sizeof *session);
    session->game = *options->game;
    session->options = *options;
    session->changed = session->reseated = true;
    memcpy(session->human, options->human, sizeof session->human);
    sh_status status = sh_scope_check(&sh_board_scope, &session->game, error);
    if (!status && options->tables)
        status = sh_tables_open(&session->tables, options->tables, 0, error);
    if (!status) status = sh_record_open(&session->record, &session->game, options->start, error);
    if (status) return status;
    session->level = options->level;
    for (int p = 0; p < session->game.players; p++)
        if (!session->human[p]) return open_opponent(session, options->level, error);
    return SH_OK; // people alone: the computer is there when it is needed
}

void sh_play_close(sh_play_session *session) {
    sh_engine_close(session->advisor);
    sh_opponent_close(session->opponent);
    sh_record_close(session->record);
    sh_tables_close(session->tables);
    sh_text_free(&session->reply);
}

// "level 4", with its name "level 4 (hobbyist)", or "perfect".
static void name_level(int level, bool full, char *text, size_t room) {
    if (level > SH_LEVEL_STRONGEST)
        snprintf(text, room, "%s", sh_level_name(level));
    else if (full)
        snprintf(text, room, "level %d (%s)", level, sh_level_name(level));
    else
        snprintf(text, room, "level %d", level);
}

void sh_play_state(const sh_play_session *session, char *text) {
    char who[2], level[64];
    sh_result result = sh_record_result(session->record);
    int turn = sh_record_position(session->record)->turn;
    name_level(session->level, true, level, sizeof level);
    switch (result.ending) {
    case SH_GOES_ON:
        snprintf(text, SH_PLAY_STATE, "%s to move (%s)", letter(session, turn, who),
                 session->human[turn] ? "you" : level);
        return;
    case SH_ENDED_WON:
        snprintf(text, SH_PLAY_STATE, "%s has won after %d moves",
                 letter(session, result.winner, who), sh_record_count(session->record));
        return;
    case SH_ENDED_STUCK:
        snprintf(text, SH_PLAY_STATE, "%s cannot move%s", letter(session, turn, who),
                 result.winner < 0 ? ": the game ends without a winner" : " and has lost");
        return;
    case SH_ENDED_REPETITION:
        snprintf(text, SH_PLAY_STATE, "a draw: this position was there before");
        return;
    case SH_ENDED_CAMP:
        turn = (turn + session->game.players - 1) % session->game.players;
        snprintf(text, SH_PLAY_STATE, "%s has not left its camp after %d moves and has lost",
                 letter(session, turn, who), session->game.leave);
    }
}

void sh_play_seat(const sh_play_session *session, int player, bool brief, char *text) {
    const sh_game *game = &session->game;
    const char *to = sh_drawing_part(game, &game->goal[player]);
    char who[64] = "you", from[64] = "";
    if (!session->human[player]) name_level(session->level, !brief, who, sizeof who);
    if (!brief)
        snprintf(from, sizeof from, " from the %s", sh_drawing_part(game, &game->camp[player]));
    snprintf(text, SH_PLAY_STATE, "%c: %s,%s to the %s", sh_game_letter(game, player), who, from,
             to);
}

// After a change: the board is new, and the file follows it.
static void change(sh_play_session *s) {
    sh_error error;
    s->changed = true;
    s->shown = (sh_move){0, 0};
    if (s->options.save && sh_play_save(s, s->options.save, &error))
        sh_text_add(&s->reply, "The game could not be saved: %s.\n", error.text);
}

void sh_play_move(sh_play_session *session, sh_move move) {
    sh_error error;
    if (sh_record_play(session->record, move, &error))
        sh_text_add(&session->reply, "%s.\n", error.text);
    else
        change(session);
}

bool sh_play_waits(const sh_play_session *session) {
    return !sh_record_over(session->record) &&
           !session->human[sh_record_position(session->record)->turn];
}

void sh_play_think(sh_play_session *session) {
    sh_finding finding;
    sh_error error;
    sh_path path;
    char text[SH_MAX_MOVE_TEXT], who[2];
    if (!sh_play_waits(session)) return;
    int turn = sh_record_position(session->record)->turn;
    sh_status status = SH_OK;
    if (!session->opponent) status = open_opponent(session, session->level, &error);
    if (!status)
        status = sh_opponent_choose(session->opponent, session->record, NULL, &finding, &error);
    if (status) {
        sh_text_add(&session->reply, "The computer cannot move: %s.\n", error.text);
        session->human[turn] = true; // a person can, perhaps
        return;
    }
    sh_move_path(&session->game, sh_record_position(session->record), finding.line[0], &path);
    sh_path_print(&session->game, &path, text);
    sh_text_add(&session->reply, "%s plays %s\n", letter(session, turn, who), text);
    sh_play_move(session, finding.line[0]);
}

int sh_play_last_own(const sh_play_session *session) {
    int turn = sh_record_position(session->record)->turn;
    for (int i = sh_record_count(session->record) - 1; i >= 0; i--) {
        turn = (turn + session->game.players - 1) % session->game.players; // who made move i
        if (session->human[turn]) return i;
    }
    return -1;
}

// Takes back the last move of a person, and what was answered.
static void undo(sh_play_session *s) {
    int last = sh_play_last_own(s);
    if (last < 0) {
        sh_text_add(&s->reply, "There is no move to take back.\n");
        return;
    }
    while (sh_record_count(s->record) > last && sh_record_undo(s->record)) continue;
    change(s);
}

static void redo(sh_play_session *s) {
    int played = 0;
    do played += sh_record_redo(s->record) ? 1 : 0;
    while (sh_play_waits(s) && sh_record_redo(s->record));
    if (played)
        change(s);
    else
        sh_text_add(&s->reply, "There is no move to play again.\n");
}

static void begin_again(sh_play_session *s) {
    while (sh_record_undo(s->record)) continue;
    s->options.seed++;
    if (s->opponent) sh_opponent_reset(s->opponent, s->options.seed);
    change(s);
}

static void set_level(sh_play_session *s, const char *word) {
    int level;
    sh_error error;
    if (!*word)
        sh_text_add(&s->reply, "The computer plays as %s (level %d of %d, or perfect).\n",
                    sh_level_name(s->level), s->level, SH_LEVEL_STRONGEST);
    else if (sh_level_parse(&level, word, &error) || open_opponent(s, level, &error))
        sh_text_add(&s->reply, "%s.\n", error.text);
    else
        sh_text_add(&s->reply, "The computer plays as %s now.\n", sh_level_name(level));
}

// "x or o", "a, b or c".
static void name_sides(const sh_game *game, char *text, size_t room) {
    size_t used = 0;
    for (int p = 0; p < game->players && used < room; p++)
        used += (size_t)snprintf(text + used, room - used, "%s%c",
                                 p == 0                   ? ""
                                 : p == game->players - 1 ? " or "
                                                          : ", ",
                                 sh_game_letter(game, p));
}

sh_status sh_play_side(const sh_game *game, const char *side, bool human[SH_MAX_PLAYERS],
                       sh_error *error) {
    char sides[64];
    bool chosen[SH_MAX_PLAYERS] = {false}, known = *side;
    bool all =
        strcasecmp(side, "all") == 0 || (game->players == 2 && strcasecmp(side, "both") == 0);
    bool none = strcasecmp(side, "none") == 0;
    for (const char *at = side; *at && known && !all && !none; at++) {
        int player = 0;
        while (player < game->players && *at != sh_game_letter(game, player)) player++;
        known = player < game->players;
        if (known) chosen[player] = true;
    }
    name_sides(game, sides, sizeof sides);
    if (!known && !all && !none)
        return sh_fail(error, SH_USAGE, "a side is %s%s, all or none, not '%.20s'", sides,
                       game->players > 2 ? ", or several letters" : ", both", side);
    for (int p = 0; p < game->players; p++) human[p] = all || (!none && chosen[p]);
    return SH_OK;
}

static void set_side(sh_play_session *s, const char *word) {
    sh_error error;
    if (sh_play_side(&s->game, word, s->human, &error))
        sh_text_add(&s->reply, "A%s.\n", error.text + 1);
    else
        s->changed = s->reseated = true;
}

static void list_moves(sh_play_session *s) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&s->game, sh_record_position(s->record), moves);
    for (int i = 0; i < count; i++) {
        char text[SH_MAX_MOVE_TEXT];
        sh_move_print(&s->game, moves[i], text);
        sh_text_add(&s->reply, "%s%s", text, i == count - 1 || i % 10 == 9 ? "\n" : " ");
    }
    if (!count) sh_text_add(&s->reply, "There are no moves.\n");
}

static void name_player(const sh_play_session *s, int player, char *name, size_t room) {
    if (s->human[player])
        snprintf(name, room, "person");
    else
        snprintf(name, room, "level:%d", s->level);
}

sh_status sh_play_save(sh_play_session *session, const char *file, sh_error *error) {
    sh_result result = sh_record_result(session->record);
    sh_played *played = calloc(1, sizeof *played);
    if (!played) return sh_fail(error, SH_RESOURCES, "out of memory for a game");
    played->game = session->game;
    played->record = session->record;
    played->over = result.ending != SH_GOES_ON;
    played->winner = result.winner;
    snprintf(played->end, sizeof played->end, "%s",
             played->over ? sh_ending_name(result.ending) : "");
    for (int p = 0; p < session->game.players; p++)
        name_player(session, p, played->agent[p], sizeof played->agent[p]);
    sh_status status = sh_game_file_write(file, played, error);
    free(played);
    return status;
}

// Takes over the game of a file: its moves, and who plays.
static sh_status take_over(void *user, const sh_played *played, sh_error *error) {
    sh_play_session *s = user;
    sh_position start = *sh_record_position(played->record);
    sh_record *record;
    int count = sh_record_count(played->record), level = s->level;
    if (strcmp(s->game.name, played->game.name) != 0 || s->game.profile != played->game.profile)
        return sh_fail(error, SH_DATA, "it is a game of %s (%s rules), not of %s",
                       played->game.name, sh_profile_name(played->game.profile), s->game.name);
    for (int i = count - 1; i >= 0; i--)
        sh_move_undo(&s->game, &start, sh_record_move(played->record, i));
    sh_status status = sh_record_open(&record, &s->game, &start, error);
    if (status) return status;
    for (int i = 0; i < count && !status; i++)
        status = sh_record_play(record, sh_record_move(played->record, i), error);
    bool person = false;
    for (int p = 0; p < s->game.players; p++) person |= strcmp(played->agent[p], "person") == 0;
    for (int p = 0; p < s->game.players && !status; p++) {
        const char *name = played->agent[p];
        if (person) s->human[p] = strcmp(name, "person") == 0;
        if (strncmp(name, "level:", 6) == 0 && !sh_level_parse(&level, name + 6, NULL) &&
            open_opponent(s, level, NULL))
            sh_text_add(&s->reply, "Level %s cannot be played here.\n", name + 6);
    }
    sh_record_close(status ? record : s->record);
    if (!status) s->record = record;
    s->reseated = true;
    return status;
}

sh_status sh_play_load(sh_play_session *session, const char *file, sh_error *error) {
    sh_status status = sh_game_file_read(file, take_over, session, error);
    if (!status) change(session);
    return status;
}

static void use_file(sh_play_session *s, const char *name, bool load) {
    sh_error error;
    if (!*name)
        sh_text_add(&s->reply, "Name a file: %s FILE.\n", load ? "load" : "save");
    else if (load ? sh_play_load(s, name, &error) : sh_play_save(s, name, &error))
        sh_text_add(&s->reply, "%s.\n", error.text);
    else
        sh_text_add(&s->reply, "%s %s.\n", load ? "Loaded" : "Saved to", name);
}

static void play_words(sh_play_session *s, const char *line) {
    sh_move move;
    sh_error error;
    if (sh_record_over(s->record))
        sh_text_add(&s->reply,
                    "The game is over. Type undo or new to play on; help lists all commands.\n");
    else if (sh_move_parse(&s->game, sh_record_position(s->record), line, &move, &error))
        sh_text_add(&s->reply, "%s (help lists the commands).\n", error.text);
    else
        sh_play_move(s, move);
}

static void help(sh_play_session *s) {
    sh_text_add(&s->reply,
                "b2-b4      move: from, to\n"
                "hint       the best move\n"
                "why        what was wrong with mine\n"
                "undo redo  take back, play again\n"
                "moves      all moves I have\n"
                "go         the computer moves for me\n"
                "level N    1 to %d or perfect\n"
                "side %c     or %c, %sall, none\n"
                "save FILE  keep the game\n"
                "load FILE  continue with it\n"
                "new        begin again\n"
                "quit       end\n",
                SH_LEVEL_STRONGEST, sh_game_letter(&s->game, 0), sh_game_letter(&s->game, 1),
                s->game.players > 2 ? "several, " : "");
}

static void move_for_me(sh_play_session *s) {
    int turn = sh_record_position(s->record)->turn;
    bool human = s->human[turn];
    s->human[turn] = false;
    if (sh_play_waits(s))
        sh_play_think(s);
    else
        sh_text_add(&s->reply, "The game is over.\n");
    s->human[turn] = human;
}

void sh_play_obey(sh_play_session *session, const char *line) {
    static const struct {
        const char *name;
        void (*run)(sh_play_session *);
    } COMMANDS[] = {{"help", help},       {"?", help},           {"hint", sh_play_hint},
                    {"undo", undo},       {"redo", redo},        {"why", sh_play_why},
                    {"new", begin_again}, {"moves", list_moves}, {"go", move_for_me}};
    char copy[1024];
    snprintf(copy, sizeof copy, "%.1000s", line + strspn(line, " \t"));
    copy[strcspn(copy, "\r\n")] = 0;
    for (size_t n = strlen(copy); n && copy[n - 1] == ' ';) copy[--n] = 0;
    char *rest = copy + strcspn(copy, " ");
    if (*rest) *rest++ = 0;
    rest += strspn(rest, " ");
    if (!*copy) return;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strcasecmp(copy, COMMANDS[i].name) == 0) {
            COMMANDS[i].run(session);
            return;
        }
    if (strcasecmp(copy, "quit") == 0 || strcasecmp(copy, "q") == 0)
        session->quit = true;
    else if (strcasecmp(copy, "level") == 0)
        set_level(session, rest);
    else if (strcasecmp(copy, "side") == 0)
        set_side(session, rest);
    else if (strcasecmp(copy, "save") == 0 || strcasecmp(copy, "load") == 0)
        use_file(session, rest, strcasecmp(copy, "load") == 0);
    else
        play_words(session, copy);
}
