// SPDX-License-Identifier: MIT
// Options of a session, and the engine that they describe. An engine is made when it is needed
// first, so that setting several options costs nothing.
#include <stdio.h>  // snprintf
#include <stdlib.h> // free
#include <string.h> // strcasecmp

#include "arena/session_parts.h"

enum { MOST_HASH = 1 << 20 };

typedef struct setting {
    const char *name;
    bool of_ugi; // CCP has no such choice
    const char *kind;
    bool (*set)(sh_session *session, const char *value, sh_error *error);
} setting;

static bool set_hash(sh_session *session, const char *value, sh_error *error) {
    long long number;
    if (!sh_session_number(value, 1, MOST_HASH, &number))
        return sh_fail(error, SH_USAGE, "Hash is 1 to %d (MiB)", MOST_HASH), false;
    session->hash = (int)number;
    return true;
}

static bool set_threads(sh_session *session, const char *value, sh_error *error) {
    long long number;
    if (!sh_session_number(value, 1, SH_MAX_THREADS, &number))
        return sh_fail(error, SH_USAGE, "Threads is 1 to %d", SH_MAX_THREADS), false;
    session->threads = (int)number;
    return true;
}

// Another game: the position was of the old one.
static bool change_game(sh_session *session, const char *name, sh_profile profile,
                        sh_error *error) {
    sh_game game;
    if (sh_game_parse(&game, name, profile, error)) return false;
    if (game.players != 2)
        return sh_fail(error, SH_USAGE, "%s is no game of two players", name), false;
    sh_record_close(session->record);
    session->record = NULL;
    session->game = game;
    return true;
}

static bool set_game(sh_session *session, const char *value, sh_error *error) {
    return change_game(session, value, session->game.profile, error);
}

static bool set_rules(sh_session *session, const char *value, sh_error *error) {
    sh_profile profile;
    char name[SH_MAX_NAME];
    if (sh_profile_parse(&profile, value, error)) return false;
    snprintf(name, sizeof name, "%s", session->game.name);
    return change_game(session, name, profile, error);
}

static bool set_tables(sh_session *session, const char *value, sh_error *error) {
    sh_tables *tables = NULL;
    bool none = !*value || strcmp(value, "<empty>") == 0;
    if (!none && sh_tables_open(&tables, value, 0, error)) return false;
    sh_tables_close(tables); // opened again with the engine: here it is only tried
    snprintf(session->tables_path, sizeof session->tables_path, "%s", none ? "" : value);
    return true;
}

static const setting settings[] = {
    {"Hash", false, "spin default 16 min 1 max 1048576", set_hash},
    {"Threads", false, "spin default 1 min 1 max 256", set_threads},
    {"Game", true, "string default 7x7/6", set_game},
    {"Rules", true, "combo default strict var strict var published", set_rules},
    {"Tables", true, "string default <empty>", set_tables},
};

// Parameters of the search, one by one, in a build for tuning.
static void list_parameters(sh_session *session) {
#ifdef SH_TUNING
#define TELL(name, value, reference, least, most, what)                                            \
    sh_session_tell(session, "option name " #name " type spin default %d min %d max %d", value,    \
                    least, most);
    SH_PARAMETERS(TELL)
#undef TELL
#else
    (void)session;
#endif
}

void sh_session_list_options(sh_session *session) {
    bool ugi = session->manner == &sh_manner_ugi;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (ugi || !settings[i].of_ugi)
            sh_session_tell(session, "option name %s type %s", settings[i].name, settings[i].kind);
    list_parameters(session);
}

#ifdef SH_TUNING
static bool set_parameter(sh_session *session, const char *name, const char *value,
                          sh_error *error) {
    sh_tuning tuning;
    size_t used = strlen(session->settings);
    sh_tuning_best(&tuning, &session->game);
    if (sh_tuning_set(&tuning, name, value, error)) return false;
    if (used + strlen(name) + strlen(value) + 3 > sizeof session->settings)
        return sh_fail(error, SH_USAGE, "too many parameters were set"), false;
    snprintf(session->settings + used, sizeof session->settings - used, "%s%s=%s", used ? "," : "",
             name, value);
    return true;
}
#else
static bool set_parameter(sh_session *session, const char *name, const char *value,
                          sh_error *error) {
    (void)session, (void)value;
    return sh_fail(error, SH_USAGE, "there is no option '%.40s'", name), false;
}
#endif

static bool set(sh_session *session, const char *name, const char *value, sh_error *error) {
    bool ugi = session->manner == &sh_manner_ugi;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strcasecmp(name, settings[i].name) == 0 && (ugi || !settings[i].of_ugi))
            return settings[i].set(session, value, error);
    return set_parameter(session, name, value, error);
}

// name NAME value VALUE; a value may have spaces in it.
void sh_session_set_option(sh_session *session, char *words) {
    sh_error error = {.text = ""};
    char *word = sh_session_word(&words), *name = sh_session_word(&words);
    char *last = sh_session_word(&words);
    if (!word || strcmp(word, "name") != 0 || !name || !last || strcmp(last, "value") != 0) {
        sh_session_complain(session, "write: setoption name NAME value VALUE");
        return;
    }
    words += strspn(words, " \t");
    if (set(session, name, words, &error))
        sh_session_unprepare(session);
    else
        sh_session_complain(session, "%s", error.text);
}

bool sh_session_prepare(sh_session *session) {
    sh_error error = {.text = ""};
    if (session->engine) return true;
    sh_status status = SH_OK;
    if (*session->tables_path && !session->tables)
        status = sh_tables_open(&session->tables, session->tables_path, 0, &error);
    sh_engine_options options = {.hash_bytes = (size_t)session->hash << 20,
                                 .threads = session->threads,
                                 .tables = session->tables,
                                 .settings = session->settings};
    if (!status) status = sh_engine_open(&session->engine, &session->game, &options, &error);
    if (status) sh_session_complain(session, "%s", error.text);
    return !status;
}

void sh_session_unprepare(sh_session *session) {
    sh_engine_close(session->engine);
    session->engine = NULL;
    sh_agent_close(session->agent);
    session->agent = NULL;
    sh_tables_close(session->tables);
    session->tables = NULL;
}
