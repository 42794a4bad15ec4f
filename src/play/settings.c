// SPDX-License-Identifier: MIT
// Settings of an agent, taken by name.
#include <stdlib.h> // strtod
#include <string.h> // strcmp

#include "play/agent.h"

const char *sh_settings_take(sh_settings *settings, const char *name) {
    for (int i = 0; i < settings->count; i++)
        if (strcmp(settings->name[i], name) == 0) {
            settings->taken[i] = true;
            return settings->value[i];
        }
    return NULL;
}

sh_status sh_settings_number(sh_settings *settings, const char *name, double least, double most,
                             double *number, sh_error *error) {
    const char *text = sh_settings_take(settings, name);
    if (!text) return SH_OK;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return sh_fail(error, SH_USAGE, "%s is a number from %g to %g, not '%.20s'", name, least,
                       most, text);
    *number = value;
    return SH_OK;
}

sh_status sh_settings_count(sh_settings *settings, const char *name, int least, int most,
                            int *count, sh_error *error) {
    double number = *count;
    sh_status status = sh_settings_number(settings, name, least, most, &number, error);
    if (!status && number != (double)(int)number)
        return sh_fail(error, SH_USAGE, "%s is a whole number", name);
    *count = (int)number;
    return status;
}
