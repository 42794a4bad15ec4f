// SPDX-License-Identifier: MIT
// The table of options, and what commands make of it.
#include <stdlib.h>

#include "base/near_word.h"
#include "cli/commands.h"
#include "test.h"

// Every command line of the program: commands, and parts of commands.
static int list_usages(const sh_cli_usage **list, int room) {
    int count = 0;
    for (const sh_command *c = sh_commands; c->name; c++) {
        assert_true(count < room);
        if (!c->usage->parts) list[count++] = c->usage;
        for (const sh_cli_part *part = c->usage->parts; part && part->name; part++) {
            assert_true(count < room);
            list[count++] = part->usage;
        }
    }
    return count;
}

static bool takes(const sh_cli_usage *usage, sh_option_id id) {
    for (int i = 0; sh_cli_take_at(usage, i); i++)
        if (sh_cli_take_at(usage, i)->id == id) return true;
    return false;
}

static void names_and_letters_mean_one_thing(void **state) {
    const sh_cli_usage *list[64];
    int count = list_usages(list, 64);
    for (int a = 1; a < SH_OPTION_TOTAL; a++) {
        const sh_option *one = &sh_options[a];
        assert_true(strlen(one->name) > 1);
        for (int b = 1; b < a; b++) {
            const sh_option *other = &sh_options[b];
            bool same = strcmp(one->name, other->name) == 0;
            if (same && one->letter != other->letter) fail_msg("--%s has two letters", one->name);
            if (!same && one->letter && one->letter == other->letter)
                fail_msg("-%c is --%s and --%s", one->letter, one->name, other->name);
            for (int i = 0; same && i < count; i++)
                if (takes(list[i], (sh_option_id)a) && takes(list[i], (sh_option_id)b))
                    fail_msg("a command takes two kinds of --%s", one->name);
        }
    }
}

static void every_row_is_taken(void **state) {
    const sh_cli_usage *list[64];
    int count = list_usages(list, 64);
    for (int id = 1; id < SH_OPTION_TOTAL; id++) {
        int taken = 0;
        for (int i = 0; i < count; i++) taken += takes(list[i], (sh_option_id)id);
        if (!taken) fail_msg("no command takes --%s", sh_options[id].name);
    }
}

// Defaults are read like values, so they must be values; what an option needs or excludes must be
// there; nothing is listed twice.
static void lists_of_commands_hold_together(void **state) {
    const sh_cli_usage *list[64];
    int count = list_usages(list, 64);
    for (int i = 0; i < count; i++)
        for (int k = 0; sh_cli_take_at(list[i], k); k++) {
            const sh_cli_take *take = sh_cli_take_at(list[i], k);
            const sh_option *option = &sh_options[take->id];
            for (int m = 0; m < k; m++)
                assert_int_not_equal(sh_cli_take_at(list[i], m)->id, take->id);
            if (take->with) assert_true(takes(list[i], take->with));
            if (take->without) assert_true(takes(list[i], take->without));
            assert_true(option->kind != SH_KIND_OWN || take->read || take->id == SH_OPTION_RULES);
            assert_false(take->usual && take->otherwise);
            int64_t least = take->most ? take->least : option->least;
            int64_t most = take->most ? take->most : option->most;
            if (option->kind == SH_KIND_NUMBER) assert_true(least < most);
            if (option->kind == SH_KIND_NUMBER && take->usual)
                assert_in_range(atoll(take->usual) - least, 0, most - least);
        }
}

// Sentences begin with a capital and end without a full stop; the common ones are listed last.
static void help_is_written_alike(void **state) {
    for (int id = 1; id < SH_OPTION_TOTAL; id++) {
        const char *help = sh_options[id].help;
        assert_non_null(help);
        if (strchr(".;, ", help[strlen(help) - 1])) fail_msg("'%s' ends wrongly", help);
        bool capital = (*help >= 'A' && *help <= 'Z') || sh_options[id].values;
        if (!capital) fail_msg("'%s' begins with a small letter", help);
        if (strstr(help, "by lot") || strstr(help, "Go on")) fail_msg("'%s' is not English", help);
    }
}

static void surplus_words_and_tables(void **state) {
    const sh_cli_usage *list[64];
    int count = list_usages(list, 64);
    for (int i = 0; i < count; i++) {
        if (list[i]->surplus) assert_true(takes(list[i], list[i]->surplus));
        assert_in_range(list[i]->table, 0, list[i]->most);
        assert_in_range(list[i]->least, 0, list[i]->most);
    }
}

static void near_words(void **state) {
    static const struct {
        const char *wanted, *found;
    } cases[] = {
        {"movs", "moves"},     {"mvoes", "moves"}, {"MOVES", "moves"}, {"dwt", "dtw"},
        {"perfct", "perfect"}, {"xyzzy", NULL},    {"", NULL},         {"d", NULL},
        {"wxy", NULL},         {"match", NULL},    {"perf", NULL},
    };
    static const char *const names[] = {"wdl", "dtw", "moves", "perfect"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_near_word near = {.wanted = cases[i].wanted};
        for (int k = 0; k < 4; k++) sh_near_word_offer(&near, names[k]);
        if (!cases[i].found)
            assert_null(near.found);
        else
            assert_string_equal(near.found, cases[i].found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_letters_mean_one_thing), cmocka_unit_test(every_row_is_taken),
        cmocka_unit_test(lists_of_commands_hold_together),  cmocka_unit_test(help_is_written_alike),
        cmocka_unit_test(surplus_words_and_tables),         cmocka_unit_test(near_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
