// SPDX-License-Identifier: MIT
// The library up to version 0.9.75 hands out strings that end at a NUL wherever it came from. They
// lie in one block, the header as it was received, in which the library itself has put a NUL after
// each name and two in the place of each end of a line. Any more were sent. Later versions refuse
// them.
#include "server/framing.h"

#include <stdbool.h> // bool
#include <stdint.h>  // UINT64_MAX
#include <string.h>  // strverscmp
#include <strings.h> // strcasecmp

#include "server/request.h"

// What a header says of the body.
typedef struct body_size {
    int lengths, codings, fields;
    bool understood; // all of them
} body_size;

static enum MHD_Result look_at(void *context, enum MHD_ValueKind kind, const char *name,
                               const char *value) {
    (void)kind;
    body_size *size = context;
    uint64_t length;
    size->fields++;
    if (!strcasecmp(name, "Content-Length")) {
        size->lengths++;
        if (!value || !sh_request_number(value, UINT64_MAX, &length)) size->understood = false;
    } else if (!strcasecmp(name, "Transfer-Encoding")) {
        size->codings++;
        if (!value || strcasecmp(value, "chunked") != 0) size->understood = false;
    }
    return MHD_YES;
}

// Has the client sent a NUL? In the block: the target, its NUL, the version with two, for each
// field its name with one and its value with two, and two for the empty line.
static bool has_nul(struct MHD_Connection *connection, const sh_framing *framing, int fields) {
    if (strverscmp(MHD_get_version(), "0.9.76") >= 0) return false;
    const char *begin = framing->method, *rest = framing->version;
    size_t size =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
    size_t zeros = 0;
    if (framing->url < begin || rest < framing->url || rest > begin + size) return false;
    if (rest != framing->url + strlen(framing->target) + 1) return true;
    for (; rest < begin + size; rest++) zeros += !*rest;
    return zeros > 2 + 3 * (size_t)fields + 2;
}

const char *sh_framing_refuse(struct MHD_Connection *connection, const sh_framing *framing) {
    body_size size = {.understood = true};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &size);
    if (size.lengths + size.codings > 1)
        return "a request must give the size of its body once: send Content-Length or "
               "Transfer-Encoding";
    if (!size.understood)
        return "the size of the body is not understood: send Content-Length with a whole number, "
               "or Transfer-Encoding: chunked";
    if (has_nul(connection, framing, size.fields)) return "a header must not contain NUL";
    return NULL;
}
