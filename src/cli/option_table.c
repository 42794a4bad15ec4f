// SPDX-License-Identifier: MIT
#include "cli/option_table.h"

#define SH_OPTION_ROW(id, name, letter, word, kind, least, most, values, help)                     \
    {name, letter, word, SH_KIND_##kind, least, most, values, help},
const sh_option sh_options[SH_OPTION_TOTAL] = {{0}, SH_OPTIONS(SH_OPTION_ROW)};
#undef SH_OPTION_ROW
