// SPDX-License-Identifier: MIT
// Words for statuses, and the sentence of an error.
#include "sternhalma/status.h"

#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf

void sh_error_set(sh_error *error, sh_status status, const char *format, ...) {
    if (!error) return;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
}

const char *sh_status_name(sh_status status) {
    switch (status) {
    case SH_OK:
        return "ok";
    case SH_NO:
        return "no";
    case SH_USAGE:
        return "usage";
    case SH_DATA:
        return "data";
    case SH_RESOURCES:
        return "resources";
    case SH_INTERRUPTED:
        return "interrupted";
    }
    return "unknown";
}

const char *sh_version(void) { return SH_VERSION; }
