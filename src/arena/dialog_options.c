// SPDX-License-Identifier: MIT
// Options of a dialog, and the engine that they describe. An engine is made when it is needed
// first, so that setting several options costs nothing.
#include <stdio.h>  // snprintf
#include <stdlib.h> // free
#include <string.h> // strcasecmp

#include "arena/arena_scopes.h"
#include "arena/dialog_parts.h"
#include "play/agent.h"

enum { MOST_HASH = 1 << 20 };
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

typedef struct setting {
    const char *name;
    bool of_ugi; // CCP has no such choice
    const char *kind;
    bool (*set)(sh_dialog *dialog, const char *value, sh_error *error);
} setting;

static bool set_hash(sh_dialog *dialog, const char *value, sh_error *error) {
    long long number;
    if (!sh_dialog_number(value, 1, MOST_HASH, &number))
        return sh_fail(error, SH_USAGE, "Hash is 1 to %d (MiB)", MOST_HASH), false;
    dialog->hash = (int)number;
    return true;
}

static bool set_threads(sh_dialog *dialog, const char *value, sh_error *error) {
    long long number;
    if (!sh_dialog_number(value, 1, SH_MAX_THREADS, &number))
        return sh_fail(error, SH_USAGE, "Threads is 1 to %d", SH_MAX_THREADS), false;
    dialog->threads = (int)number;
    return true;
}

// Another game: the position was of the old one.
static bool change_game(sh_dialog *dialog, const char *name, sh_profile profile, sh_error *error) {
    sh_game game;
    if (sh_game_parse(&game, name, profile, error)) return false;
    if (sh_scope_check(&sh_dialog_scope, &game, error)) return false;
    sh_record_close(dialog->record);
    dialog->record = NULL;
    dialog->game = game;
    return true;
}

static bool set_game(sh_dialog *dialog, const char *value, sh_error *error) {
    return change_game(dialog, value, dialog->game.profile, error);
}

static bool set_rules(sh_dialog *dialog, const char *value, sh_error *error) {
    sh_profile profile;
    char name[SH_MAX_NAME];
    if (sh_profile_parse(&profile, value, error)) return false;
    snprintf(name, sizeof name, "%s", dialog->game.name);
    return change_game(dialog, name, profile, error);
}

static bool set_tables(sh_dialog *dialog, const char *value, sh_error *error) {
    sh_tables *tables = NULL;
    bool none = !*value || strcmp(value, "<empty>") == 0;
    if (!none && sh_tables_open(&tables, value, 0, error)) return false;
    sh_tables_close(tables); // opened again with the engine: here it is only tried
    snprintf(dialog->tables_path, sizeof dialog->tables_path, "%s", none ? "" : value);
    return true;
}

static bool set_level(sh_dialog *dialog, const char *value, sh_error *error) {
    int level = 0;
    if (strcmp(value, "0") != 0 && sh_level_parse(&level, value, error)) return false;
    dialog->level = level;
    return true;
}

static const setting settings[] = {
    {"Hash", false, "spin default 16 min 1 max 1048576", set_hash},
    {"Threads", false, "spin default 1 min 1 max 256", set_threads},
    {"Game", true, "string default ", set_game},
    {"Rules", true, "combo default strict var strict var published", set_rules},
    {"Tables", true, "string default <empty>", set_tables},
    {"Level", true, "spin default 0 min 0 max " TEXT(SH_LEVEL_PERFECT), set_level},
};

// Parameters of the search, one by one, in a build for tuning.
static void list_parameters(sh_dialog *dialog) {
#ifdef SH_TUNING
#define TELL(name, readers, value, reference, least, most, what)                                   \
    sh_dialog_tell(dialog, "option name " #name " type spin default %d min %d max %d", value,      \
                   least, most);
    SH_PARAMETERS(TELL)
#undef TELL
#else
    (void)dialog;
#endif
}

void sh_dialog_list_options(sh_dialog *dialog) {
    bool ugi = dialog->manner == &sh_manner_ugi;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (ugi || !settings[i].of_ugi)
            sh_dialog_tell(dialog, "option name %s type %s%s", settings[i].name, settings[i].kind,
                           settings[i].set == set_game ? dialog->game.name : "");
    list_parameters(dialog);
}

#ifdef SH_TUNING
// Takes "name=value" out of a list.
static void forget_parameter(char *list, const char *name) {
    size_t length = strlen(name);
    for (char *at = list; *at;) {
        size_t item = strcspn(at, ",");
        bool last = !at[item];
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            if (last && at > list) at[-1] = 0;
            if (last)
                *at = 0;
            else
                memmove(at, at + item + 1, strlen(at + item + 1) + 1);
            return;
        }
        at += item + !last;
    }
}

static bool set_parameter(sh_dialog *dialog, const char *name, const char *value, sh_error *error) {
    sh_tuning tuning;
    sh_tuning_best(&tuning, &dialog->game);
    if (sh_tuning_set(&tuning, name, value, error)) return false;
    forget_parameter(dialog->settings, name);
    size_t used = strlen(dialog->settings);
    if (used + strlen(name) + strlen(value) + 3 > sizeof dialog->settings)
        return sh_fail(error, SH_USAGE, "too many parameters were set"), false;
    snprintf(dialog->settings + used, sizeof dialog->settings - used, "%s%s=%s", used ? "," : "",
             name, value);
    return true;
}
#else
static bool set_parameter(sh_dialog *dialog, const char *name, const char *value, sh_error *error) {
    (void)dialog, (void)value;
    return sh_fail(error, SH_USAGE, "there is no option '%.40s'", name), false;
}
#endif

static bool set(sh_dialog *dialog, const char *name, const char *value, sh_error *error) {
    bool ugi = dialog->manner == &sh_manner_ugi;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strcasecmp(name, settings[i].name) == 0 && (ugi || !settings[i].of_ugi))
            return settings[i].set(dialog, value, error);
    return set_parameter(dialog, name, value, error);
}

// name NAME value VALUE; a value may have spaces in it.
void sh_dialog_set_option(sh_dialog *dialog, char *words) {
    sh_error error = {.text = ""};
    char *word = sh_dialog_word(&words), *name = sh_dialog_word(&words);
    char *last = sh_dialog_word(&words);
    if (!word || strcmp(word, "name") != 0 || !name || !last || strcmp(last, "value") != 0) {
        sh_dialog_complain(dialog, "write: setoption name NAME value VALUE");
        return;
    }
    words += strspn(words, " \t");
    if (set(dialog, name, words, &error))
        sh_dialog_unprepare(dialog);
    else
        sh_dialog_complain(dialog, "%s", error.text);
}

// The engine, or an opponent of the level that is set.
static sh_status open_player(sh_dialog *dialog, sh_error *error) {
    sh_engine_options options = {.hash_bytes = (size_t)dialog->hash << 20,
                                 .threads = dialog->threads,
                                 .tables = dialog->tables,
                                 .settings = dialog->settings};
    sh_engine_watch(&options, &dialog->monitor);
    if (!dialog->level) return sh_engine_open(&dialog->engine, &dialog->game, &options, error);
    options.settings = NULL;
    return sh_opponent_open(&dialog->opponent, &dialog->game, dialog->level, &options,
                            dialog->games, error);
}

bool sh_dialog_prepare(sh_dialog *dialog) {
    sh_error error = {.text = ""};
    if (dialog->engine || dialog->opponent) return true;
    sh_status status = SH_OK;
    if (*dialog->tables_path && !dialog->tables)
        status = sh_tables_open(&dialog->tables, dialog->tables_path, 0, &error);
    if (!status) status = open_player(dialog, &error);
    if (status) sh_dialog_complain(dialog, "%s", error.text);
    return !status;
}

void sh_dialog_unprepare(sh_dialog *dialog) {
    sh_engine_close(dialog->engine);
    dialog->engine = NULL;
    sh_opponent_close(dialog->opponent);
    dialog->opponent = NULL;
    sh_tables_close(dialog->tables);
    dialog->tables = NULL;
}
