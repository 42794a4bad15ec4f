// SPDX-License-Identifier: MIT
// The collection is found by trying all names in order, so that new boards join it.
#include "oracle/oracle_sample.h"

#include <assert.h> // assert
#include <stdio.h>  // snprintf
#include <string.h> // memset

typedef struct name_list {
    sample_name *names;
    int count;
} name_list;

static void try_name(name_list *list, const char *name) {
    sh_game game;
    sample_name hops;
    if (sh_game_parse(&game, name, SH_STRICT, NULL) != SH_OK) return;
    assert(list->count + 2 <= SAMPLE_GAMES);
    snprintf(list->names[list->count++], sizeof(sample_name), "%s", name);
    if (snprintf(hops, sizeof hops, "%s+halma+hops", name) < (int)sizeof hops &&
        sh_game_parse(&game, hops, SH_STRICT, NULL) == SH_OK)
        snprintf(list->names[list->count++], sizeof(sample_name), "%s", hops);
}

static void try_rhombi(name_list *list) {
    sample_name name;
    for (int m = 3; m <= 11; m++)
        for (int k = 1; k <= 15; k++) {
            snprintf(name, sizeof name, "%dx%d/%d", m, m, k);
            try_name(list, name);
        }
}

static void try_stars(name_list *list) {
    static const char *const options[] = {"", "+pass", "+stand"};
    sample_name name;
    for (int n = 1; n <= 4; n++)
        for (int players = 2; players <= 6; players++)
            for (int few = 0; few < 2; few++)
                for (int option = 0; option < 3; option++) {
                    int full = n * (n + 1) / 2;
                    snprintf(name, sizeof name, "star%d/%d:%dp%s", 6 * n * (n + 1) + 1,
                             few ? full / 2 : full, players, options[option]);
                    try_name(list, name);
                }
}

static void try_squares(name_list *list) {
    sample_name name;
    for (int size = 3; size <= 17; size++) // 17 stands for the checkers board
        for (int k = 1; k <= 19; k++)
            for (int directions = 4; directions <= 8; directions += 2) {
                if (size == 17)
                    snprintf(name, sizeof name, "checkers32/%d:%dm", k, directions);
                else
                    snprintf(name, sizeof name, "sq%d/%d:%dm", size, k, directions);
                try_name(list, name);
            }
}

int sample_names(sample_name *names) {
    name_list list = {.names = names};
    try_rhombi(&list);
    try_stars(&list);
    try_squares(&list);
    return list.count;
}

void sample_position(const sh_game *game, sh_random *random, bool crowded, sh_position *position) {
    memset(position, 0, sizeof *position);
    sh_set occupied = sh_set_empty();
    for (int p = 0; p < game->players; p++)
        for (int placed = 0; placed < game->pieces;) {
            bool near = crowded && sh_random_below(random, 4) > 0;
            const sh_set *room = near ? &game->goal[sh_random_below(random, 2)] : &game->stand[p];
            int cell = (int)sh_random_below(random, (uint64_t)game->board.span);
            if (!sh_set_has(room, cell) || !sh_set_has(&game->stand[p], cell) ||
                sh_set_has(&occupied, cell)) {
                crowded &= sh_random_below(random, 64) > 0; // the goals may be full
                continue;
            }
            sh_set_add(&occupied, cell);
            sh_set_add(&position->army[p], cell);
            placed++;
        }
    position->turn = (uint8_t)sh_random_below(random, (uint64_t)game->players);
}
