// SPDX-License-Identifier: MIT
// Grading files of games: of text, or of datagen, told apart by their first bytes.
#include <stdio.h>  // snprintf
#include <stdlib.h> // realloc
#include <string.h> // strcmp

#include "arena/game_file.h"
#include "arena/grading.h"
#include "play/selfplay_file.h"

typedef struct naming {
    const sh_table *table;
    const char *file;
    const sh_monitor *monitor;
    sh_named_grade *grades;
    int count;
} naming;

// The grade of a name, a new one where it is the first time; NULL: out of memory.
static sh_grade *grade_of(naming *n, const char *name) {
    char cut[sizeof n->grades->name];
    snprintf(cut, sizeof cut, "%.255s", *name ? name : n->file);
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->grades[i].name, cut) == 0) return &n->grades[i].grade;
    sh_named_grade *more = realloc(n->grades, (size_t)(n->count + 1) * sizeof *more);
    if (!more) return NULL;
    n->grades = more;
    memset(&more[n->count], 0, sizeof *more);
    memcpy(more[n->count].name, cut, sizeof cut);
    return &more[n->count++].grade;
}

// `name` by player.
static sh_status add_game(naming *n, const sh_record *record, int opening, const char *const *name,
                          sh_error *error) {
    sh_grade sides[SH_MAX_PLAYERS] = {0};
    int players = sh_record_game(record)->players, plies = sh_record_count(record);
    int first = (sh_record_position(record)->turn + players - plies % players) % players;
    if (sh_stopped(n->monitor)) return SH_INTERRUPTED;
    sh_status status = sh_grading_record(n->table, record, opening, sides, error);
    for (int i = 0; i < players && !status; i++) {
        sh_grade *grade = grade_of(n, name[(i + first) % players]);
        if (!grade) return sh_fail(error, SH_RESOURCES, "out of memory for grades");
        sh_grade_merge(grade, &sides[i]);
    }
    return status;
}

static sh_status add_played(void *user, const sh_played *played, sh_error *error) {
    naming *n = user;
    const sh_game *game = sh_table_game(n->table);
    if (strcmp(game->name, played->game.name) != 0 || game->profile != played->game.profile)
        return sh_fail(error, SH_DATA, "a game is of %s (%s rules), the table is of %s (%s)",
                       played->game.name, sh_profile_name(played->game.profile), game->name,
                       sh_profile_name(game->profile));
    const char *names[SH_MAX_PLAYERS];
    for (int p = 0; p < SH_MAX_PLAYERS; p++) names[p] = played->agent[p];
    return add_game(n, played->record, played->opening, names, error);
}

static sh_status add_drawn(void *user, const sh_selfplay_game *played, uint64_t number,
                           sh_error *error) {
    static const char *const nameless[SH_MAX_PLAYERS] = {"", "", "", "", "", ""};
    naming *n = user;
    sh_record *record;
    (void)number;
    sh_status status = sh_record_open(&record, sh_table_game(n->table), NULL, error);
    if (status) return status;
    for (int i = 0; i < played->plies && !status; i++)
        status = sh_record_play(record, played->move[i], error);
    if (!status) status = add_game(n, record, played->opening, nameless, error);
    sh_record_close(record);
    return status;
}

sh_status sh_grading_file(const sh_table *table, const char *file, const sh_monitor *monitor,
                          sh_named_grade **grades, int *count, sh_error *error) {
    naming n = {.table = table, .file = file, .monitor = monitor};
    sh_selfplay_source source = {.game = sh_table_game(table),
                                 .files = &file,
                                 .file_count = 1,
                                 .take = add_drawn,
                                 .user = &n};
    bool datagen;
    sh_status status = sh_selfplay_recognise(file, &datagen, error);
    if (!status)
        status = datagen ? sh_selfplay_read(&source, error)
                         : sh_game_file_read(file, add_played, &n, error);
    *grades = n.grades;
    *count = n.count;
    return status;
}
