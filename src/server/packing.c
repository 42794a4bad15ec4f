// SPDX-License-Identifier: MIT
// The fastest level of zlib: JSON of ours shrinks to about a sixth with it already.
#include "server/packing.h"

#include <stdlib.h>  // malloc
#include <string.h>  // strcspn
#include <strings.h> // strncasecmp
#include <zlib.h>    // deflate

enum { LEVEL = 1, GZIP_WINDOW = 15 + 16, MEMORY = 8 };

// Is the quality after a coding's name zero? It is one where none is given.
static bool is_refused(const char *parameters, size_t size) {
    size_t at = 0;
    while (at < size && strchr("; \tqQ=", parameters[at])) at++;
    if (at == 0 || at == size || parameters[at] != '0') return false;
    for (at++; at < size && strchr(".0 \t", parameters[at]); at++) {
    }
    return at == size;
}

bool sh_packing_allowed(const char *accepted) {
    bool any = false;
    while (*accepted) {
        accepted += strspn(accepted, " \t,");
        size_t size = strcspn(accepted, ","), name = strcspn(accepted, "; \t,");
        bool refused = is_refused(accepted + name, size - name);
        if (name == 4 && !strncasecmp(accepted, "gzip", 4)) return !refused;
        if (name == 1 && accepted[0] == '*') any = !refused;
        accepted += size;
    }
    return any;
}

char *sh_packing_pack(const char *text, size_t size, size_t *packed) {
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (unsigned)size};
    char *bytes = malloc(size);
    if (!bytes) return NULL;
    stream.next_out = (unsigned char *)bytes;
    stream.avail_out = (unsigned)size;
    bool done =
        deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK &&
        deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed = stream.total_out;
    deflateEnd(&stream);
    if (done) return bytes;
    free(bytes);
    return NULL;
}
