// SPDX-License-Identifier: MIT
// Any text as Host, Origin and Accept-Encoding, one a line: whoever is local is well-formed, and a
// name with more behind it is never ours.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/host.h"
#include "server/packing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *host = malloc(size + 1);
    memcpy(host, data, size);
    host[size] = '\0';
    char *origin = strchr(host, '\n');
    if (origin) *origin++ = '\0';
    char *accepted = origin ? strchr(origin, '\n') : NULL;
    if (accepted) *accepted++ = '\0';

    if (sh_host_local(host)) {
        assert(sh_host_valid(host));
        char *longer = malloc(size + 16);
        snprintf(longer, size + 16, "%s.evil.example", host);
        assert(!sh_host_local(longer));
        free(longer);
    }
    if (origin && *origin && sh_host_own_origin(host, origin)) assert(strstr(origin, "://"));
    if (accepted && sh_packing_allowed(accepted)) assert(strpbrk(accepted, "gG*"));
    free(host);
    return 0;
}
