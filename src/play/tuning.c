// SPDX-License-Identifier: MIT
// Parameters by name: one list of macros (tuning.h) is the struct, the names and the bounds, so
// that a setting is found by a walk through it.
#include "play/tuning.h"

#include <stddef.h> // offsetof
#include <stdlib.h> // strtol
#include <string.h> // strcmp

typedef struct parameter {
    const char *name;
    size_t offset;
    int value, reference, least, most;
} parameter;

static const parameter parameters[] = {
#define PARAMETER(name, value, reference, least, most, what)                                       \
    {#name, offsetof(sh_tuning, name), value, reference, least, most},
    SH_PARAMETERS(PARAMETER)
#undef PARAMETER
};

enum { COUNT = sizeof parameters / sizeof *parameters };

static int *field(sh_tuning *tuning, const parameter *p) {
    return (int *)((char *)tuning + p->offset);
}

// Among several players: docs/notes/many.md has the matches.
static void choose_method(sh_tuning *tuning, const sh_game *game) {
    tuning->method = SH_TREE;
    if (game->players == 3 && game->pieces < 3) tuning->method = SH_PARANOID;
    if (game->players == 6) tuning->warmth = tuning->alarm = 900;
    if (game->players == 6 || (game->players == 3 && game->pieces >= 10)) tuning->reach = 80;
}

// What is best differs by board: docs/notes/engine.md has the matches.
void sh_tuning_best(sh_tuning *tuning, const sh_game *game) {
    for (int i = 0; i < COUNT; i++) *field(tuning, &parameters[i]) = parameters[i].value;
    if (!sh_game_is_duel(game)) choose_method(tuning, game);
    if (game->board.cells <= 25 || game->pieces < 6) tuning->reluctance = 20;
    if (game->board.cells <= 25 && game->pieces >= 6) { // values learned from a table are steeper
        tuning->futility = 120;
        tuning->standing = 160;
        tuning->slack = 80;
        tuning->aspiration = 100;
    }
    if (game->pieces >= 10) {
        tuning->standing = 60;
        tuning->frontier = 0;
    }
}

void sh_tuning_reference(sh_tuning *tuning, const sh_game *game) {
    (void)game;
    for (int i = 0; i < COUNT; i++) *field(tuning, &parameters[i]) = parameters[i].reference;
}

bool sh_tuning_about(const char *name, int *value, int *least, int *most) {
    for (const parameter *p = parameters; p < parameters + COUNT; p++) {
        if (strcmp(p->name, name) != 0) continue;
        *value = p->value;
        *least = p->least;
        *most = p->most;
        return true;
    }
    return false;
}

sh_status sh_tuning_set(sh_tuning *tuning, const char *name, const char *value, sh_error *error) {
    for (const parameter *p = parameters; p < parameters + COUNT; p++) {
        if (strcmp(p->name, name) != 0) continue;
        char *end;
        long number = strtol(value, &end, 10);
        if (end == value || *end || number < p->least || number > p->most)
            return sh_fail(error, SH_USAGE, "%s is a number from %d to %d, not '%.20s'", name,
                           p->least, p->most, value);
        *field(tuning, p) = (int)number;
        return SH_OK;
    }
    return sh_fail(error, SH_USAGE, "the engine has no parameter '%.40s'", name);
}

// One item of a list: "reference" or "name=value".
static sh_status set_item(sh_tuning *tuning, const sh_game *game, char *item, sh_error *error) {
    if (strcmp(item, "reference") == 0) {
        sh_tuning_reference(tuning, game);
        return SH_OK;
    }
    char *equals = strchr(item, '=');
    if (!equals)
        return sh_fail(error, SH_USAGE, "'%.40s' is no setting; write name=value or reference",
                       item);
    *equals = 0;
    return sh_tuning_set(tuning, item, equals + 1, error);
}

sh_status sh_tuning_parse(sh_tuning *tuning, const sh_game *game, const char *text,
                          sh_error *error) {
    char copy[1024], *rest = copy, *item;
    if (!text || !*text) return SH_OK;
    if (strlen(text) >= sizeof copy) return sh_fail(error, SH_USAGE, "too many settings");
    strcpy(copy, text);
    while ((item = strsep(&rest, ","))) {
        sh_status status = set_item(tuning, game, item, error);
        if (status) return status;
    }
    return SH_OK;
}
