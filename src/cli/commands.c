// SPDX-License-Identifier: MIT
// The table of commands, and the search in it by name.
#include "cli/commands.h"

#include <string.h> // strcmp

#define SH_COMMAND_ENTRY(name, summary) {#name, summary, sh_cmd_##name, &sh_usage_##name},
const sh_command sh_commands[] = {SH_COMMANDS(SH_COMMAND_ENTRY){0}};
#undef SH_COMMAND_ENTRY

sh_status sh_command_find(const sh_command **command, const char *name, sh_error *error) {
    const char *nearest = NULL;
    int least = SH_CLI_SLIPS + 1;
    for (const sh_command *c = sh_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            *command = c;
            return SH_OK;
        }
        int distance = sh_cli_edits(name, c->name);
        if (distance < least) {
            least = distance;
            nearest = c->name;
        }
    }
    if (nearest)
        return sh_fail(error, SH_USAGE, "there is no command '%.40s'; did you mean '%.40s'?", name,
                       nearest);
    return sh_fail(error, SH_USAGE, "there is no command '%.40s'; 'sternhalma help' lists them",
                   name);
}
