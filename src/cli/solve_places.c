// SPDX-License-Identifier: MIT
// The files that `sternhalma solve` writes: everything that can be wrong with their names is found
// before the work begins.
#include <string.h> // strlen

#include "base/place.h"
#include "cli/solve.h"
#include "table/writer.h"

// FILE.001 and so on are names of a table's parts.
static bool is_part_of(const char *name, const char *table) {
    size_t length = strlen(table);
    if (strncmp(name, table, length) != 0 || name[length] != '.') return false;
    const char *digits = name + length + 1;
    return strlen(digits) >= 3 && strspn(digits, "0123456789") == strlen(digits);
}

sh_status sh_cli_solve_places(const sh_cli_solve *solve, sh_error *error) {
    if (!solve->out) return SH_OK;
    if (solve->checkpoint &&
        (sh_place_same(solve->out, solve->checkpoint) || is_part_of(solve->checkpoint, solve->out)))
        return sh_fail(error, SH_USAGE,
                       "--out and --checkpoint must be different files, not both %.200s",
                       solve->checkpoint);
    return sh_table_write_check(solve->out, solve->part_bytes, error);
}

sh_status sh_cli_solve_stopped(const sh_cli_solve *solve, sh_error *error) {
    return sh_fail(error, SH_INTERRUPTED,
                   "stopped while the table was written; %s keeps the finished solve, and --resume "
                   "writes the table from it",
                   solve->checkpoint);
}
