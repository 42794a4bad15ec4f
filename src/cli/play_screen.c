// SPDX-License-Identifier: MIT
// play on a whole screen.
//
// The board stands at the left; what there is to say stands to its right, or below it where the
// terminal is narrow; the last line is what the person types. Marks around a cell need no colours:
// [ ] the cursor, ( ) the chosen piece, + where it can go, < > a hint. Where the board does not
// fit, moves can still be typed. Everything is drawn anew after each key, so a terminal that
// changes its size in mid-game is drawn at its new one.
#include "cli/play_show.h"

#ifdef SH_NCURSES

#include <curses.h> // newterm
#include <locale.h> // setlocale
#include <poll.h>   // poll
#include <stdio.h>  // snprintf
#include <stdlib.h> // abs
#include <string.h> // memset
#include <unistd.h> // STDIN_FILENO

#include "cli/drawing.h"

enum {
    TOP = 1,       // lines above the board
    PANEL = 36,    // columns that the text beside the board needs at least
    WIDE = 70,     // where it says more
    LEAST = 4,     // lines that messages need at least
    LONGEST = 200, // of what can be typed
};

typedef struct screen {
    sh_play_session *session;
    bool colors, utf8;
    sh_drawing drawing;
    bool fits;     // the board
    int cursor;    // a cell
    int chosen;    // the cell of the chosen piece, or -1
    sh_set target; // where it can go
    char typed[LONGEST + 1];
    sh_text said; // since the person last did something
    bool fresh;   // the person did something after `said`
} screen;

// The attributes of an SGR text such as "1;34".
static attr_t attributes(const screen *s, const char *sgr) {
    attr_t result = A_NORMAL;
    for (; sgr && *sgr; sgr += *sgr == ';') {
        long number = strtol(sgr, (char **)&sgr, 10);
        if (number == 1) result |= A_BOLD;
        if (number == 2) result |= A_DIM;
        if (number >= 30 && s->colors) result |= (attr_t)COLOR_PAIR(number - 30);
    }
    return result;
}

// The place of a cell in the drawing.
static bool find(const screen *s, int cell, int *line, int *column) {
    for (*line = 0; *line < s->drawing.lines; ++*line)
        for (*column = 0; *column < s->drawing.columns; ++*column)
            if (s->drawing.at[*line][*column].cell == cell) return true;
    return false;
}

static void mark(const screen *s, int cell, const char *marks) {
    int line, column;
    if (cell < 0 || !find(s, cell, &line, &column)) return;
    mvaddch(TOP + line, column - 1, (chtype)marks[0]);
    mvaddch(TOP + line, column + 1, (chtype)marks[1]);
}

static void draw_board(screen *s) {
    const sh_play_session *p = s->session;
    for (int line = 0; line < s->drawing.lines; line++)
        for (int column = 0; column < s->drawing.columns; column++) {
            const sh_glyph *g = &s->drawing.at[line][column];
            if (!g->text[0]) continue;
            bool target = s->chosen >= 0 && g->cell >= 0 && sh_set_has(&s->target, g->cell);
            attrset(target ? A_BOLD : attributes(s, g->sgr));
            mvaddstr(TOP + line, column, target ? "+" : g->text);
        }
    attrset(A_NORMAL);
    if (p->shown.from != p->shown.to) {
        mark(s, p->shown.from, "<>");
        mark(s, p->shown.to, "<>");
    }
    mark(s, s->chosen, "()");
    mark(s, s->cursor, "[]");
}

// Text broken at blanks into a box; as much as fits.
static void draw_text(const char *text, int top, int left, int lines, int columns) {
    int line = 0;
    while (text && *text && line < lines && columns > 0) {
        size_t whole = strcspn(text, "\n"), length = whole;
        if (length > (size_t)columns) {
            length = (size_t)columns;
            while (length > 0 && text[length] != ' ') length--;
            if (length == 0) length = (size_t)columns;
        }
        mvaddnstr(top + line++, left, text, (int)length);
        text += length;
        text += *text == '\n' ? 1 : strspn(text, " ");
    }
}

// Who plays what, a line each, and one below; 0 lines where there is little room.
static int draw_seats(const screen *s, int top, int left, int lines) {
    const sh_game *game = &s->session->game;
    char text[SH_PLAY_STATE];
    if (lines < game->players + 1 + LEAST || COLS - left < PANEL) return 0;
    for (int p = 0; p < game->players; p++) {
        sh_glyph piece;
        sh_drawing_piece(game, p, s->drawing.discs, &piece);
        attrset(attributes(s, piece.sgr));
        mvaddstr(top + p, left, piece.text);
        attrset(A_NORMAL);
        sh_play_seat(s->session, p, COLS - left < WIDE, text);
        mvaddnstr(top + p, left + 2, text, COLS - left - 2);
    }
    return game->players + 1;
}

static void draw_frame(screen *s, const char *state) {
    sh_play_session *p = s->session;
    char title[256];
    bool beside = COLS >= s->drawing.columns + 3 + PANEL;
    int left = beside ? s->drawing.columns + 3 : 0;
    int top = beside || !s->fits ? TOP + 1 : TOP + s->drawing.lines + 1;
    snprintf(title, sizeof title, "%s  %s", p->game.name, state);
    attrset(A_BOLD);
    mvaddnstr(0, 0, title, COLS);
    attrset(A_NORMAL);
    if (!s->fits) {
        snprintf(title, sizeof title, "The board needs %d columns and %d lines.",
                 s->drawing.columns + 1, TOP + s->drawing.lines + 3);
        draw_text(title, 1, 0, 1, COLS);
        left = 0;
    }
    top += draw_seats(s, top, left, LINES - 1 - top);
    const char *text = s->said.at ? s->said.at
                                  : "Arrows and Enter, the mouse, or a typed move such as b2-b4. "
                                    "F1 help, F2 hint, F3 what was wrong, F4 undo, F5 redo, "
                                    "F10 quit.";
    draw_text(text, top, left, LINES - 1 - top, COLS - left);
    mvaddnstr(LINES - 1, 0, "> ", COLS);
    int shown = (int)strlen(s->typed), room = COLS - 3 > 0 ? COLS - 3 : 0;
    addnstr(s->typed + (shown > room ? shown - room : 0), room);
}

static void draw(screen *s, const char *state) {
    char text[SH_PLAY_STATE];
    sh_play_session *p = s->session;
    sh_drawing_make(&s->drawing, &p->game, sh_record_position(p->record), s->utf8, s->colors);
    s->fits = LINES >= TOP + s->drawing.lines + 3 && COLS > s->drawing.columns;
    sh_play_state(p, text);
    erase();
    if (s->fits) draw_board(s);
    draw_frame(s, state ? state : text);
    refresh();
}

// Where only computers play, what they said long ago goes.
static void forget_first(screen *s) {
    int lines = 0;
    for (const char *at = s->said.at; (at = strchr(at, '\n')); at++) lines++;
    if (lines < 2 * s->session->game.players) return;
    char *rest = strdup(strchr(s->said.at, '\n') + 1);
    sh_text_free(&s->said);
    if (rest) sh_text_add(&s->said, "%s", rest);
    free(rest);
}

// What the session says, after what it has said since the person last did something.
static void listen(screen *s) {
    sh_play_session *p = s->session;
    if (!p->reply.at) return;
    if (s->fresh) sh_text_free(&s->said);
    s->fresh = false;
    sh_text_add(&s->said, "%s", p->reply.at);
    sh_text_free(&p->reply);
}

static void forget(screen *s) {
    s->chosen = -1;
    memset(&s->target, 0, sizeof s->target);
}

// The moves of a piece.
static void choose(screen *s, int cell) {
    sh_move moves[SH_MAX_MOVES];
    sh_play_session *p = s->session;
    int count = sh_moves_list(&p->game, sh_record_position(p->record), moves);
    forget(s);
    for (int i = 0; i < count; i++)
        if (moves[i].from == cell) {
            s->chosen = cell;
            sh_set_add(&s->target, moves[i].to);
        }
    if (s->chosen < 0) sh_text_add(&p->reply, "There is no piece there that can move.\n");
}

// Enter or a click on the cell under the cursor.
static void act(screen *s) {
    sh_play_session *p = s->session;
    if (s->chosen == s->cursor) {
        forget(s);
    } else if (s->chosen >= 0 && sh_set_has(&s->target, s->cursor)) {
        sh_move move = {(uint8_t)s->chosen, (uint8_t)s->cursor};
        forget(s);
        sh_play_move(p, move);
    } else {
        choose(s, s->cursor);
    }
}

// The nearest cell in a direction: on the same line, or on the next that has one.
static void go(screen *s, int down, int right) {
    int line, column, best = -1, least = 1000000;
    if (!find(s, s->cursor, &line, &column)) return;
    for (int y = 0; y < s->drawing.lines; y++)
        for (int x = 0; x < s->drawing.columns; x++) {
            int cell = s->drawing.at[y][x].cell, dy = (y - line) * down, dx = (x - column) * right;
            if (cell < 0 || (down ? dy <= 0 : y != line || dx <= 0)) continue;
            int away = down ? dy * 1000 + abs(x - column) : dx;
            if (away < least) {
                least = away;
                best = cell;
            }
        }
    if (best >= 0) s->cursor = best;
}

static void click(screen *s) {
    MEVENT event;
    if (getmouse(&event) != OK || !s->fits) return;
    if (!(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))) return;
    for (int aside = 0; aside <= 1; aside++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int line = event.y - TOP, column = event.x + sign * aside;
            if (line < 0 || line >= s->drawing.lines || column < 0 || column >= s->drawing.columns)
                continue;
            int cell = s->drawing.at[line][column].cell;
            if (cell < 0) continue;
            s->cursor = cell;
            act(s);
            return;
        }
}

static void type(screen *s, int key) {
    size_t length = strlen(s->typed);
    if (key == KEY_BACKSPACE || key == 127 || key == 8) {
        if (length) s->typed[length - 1] = 0;
    } else if (key == 27 || key == 21) { // Esc, Ctrl-U
        s->typed[0] = 0;
        forget(s);
    } else if (key >= 32 && key < 127 && length < LONGEST) {
        s->typed[length] = (char)key;
        s->typed[length + 1] = 0;
    }
}

static void enter(screen *s) {
    if (!s->typed[0]) {
        act(s);
        return;
    }
    forget(s);
    sh_play_obey(s->session, s->typed);
    s->typed[0] = 0;
}

static void press(screen *s, int key) {
    static const char *const FUNCTIONS[] = {"help", "hint", "why", "undo", "redo"};
    if (key == KEY_UP || key == KEY_DOWN)
        go(s, key == KEY_UP ? -1 : 1, 0);
    else if (key == KEY_LEFT || key == KEY_RIGHT)
        go(s, 0, key == KEY_LEFT ? -1 : 1);
    else if (key == KEY_MOUSE)
        click(s);
    else if (key >= KEY_F(1) && key <= KEY_F(5)) {
        forget(s);
        if (key == KEY_F(2) || key == KEY_F(3)) draw(s, "thinking");
        sh_play_obey(s->session, FUNCTIONS[key - KEY_F(1)]);
    } else if (key == KEY_F(10))
        s->session->quit = true;
    else if (key == '\n' || key == '\r' || key == KEY_ENTER || (key == ' ' && !s->typed[0]))
        enter(s);
    else if (key == 12) // Ctrl-L
        clearok(curscr, TRUE);
    else
        type(s, key);
}

// Waits for keys. SH_INTERRUPTED where a signal came or the terminal is gone.
static sh_status run(const sh_cli *cli, screen *s) {
    while (!s->session->quit) {
        listen(s);
        if (atomic_load(cli->stop)) return SH_INTERRUPTED;
        if (sh_play_waits(s->session)) {
            draw(s, "thinking");
            sh_play_think(s->session);
            if (s->said.at) forget_first(s);
            continue;
        }
        draw(s, NULL);
        struct pollfd input = {STDIN_FILENO, POLLIN, 0};
        int ready = poll(&input, 1, 200);
        if (ready > 0 && !(input.revents & POLLIN)) return SH_INTERRUPTED; // hung up
        int key = getch();
        if (key == ERR && ready > 0) return SH_INTERRUPTED; // the end of a terminal
        for (; key != ERR && !s->session->quit; key = getch()) {
            s->fresh = true;
            press(s, key);
        }
    }
    return SH_OK;
}

static void begin(screen *s, bool color) {
    cbreak();
    noecho();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    s->colors = color && has_colors() && start_color() == OK;
    if (s->colors) {
        use_default_colors();
        for (short i = 1; i < 8 && i < COLORS; i++) init_pair(i, i, -1);
    }
}

sh_status sh_play_screen(sh_cli *cli, sh_play_session *session, sh_error *error) {
    SCREEN *terminal = sh_play_terminal() ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal)
        return sh_fail(error, SH_NO, "this terminal cannot be drawn on, so here are lines instead");
    screen s = {.session = session, .utf8 = sh_cli_utf8(), .chosen = -1};
    s.cursor = sh_set_next(&session->game.board.mask, 0);
    begin(&s, cli->color);
    sh_status status = run(cli, &s);
    endwin();
    delscreen(terminal);
    sh_text_free(&s.said);
    if (status) return status; // there may be no terminal to say more on
    char text[SH_PLAY_STATE];
    sh_play_state(session, text);
    printf("%s\n", text);
    return SH_OK;
}

#else

sh_status sh_play_screen(sh_cli *cli, sh_play_session *session, sh_error *error) {
    (void)cli, (void)session;
    return sh_fail(error, SH_NO, "this program was built without ncurses, so here are lines");
}

#endif
