// SPDX-License-Identifier: MIT
// The table of commands, and the search in it by name.
#include "cli/commands.h"

#include <string.h> // strcmp

#include "base/near_word.h"

#define SH_COMMAND_ENTRY(name, summary) {#name, summary, sh_cmd_##name, &sh_usage_##name},
const sh_command sh_commands[] = {SH_COMMANDS(SH_COMMAND_ENTRY){0}};
#undef SH_COMMAND_ENTRY

sh_status sh_command_find(const sh_command **command, const char *name, sh_error *error) {
    sh_near_word near = {.wanted = name};
    for (const sh_command *c = sh_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            *command = c;
            return SH_OK;
        }
        sh_near_word_offer(&near, c->name);
    }
    return sh_near_word_fail(&near, "command", "'sternhalma help' lists them", error);
}
