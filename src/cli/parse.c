// SPDX-License-Identifier: MIT
// Reading command lines, as getopt_long does, but without state and with sentences of our own.
//
// `--name value`, `--name=value`, the beginning of a name that only one option has, letters in a
// bunch (`-ft4`), and `--` before words that begin with a dash. A dash before a digit is a negative
// number, which is a word. After a mistake the line is read to its end, so that a later --json or
// --help is still seen; the first mistake is the one reported.
#include <ctype.h>  // isdigit
#include <stdarg.h> // va_list
#include <stdio.h>  // snprintf
#include <string.h> // strchr
#include <unistd.h> // access

#include "base/memory.h"
#include "base/near_word.h"
#include "cli/cli.h"
#include "cli/facts.h"

typedef struct parsing {
    sh_cli *cli;
    const sh_cli_usage *usage;
    char **argv; // what is left of the line
    const char *title;
    void *input;
    sh_cli_words *words;
    const char *last; // the word before this one
    sh_error *error;
    sh_status status;
} parsing;

// Keeps the first mistake.
__attribute__((format(printf, 2, 3))) static void complain(parsing *p, const char *format, ...) {
    va_list arguments;
    if (p->status) return;
    p->status = p->error->status = SH_USAGE;
    va_start(arguments, format);
    vsnprintf(p->error->text, sizeof p->error->text, format, arguments);
    va_end(arguments);
}

const sh_cli_take *sh_cli_take_at(const sh_cli_usage *usage, int number) {
    static const sh_cli_take help = {.id = SH_OPTION_HELP};
    int count = 0;
    while (usage->takes && usage->takes[count].id) count++;
    return number < count ? &usage->takes[number] : number == count ? &help : NULL;
}

// One of the usual values of the option may be meant.
static void offer_values(const sh_cli_take *take, const char *value, sh_error *error) {
    const char *all = take->values ? take->values : sh_options[take->id].values;
    char list[256], *rest = list;
    sh_near_word near = {.wanted = value};
    snprintf(list, sizeof list, "%s", all ? all : "");
    for (const char *one; (one = strsep(&rest, " "));) sh_near_word_offer(&near, one);
    size_t used = strlen(error->text);
    if (near.found)
        snprintf(error->text + used, sizeof error->text - used, "; did you mean %s?", near.found);
}

// Stores a value where the command wants it.
static sh_status store(const parsing *p, const sh_cli_take *take, const char *value) {
    const sh_option *option = &sh_options[take->id];
    void *member = (char *)p->input + take->offset;
    sh_error inner;
    sh_status status = SH_OK;
    char name[64];
    snprintf(name, sizeof name, "--%s", option->name);
    switch (option->kind) {
    case SH_KIND_FLAG:
        *(bool *)member = true;
        return SH_OK;
    case SH_KIND_TEXT:
        *(const char **)member = value;
        return SH_OK;
    case SH_KIND_NUMBER:
        return sh_cli_number(name, value, take->most ? take->least : option->least,
                             take->most ? take->most : option->most, member, p->error);
    case SH_KIND_SECONDS:
        return sh_cli_seconds(name, value, member, p->error);
    case SH_KIND_SHARE:
        return sh_cli_share(name, value, member, p->error);
    case SH_KIND_SIZE:
        status = sh_memory_parse(member, value, &inner);
        break;
    case SH_KIND_OWN:
        status = take->read(member, value, &inner);
        break;
    }
    if (!status) return SH_OK;
    status = sh_fail(p->error, status, "%s: %s", name, inner.text);
    offer_values(take, value, p->error);
    return status;
}

static sh_status store_rules(const parsing *p, const sh_cli_take *take, const char *value) {
    sh_error inner;
    p->cli->ccerl = p->usage->ccerl && strcmp(value, "ccerl") == 0;
    if (p->cli->ccerl || sh_profile_parse(&p->cli->profile, value, &inner) == SH_OK) return SH_OK;
    sh_status status = sh_fail(p->error, SH_USAGE, "--rules: %s", inner.text);
    offer_values(take, value, p->error);
    return status;
}

// An option that was found, with its value.
static void take_option(parsing *p, const sh_cli_take *take, const char *value) {
    p->cli->given[take->id] = true;
    if (p->status || take->id == SH_OPTION_HELP || take->id == SH_OPTION_JSON) return;
    p->status = take->id == SH_OPTION_RULES ? store_rules(p, take, value) : store(p, take, value);
}

// An option without the value that it wants, or with one that it does not take.
static void take_value(parsing *p, const sh_cli_take *take, const char *value) {
    const sh_option *option = &sh_options[take->id];
    const char *word = take->word ? take->word : option->word;
    if (value && !word) {
        complain(p, "--%s takes no value, not even '%.40s'", option->name, value);
        return;
    }
    if (word && !value) value = *p->argv ? *p->argv++ : NULL;
    if (word && !value)
        complain(p, "--%s needs a value: --%s=%s; see %s --help", option->name, option->name, word,
                 p->title);
    else
        take_option(p, take, value);
}

// The options of the command that begin so, ", " between them.
static int list_beginnings(const sh_cli_usage *usage, const char *name, size_t length,
                           const sh_cli_take **found, char text[256]) {
    int count = 0;
    char *out = text;
    *text = '\0';
    for (int i = 0; sh_cli_take_at(usage, i); i++) {
        const sh_cli_take *take = sh_cli_take_at(usage, i);
        const char *own = sh_options[take->id].name;
        if (strncmp(own, name, length) != 0) continue;
        *found = take;
        if (strlen(own) == length) return 1;
        int room = (int)(text + 256 - out);
        int used = snprintf(out, (size_t)room, "%s--%s", count ? ", " : "", own);
        out += used < room ? used : room - 1;
        count++;
    }
    return count;
}

// Another command has it, or something like it is meant.
static void refuse_unknown(parsing *p, const char *name, size_t length) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 60 ? length : 60), name);
    sh_near_word near = {.wanted = wanted};
    for (int id = SH_OPTION_NONE + 1; id < SH_OPTION_TOTAL; id++)
        if (strcmp(sh_options[id].name, wanted) == 0) {
            complain(p, "--%s does not apply here; %s --help lists what does", wanted, p->title);
            return;
        }
    for (int i = 0; sh_cli_take_at(p->usage, i); i++)
        sh_near_word_offer(&near, sh_options[sh_cli_take_at(p->usage, i)->id].name);
    if (near.found)
        complain(p, "there is no option --%s; did you mean --%s?", wanted, near.found);
    else
        complain(p, "there is no option --%s; %s --help lists what there is", wanted, p->title);
}

static void read_name(parsing *p, const char *name) {
    const sh_cli_take *take = NULL;
    char candidates[256];
    size_t length = strcspn(name, "=");
    int count = length ? list_beginnings(p->usage, name, length, &take, candidates) : 0;
    if (count == 1)
        take_value(p, take, name[length] ? name + length + 1 : NULL);
    else if (count > 1)
        complain(p, "--%.*s may be any of %s", (int)length, name, candidates);
    else
        refuse_unknown(p, name, length);
}

// A bunch of letters; the first that takes a value has the rest as it.
static void read_letters(parsing *p, const char *letters) {
    for (const char *at = letters; *at; at++) {
        const sh_cli_take *take = NULL;
        for (int i = 0; sh_cli_take_at(p->usage, i) && !take; i++)
            if (sh_options[sh_cli_take_at(p->usage, i)->id].letter == *at)
                take = sh_cli_take_at(p->usage, i);
        if (!take) {
            complain(p, "there is no option -%c; %s --help lists what there is", *at, p->title);
            return;
        }
        if (take->word || sh_options[take->id].word) {
            take_value(p, take, at[1] ? at + 1 : NULL);
            return;
        }
        take_option(p, take, NULL);
    }
}

// Fails with the right usage, on one line.
static sh_status wrong_words(const parsing *p, const char *problem) {
    char forms[256], *out = forms;
    for (const char *at = p->usage->words; *at && out < forms + sizeof forms - 8; at++) {
        if (*at == '\n')
            out = stpcpy(out, " or ");
        else
            *out++ = *at;
    }
    *out = '\0';
    return sh_fail(p->error, SH_USAGE, "%s; right is: %s %s (%s --help explains)", problem,
                   p->title, forms, p->title);
}

// A position has a space in it, at which a shell cuts it unless it is quoted: rows, then a letter.
static void check_quotes(parsing *p, const char *word) {
    const char *last = p->last ? p->last : "", *slash = strchr(last, '/');
    p->last = word;
    if (!slash || !strchr(slash + 1, '/') || strlen(word) != 1 || !strchr("xoabcdef", *word))
        return;
    p->status = SH_OK; // this explains more than that there are too many words
    complain(p, "a position contains a space, so it needs quotes: '%.200s %s'", last, word);
}

static void read_word(parsing *p, char *word) {
    char problem[80];
    if (p->words->count < p->usage->most) {
        p->words->word[p->words->count++] = word;
    } else if (!p->status && p->usage->surplus) {
        complain(p, "'%.40s' is one argument too many; did you mean --%s=%.200s?", word,
                 sh_options[p->usage->surplus].name, word);
    } else if (!p->status) {
        snprintf(problem, sizeof problem, "'%.40s' is one argument too many", word);
        p->status = wrong_words(p, problem);
    }
    check_quotes(p, word);
}

static bool is_negative(const char *word) {
    return word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.');
}

static void read_line(parsing *p) {
    while (*p->argv) {
        char *word = *p->argv++;
        if (strcmp(word, "--") == 0) break;
        if (word[0] == '-' && word[1] == '-')
            read_name(p, word + 2);
        else if (word[0] == '-' && word[1] && !is_negative(word))
            read_letters(p, word + 1);
        else
            read_word(p, word);
    }
    while (*p->argv) read_word(p, *p->argv++);
}

static sh_status check_needs(const parsing *p) {
    const bool *given = p->cli->given;
    for (const sh_cli_take *t = p->usage->takes; t && t->id; t++) {
        const sh_option *option = &sh_options[t->id];
        if (t->needed && !given[t->id])
            return sh_fail(p->error, SH_USAGE, "--%s=%s is missing; see %s --help", option->name,
                           t->word ? t->word : option->word, p->title);
        if (given[t->id] && t->with && !given[t->with])
            return sh_fail(p->error, SH_USAGE, "--%s applies only together with --%s", option->name,
                           sh_options[t->with].name);
        if (given[t->id] && t->without && given[t->without])
            return sh_fail(p->error, SH_USAGE, "--%s does not apply together with --%s",
                           option->name, sh_options[t->without].name);
    }
    return SH_OK;
}

sh_status sh_cli_refuse(const sh_cli *cli, sh_option_id id, const char *why, sh_error *error) {
    if (!cli->given[id]) return SH_OK;
    return sh_fail(error, SH_USAGE, "--%s does not apply: %s", sh_options[id].name, why);
}

sh_status sh_cli_refuse_all(const sh_cli *cli, const sh_option_id *ids, const char *why,
                            sh_error *error) {
    sh_status status = SH_OK;
    for (; *ids && !status; ids++) status = sh_cli_refuse(cli, *ids, why, error);
    return status;
}

// A game instead of the file of its table.
static sh_status check_table(const parsing *p) {
    const char *word = p->usage->table ? p->words->word[p->usage->table - 1] : NULL;
    sh_game game;
    if (!word || access(word, F_OK) == 0 ||
        sh_game_parse(&game, word, p->cli->profile, NULL) != SH_OK)
        return SH_OK;
    sh_facts facts;
    sh_status status = sh_facts_find(&facts, &game, p->error);
    if (status) return status;
    if (!facts.memory)
        return sh_fail(p->error, SH_USAGE,
                       "%s is a game, not the file of a table, and it cannot be solved; "
                       "'sternhalma games' lists what can",
                       word);
    char file[SH_MAX_NAME];
    snprintf(file, sizeof file, "%s", game.name);
    for (char *at = file; *at; at++)
        if (strchr("/:+", *at)) *at = '-';
    return sh_fail(p->error, SH_USAGE,
                   "%s is a game, not the file of a table; this makes one: sternhalma solve %s "
                   "--out %s.shtb",
                   word, word, file);
}

sh_status sh_cli_parse(sh_cli *cli, const sh_cli_usage *usage, int argc, char **argv, void *input,
                       sh_cli_words *words, sh_error *error) {
    parsing p = {.cli = cli,
                 .usage = usage,
                 .argv = argv + 1,
                 .title = argv[0],
                 .input = input,
                 .words = words,
                 .error = error};
    (void)argc; // the line ends with NULL
    *words = (sh_cli_words){0};
    for (const sh_cli_take *t = usage->takes; t && t->id && !p.status; t++)
        if (t->usual) p.status = store(&p, t, t->usual);
    if (!p.status) read_line(&p);
    if (cli->given[SH_OPTION_HELP]) {
        sh_cli_print_help(usage, p.title);
        cli->answered = true;
        return SH_NO;
    }
    if (!p.status && words->count < usage->least) p.status = wrong_words(&p, "too few arguments");
    if (!p.status) p.status = check_needs(&p);
    if (!p.status) p.status = check_table(&p);
    cli->json = cli->given[SH_OPTION_JSON] || (p.status && cli->json);
    return p.status;
}

sh_status sh_cli_choose(sh_cli *cli, const sh_cli_usage *usage, int *argc, char ***argv,
                        char title[SH_CLI_TITLE], const sh_cli_part **part, sh_error *error) {
    const char *word = *argc > 1 ? (*argv)[1] : "";
    char names[256] = "", *out = names;
    sh_near_word near = {.wanted = word};
    for (const sh_cli_part *one = usage->parts; one->name; one++) {
        int room = (int)(names + sizeof names - out);
        int used = snprintf(out, (size_t)room, "%s%s", out == names ? "" : ", ", one->name);
        out += used < room ? used : room - 1;
        sh_near_word_offer(&near, one->name);
        if (strcmp(one->name, word) != 0) continue;
        snprintf(title, SH_CLI_TITLE, "%s %s", (*argv)[0], one->name);
        *argv += 1;
        *argc -= 1;
        (*argv)[0] = title;
        *part = one;
        return SH_OK;
    }
    for (int i = 1; i < *argc && (!*word || *word == '-'); i++)
        if (strcmp((*argv)[i], "--help") == 0 || strcmp((*argv)[i], "-h") == 0) {
            sh_cli_print_help(usage, (*argv)[0]);
            cli->answered = true;
            return SH_NO;
        }
    if (!*word || *word == '-')
        return sh_fail(error, SH_USAGE, "say first what to do: %s, then one of %s", (*argv)[0],
                       names);
    char rest[sizeof names + 16];
    snprintf(rest, sizeof rest, "there are %s", names);
    return sh_near_word_fail(&near, "command", rest, error);
}
