// SPDX-License-Identifier: MIT
// See drawing.h. Glyphs are placed at the board's own drawing coordinates; a label
// stands where the next cell of its row or column would be if the board went on.
#include "cli/drawing.h"

#include <assert.h>   // assert
#include <ctype.h>    // isdigit, toupper
#include <langinfo.h> // nl_langinfo
#include <stdio.h>    // printf
#include <string.h>   // strcmp

enum { MARGIN = 5 };

static const char *const PLAYER_SGR[SH_MAX_PLAYERS] = {"1;31", "1;34", "1;32",
                                                       "1;33", "1;35", "1;36"};
static const char *const CAMP_SGR[SH_MAX_PLAYERS] = {"31", "34", "32", "33", "35", "36"};
static const char *const LABEL_SGR = "2";

int sh_cli_owner(const sh_game *game, const sh_set *sets, int cell) {
    for (int p = 0; p < game->players; p++)
        if (sh_set_has(&sets[p], cell)) return p;
    return -1;
}

// Lattice coordinates to places of the drawing. The drawing is linear in them, so three cells that
// exist determine it for cells that do not.
typedef struct projection {
    int x, y, column_x, column_y, row_x, row_y;
} projection;

static void draw_at(const sh_board *board, int cell, int *x, int *y) {
    sh_board_drawing(board, cell, x, y);
    if (!sh_board_is_hexagonal(board)) *y /= 2;
}

static projection project(const sh_board *board) {
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        int right = sh_board_cell(board, board->x[cell] + 1, board->y[cell]);
        int below = sh_board_cell(board, board->x[cell], board->y[cell] + 1);
        if (right < 0 || below < 0) continue;
        projection p;
        draw_at(board, cell, &p.x, &p.y);
        draw_at(board, right, &p.column_x, &p.column_y);
        draw_at(board, below, &p.row_x, &p.row_y);
        p.column_x -= p.x, p.column_y -= p.y, p.row_x -= p.x, p.row_y -= p.y;
        p.x -= board->x[cell] * p.column_x + board->y[cell] * p.row_x;
        p.y -= board->x[cell] * p.column_y + board->y[cell] * p.row_y;
        return p;
    }
    assert(!"every board has a cell with neighbours to the right and below");
    return (projection){0};
}

// The place of a lattice point; NULL where it is taken or off the drawing.
static sh_glyph *place(sh_drawing *c, const projection *p, int x, int y) {
    int column = p->x + x * p->column_x + y * p->row_x + MARGIN;
    int line = p->y + x * p->column_y + y * p->row_y + 1;
    if (column < 0 || column >= SH_DRAWING_COLUMNS || line < 0 || line >= SH_DRAWING_LINES)
        return NULL;
    if (line >= c->lines) c->lines = line + 1;
    if (column >= c->columns) c->columns = column + 1;
    sh_glyph *g = &c->at[line][column];
    return g->text[0] ? NULL : g;
}

bool sh_drawing_discs(const sh_game *game, bool utf8, bool color) {
    return utf8 && color && game->players <= 2;
}

void sh_drawing_piece(const sh_game *game, int player, bool discs, sh_glyph *glyph) {
    char letter[] = {(char)toupper(sh_game_letter(game, player)), '\0'};
    strcpy(glyph->text, discs ? "●" : letter);
    glyph->sgr = PLAYER_SGR[player];
}

// The middle of some cells as they are drawn.
static void find_middle(const sh_board *board, const sh_set *cells, double *x, double *y) {
    int count = 0;
    *x = *y = 0;
    for (int cell = sh_set_next(cells, 0); cell >= 0; cell = sh_set_next(cells, cell + 1)) {
        int column, row;
        sh_board_drawing(board, cell, &column, &row);
        *x += column;
        *y += row * sh_board_row_height(board);
        count++;
    }
    *x /= count;
    *y /= count;
}

const char *sh_drawing_part(const sh_game *game, const sh_set *cells) {
    static const char *const PARTS[3][3] = {{"upper left", "top", "upper right"},
                                            {"left", "middle", "right"},
                                            {"lower left", "bottom", "lower right"}};
    double x, y, middle_x, middle_y;
    find_middle(&game->board, &game->board.mask, &middle_x, &middle_y);
    find_middle(&game->board, cells, &x, &y);
    int right = x < middle_x - 0.5 ? 0 : x > middle_x + 0.5 ? 2 : 1;
    int down = y < middle_y - 0.5 ? 0 : y > middle_y + 0.5 ? 2 : 1;
    return PARTS[down][right];
}

static void place_cell(sh_drawing *c, const projection *p, const sh_game *game,
                       const sh_position *position, int cell) {
    sh_glyph *g = place(c, p, game->board.x[cell], game->board.y[cell]);
    assert(g);
    int player = sh_cli_owner(game, position->army, cell);
    g->cell = cell;
    if (player >= 0) {
        sh_drawing_piece(game, player, c->discs, g);
        return;
    }
    int home = sh_cli_owner(game, game->camp, cell);
    if (home < 0) home = sh_cli_owner(game, game->goal, cell);
    strcpy(g->text, home < 0 ? (c->utf8 ? "·" : ".") : c->utf8 ? "∘" : ":");
    g->sgr = home < 0 ? LABEL_SGR : CAMP_SGR[home];
}

// A label of two characters begins one place to the left.
static void label(sh_glyph *g, const char *text) {
    if (!g) return;
    g -= strlen(text) > 1;
    snprintf(g->text, sizeof g->text, "%.7s", text);
    g->sgr = LABEL_SGR;
}

static void label_columns(sh_drawing *c, const sh_board *board, const projection *p) {
    for (int x = 0; x < board->columns; x++) {
        int y = 0;
        while (sh_board_cell(board, x, y) < 0) y++;
        char letter[] = {(char)('a' + x), '\0'};
        label(place(c, p, x, y - 1), letter);
    }
}

static void label_rows(sh_drawing *c, const sh_board *board, const projection *p) {
    for (int y = 0; y < board->rows; y++) {
        int x = 0;
        while (sh_board_cell(board, x, y) < 0) x++;
        char number[16];
        snprintf(number, sizeof number, "%d", y + 1);
        if (p->column_y == 0) // the row lies level: all labels at the left margin
            label(&c->at[p->y + y * p->row_y + 1][2], number);
        else
            label(place(c, p, x - 1, y), number);
    }
}

static void print_line(const sh_cli *cli, const sh_glyph *line) {
    char on[SH_CLI_STYLE_TEXT], off[SH_CLI_STYLE_TEXT];
    int last = SH_DRAWING_COLUMNS - 1;
    while (last > 0 && !line[last].text[0]) last--;
    sh_cli_style(cli, "0", off);
    for (int column = 0; column <= last; column++) {
        const sh_glyph *g = &line[column];
        if (!g->text[0]) {
            putchar(' ');
            continue;
        }
        printf("%s%s%s", sh_cli_style(cli, g->sgr, on), g->text, off);
        bool two = isdigit((unsigned char)g->text[0]) && g->text[1];
        column += two && !line[column + 1].text[0];
    }
    putchar('\n');
}

bool sh_cli_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

void sh_drawing_make(sh_drawing *drawing, const sh_game *game, const sh_position *position,
                     bool utf8, bool color) {
    projection p = project(&game->board);
    memset(drawing, 0, sizeof *drawing);
    drawing->utf8 = utf8;
    drawing->discs = sh_drawing_discs(game, utf8, color);
    for (int line = 0; line < SH_DRAWING_LINES; line++)
        for (int column = 0; column < SH_DRAWING_COLUMNS; column++)
            drawing->at[line][column].cell = -1;
    for (int cell = sh_set_next(&game->board.mask, 0); cell >= 0;
         cell = sh_set_next(&game->board.mask, cell + 1))
        place_cell(drawing, &p, game, position, cell);
    label_columns(drawing, &game->board, &p);
    label_rows(drawing, &game->board, &p);
}

void sh_cli_draw(const sh_cli *cli, const sh_game *game, const sh_position *position) {
    sh_drawing drawing;
    sh_drawing_make(&drawing, game, position, sh_cli_utf8(), cli->color);
    for (int line = 0; line < drawing.lines; line++) print_line(cli, drawing.at[line]);
}
