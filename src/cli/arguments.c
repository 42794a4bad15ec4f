// SPDX-License-Identifier: MIT
// Reading command lines: one argp parser for all commands, and the arguments they share.
#include <errno.h>  // errno
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtoll
#include <string.h> // strchr

#include "cli/cli.h"

enum { KEY_JSON = 0x1000, KEY_RULES };

static const struct argp_option common_options[] = {
    {0, 0, 0, 0, "Common options:", 10},
    {"json", KEY_JSON, 0, 0, "Print one JSON object instead of text", 10},
    {"rules", KEY_RULES, "PROFILE", 0,
     "strict (default): the definitions as written; published: as the published tables were "
     "computed; they differ for six pieces",
     10},
    {0},
};

// One command line being parsed. After a mistake it is read to the end, so that a later --json is
// still seen; the first mistake is the one reported.
typedef struct parsing {
    sh_cli *cli;
    const sh_cli_usage *usage;
    void *input;
    sh_cli_words *words;
    sh_error *error;
    sh_status status;
} parsing;

// Fails with the right usage; argp wants its forms on lines of their own.
static sh_status wrong_words(const parsing *p, const char *problem, const char *name) {
    char words[256], *out = words;
    for (const char *at = p->usage->words; *at && out < words + sizeof words - 8; at++) {
        if (*at == '\n')
            out = stpcpy(out, " or ");
        else
            *out++ = *at;
    }
    *out = '\0';
    return sh_fail(p->error, SH_USAGE, "%s; right is: %s %s (%s --help explains)", problem, name,
                   words, name);
}

static error_t parse_common(int key, char *value, struct argp_state *state) {
    parsing *p = state->input;
    switch (key) {
    case KEY_JSON:
        p->cli->json = true;
        return 0;
    case KEY_RULES:
        p->cli->ccerl = p->usage->ccerl && strcmp(value, "ccerl") == 0;
        if (p->status == SH_OK && !p->cli->ccerl)
            p->status = sh_profile_parse(&p->cli->profile, value, p->error);
        p->cli->rules_named = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// Stores the value of an option that is in the list of fields; else the command reads it.
static sh_status read_own(const parsing *p, int key, const char *value) {
    for (const sh_cli_field *f = p->usage->fields; f && f->key; f++) {
        void *member = (char *)p->input + f->offset;
        if (f->key != key) continue;
        if (f->what) return sh_cli_number(f->what, value, f->least, f->most, member, p->error);
        if (value)
            *(const char **)member = value;
        else
            *(bool *)member = true;
        return SH_OK;
    }
    return p->usage->option(p->input, key, value, p->error);
}

static error_t parse_own(int key, char *value, struct argp_state *state) {
    parsing *p = state->input;
    const sh_cli_usage *usage = p->usage;
    bool own = false;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = p;
        return 0;
    case ARGP_KEY_ARG:
        if (p->words->count < usage->most) {
            p->words->word[p->words->count++] = value;
        } else if (p->status == SH_OK) {
            char problem[80];
            snprintf(problem, sizeof problem, "'%.40s' is one argument too many", value);
            p->status = wrong_words(p, problem, state->name);
        }
        return 0;
    default:
        for (const struct argp_option *o = usage->options; o && (o->name || o->key || o->doc); o++)
            own = own || (o->key && o->key == key);
        if (!own) return ARGP_ERR_UNKNOWN;
        if (p->status == SH_OK) p->status = read_own(p, key, value);
        return 0;
    }
}

// Is this word, up to a '=', an option of the list or the beginning of one?
static bool is_option(const struct argp_option *options, const char *word) {
    size_t length = strcspn(word, "=");
    for (const struct argp_option *o = options; o && (o->name || o->key || o->doc); o++)
        if (o->name && strncmp(o->name, word, length) == 0) return true;
    return false;
}

// What argp could not make sense of, as far as it can be told.
static sh_status misunderstood(const sh_cli_usage *usage, int argc, char **argv, sh_error *error) {
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0 || !argv[i][2]) continue;
        if (!is_option(usage->options, argv[i] + 2) && !is_option(common_options, argv[i] + 2))
            return sh_fail(error, SH_USAGE, "there is no option %.60s; see %s --help", argv[i],
                           argv[0]);
    }
    return sh_fail(error, SH_USAGE,
                   "the command line was not understood: an option lacks its value, has one that "
                   "it does not take, or does not exist; see %s --help",
                   argv[0]);
}

// The help that is asked for, as argp's flags: 0 if none is.
static unsigned help_wanted(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-?") == 0)
            return ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK;
        if (strcmp(argv[i], "--usage") == 0) return ARGP_HELP_USAGE;
    }
    return 0;
}

sh_status sh_cli_parse(sh_cli *cli, const sh_cli_usage *usage, int argc, char **argv, void *input,
                       sh_cli_words *words, sh_error *error) {
    static const struct argp common = {.options = common_options, .parser = parse_common};
    const struct argp_child children[] = {{&common, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = usage->options,
                              .parser = parse_own,
                              .args_doc = usage->words,
                              .doc = usage->doc,
                              .children = children};
    parsing p = {cli, usage, input, words, error, SH_OK};
    *words = (sh_cli_words){0};
    unsigned help = cli->json ? help_wanted(argc, argv) : 0;
    if (help) { // text in any case: argp's parser would be silent
        argp_help(&argp, stdout, help, argv[0]);
        exit(SH_OK);
    }
    unsigned flags = cli->json ? ARGP_NO_ERRS : 0; // argp's own messages are text, and it exits
    if (argp_parse(&argp, argc, argv, flags, NULL, &p) != 0 && p.status == SH_OK)
        return misunderstood(usage, argc, argv, error);
    if (p.status == SH_OK && words->count < usage->least)
        p.status = wrong_words(&p, "too few arguments", argv[0]);
    return p.status;
}

sh_status sh_cli_number(const char *what, const char *text, int64_t least, int64_t most,
                        int64_t *number, sh_error *error) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
        return sh_fail(error, SH_USAGE, "%s must be a whole number from %lld to %lld, not '%.40s'",
                       what, (long long)least, (long long)most, text);
    *number = value;
    return SH_OK;
}

sh_status sh_cli_index(const char *text, sh_index *index, sh_error *error) {
    static const sh_index largest = ~(sh_index)0;
    sh_index value = 0;
    bool good = *text != '\0';
    for (const char *at = text; *at && good; at++) {
        unsigned digit = (unsigned)(*at - '0');
        good = digit <= 9 && value <= (largest - digit) / 10;
        value = value * 10 + digit;
    }
    if (!good)
        return sh_fail(error, SH_USAGE, "an index is a whole number from 0 up, not '%.40s'", text);
    *index = value;
    return SH_OK;
}

sh_status sh_cli_game(const sh_cli *cli, const char *name, sh_game *game, sh_error *error) {
    return sh_game_parse(game, name, cli->profile, error);
}

sh_status sh_cli_position(const sh_game *game, const char *text, sh_position *position,
                          sh_error *error) {
    return sh_position_parse(game, text ? text : "startpos", position, error);
}

// A position alone names its game if that is on a rhombus: as many rows as columns.
static sh_status infer_game(const sh_cli *cli, const char *text, sh_game *game, sh_error *error) {
    int rows = 1, pieces = 0;
    for (const char *at = text; *at && *at != ' '; at++) {
        rows += *at == '/';
        pieces += *at == 'x';
    }
    if (rows <= SH_MAX_CELLS && pieces <= SH_MAX_CELLS) {
        char name[SH_MAX_NAME];
        snprintf(name, sizeof name, "%dx%d/%d", rows, rows, pieces);
        if (sh_game_parse(game, name, cli->profile, NULL) == SH_OK) return SH_OK;
    }
    return sh_fail(error, SH_DATA,
                   "the position has %d rows and %d pieces of x, which fits no rhombus; for other "
                   "boards write GAME POSITION",
                   rows, pieces);
}

sh_status sh_cli_game_position(const sh_cli *cli, const sh_cli_words *words, sh_game *game,
                               sh_position *position, sh_error *error) {
    bool alone =
        words->count == 1 && strchr(words->word[0], ' '); // no game has a space in its name
    sh_status status = alone ? infer_game(cli, words->word[0], game, error)
                             : sh_cli_game(cli, words->word[0], game, error);
    if (status) return status;
    return sh_cli_position(game, words->word[alone ? 0 : 1], position, error);
}
