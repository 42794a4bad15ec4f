// SPDX-License-Identifier: MIT
// Parameters by name: one list of macros (tuning.h) is the struct, the names and the bounds, so
// that a setting is found by a walk through it.
#include "play/tuning.h"

#include <stddef.h> // offsetof
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtol
#include <string.h> // strcmp

typedef struct parameter {
    const char *name;
    size_t offset;
    unsigned readers;
    int value, reference, least, most;
} parameter;

static const parameter parameters[] = {
#define PARAMETER(name, readers, value, reference, least, most, what)                              \
    {#name, offsetof(sh_tuning, name), readers, value, reference, least, most},
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

static const parameter *find(const char *name) {
    for (const parameter *p = parameters; p < parameters + COUNT; p++)
        if (strcmp(p->name, name) == 0) return p;
    return NULL;
}

bool sh_tuning_about(const char *name, int *value, int *least, int *most) {
    const parameter *p = find(name);
    if (!p) return false;
    *value = p->value;
    *least = p->least;
    *most = p->most;
    return true;
}

sh_status sh_tuning_set(sh_tuning *tuning, const char *name, const char *value, sh_error *error) {
    const parameter *p = find(name);
    if (!p) return sh_fail(error, SH_USAGE, "the engine has no parameter '%.40s'", name);
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < p->least || number > p->most)
        return sh_fail(error, SH_USAGE, "%s is a number from %d to %d, not '%.20s'", name, p->least,
                       p->most, value);
    *field(tuning, p) = (int)number;
    return SH_OK;
}

// Refuses a parameter that this method does not read.
static sh_status check_reader(const parameter *p, int method, const sh_game *game,
                              sh_error *error) {
    static const char *const names[] = {
        "the engine for two", "maxn", "paranoid", "brs", "brs+", "opps", "mcts"};
    if (p->readers >> method & 1) return SH_OK;
    char readers[128] = "";
    for (unsigned i = 0, left = p->readers; left; i++, left >>= 1) {
        if (!(left & 1)) continue;
        size_t used = strlen(readers);
        snprintf(readers + used, sizeof readers - used, "%s%s",
                 !used      ? ""
                 : left > 1 ? ", "
                            : " and ",
                 names[i]);
    }
    return sh_fail(error, SH_USAGE,
                   "%s is a parameter of %s; %s is played by %s here: leave it out", p->name,
                   readers, game->name, names[method]);
}

// One item of a list: "reference" or "name=value"; *named becomes its parameter, or NULL.
static sh_status set_item(sh_tuning *tuning, const sh_game *game, char *item,
                          const parameter **named, sh_error *error) {
    *named = NULL;
    if (strcmp(item, "reference") == 0) {
        sh_tuning_reference(tuning, game);
        return SH_OK;
    }
    char *equals = strchr(item, '=');
    if (!equals)
        return sh_fail(error, SH_USAGE, "'%.40s' is not a setting; write name=value or reference",
                       item);
    *equals = 0;
    *named = find(item);
    return sh_tuning_set(tuning, item, equals + 1, error);
}

sh_status sh_tuning_parse(sh_tuning *tuning, const sh_game *game, const char *text,
                          sh_error *error) {
    char copy[1024], *rest = copy, *item;
    bool named[COUNT] = {false};
    sh_status status = SH_OK;
    if (!text || !*text) return SH_OK;
    if (strlen(text) >= sizeof copy) return sh_fail(error, SH_USAGE, "too many settings");
    strcpy(copy, text);
    while (!status && (item = strsep(&rest, ","))) {
        const parameter *p;
        status = set_item(tuning, game, item, &p, error);
        if (p) named[p - parameters] = true;
    }
    for (int i = 0; i < COUNT && !status; i++)
        if (named[i]) status = check_reader(&parameters[i], tuning->method, game, error);
    return status;
}
