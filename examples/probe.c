// SPDX-License-Identifier: MIT
// Opens a table and plays its game from the start to the end, both sides at their best.
//
//   cc probe.c $(pkg-config --cflags --libs sternhalma) -o probe && ./probe 7x7-3.shtb
#include <stdio.h>
#include <sternhalma/sternhalma.h>

static int fail(const sh_error *error) {
    fprintf(stderr, "probe: %s\n", error->text);
    return error->status;
}

int main(int argc, char **argv) {
    sh_error error;
    sh_table *table;
    if (argc != 2) {
        fprintf(stderr, "usage: probe FILE.shtb\n");
        return SH_USAGE;
    }
    if (sh_table_open(&table, argv[1], 0, &error)) return fail(&error);

    const sh_game *game = sh_table_game(table);
    sh_position position;
    sh_value value;
    sh_position_start(game, &position);
    if (sh_probe(table, &position, &value, &error)) return fail(&error);
    printf("%s: %s in %d for the first player\n", game->name,
           value.outcome == SH_WIN    ? "win"
           : value.outcome == SH_LOSS ? "loss"
                                      : "draw",
           value.distance);

    static sh_move line[SH_MAX_PLIES];
    int length;
    if (sh_probe_line(table, &position, line, SH_MAX_PLIES, &length, &error)) return fail(&error);
    for (int i = 0; i < length; i++) {
        char text[SH_MAX_MOVE_TEXT];
        sh_move_print(game, line[i], text);
        sh_move_apply(game, &position, line[i]);
        printf("%3d. %s\n", i + 1, text);
    }
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(game, &position, text);
    printf("%s\n", text);
    sh_table_close(table);
    return 0;
}
