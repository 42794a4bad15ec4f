// SPDX-License-Identifier: MIT
#include "server/headers.h"

#include <stdio.h>  // snprintf
#include <string.h> // strstr

#define POLICY                                                                                     \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "                    \
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "               \
    "frame-ancestors 'none'"

static const char *request_header(struct MHD_Connection *connection, const char *name) {
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

struct MHD_Response *sh_headers_body(struct MHD_Connection *connection, sh_reply *reply) {
    const sh_asset *asset = reply->asset;
    if (!asset) {
        struct MHD_Response *response =
            MHD_create_response_from_buffer(reply->size, reply->json, MHD_RESPMEM_MUST_FREE);
        if (response) reply->json = NULL;
        return response;
    }
    if (!strcmp(request_header(connection, "If-None-Match"), asset->etag)) {
        reply->status = 304;
        return MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    }
    bool gzip = strstr(request_header(connection, "Accept-Encoding"), "gzip");
    const unsigned char *from = gzip ? asset->gzip : asset->plain;
    const unsigned char *to = gzip ? asset->gzip_end : asset->plain_end;
    struct MHD_Response *response =
        MHD_create_response_from_buffer((size_t)(to - from), (void *)from, MHD_RESPMEM_PERSISTENT);
    if (response && gzip) MHD_add_response_header(response, "Content-Encoding", "gzip");
    return response;
}

void sh_headers_add(struct MHD_Response *response, const sh_reply *reply) {
    static const char *const CACHING[] = {"no-store", "no-cache",
                                          "public, max-age=31536000, immutable"};
    const char *type = reply->asset ? reply->asset->type
                       : reply->job ? "text/event-stream"
                                    : "application/json";
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", CACHING[reply->caching]);
    MHD_add_response_header(response, "Content-Security-Policy", POLICY);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    if (reply->asset) {
        MHD_add_response_header(response, "ETag", reply->asset->etag);
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    }
    if (reply->allow) MHD_add_response_header(response, "Allow", reply->allow);
    if (reply->retry_after) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", reply->retry_after);
        MHD_add_response_header(response, "Retry-After", seconds);
    }
}

bool sh_headers_trusted(struct MHD_Connection *connection, bool loopback) {
    const char *host = request_header(connection, "Host");
    const char *origin = request_header(connection, "Origin");
    const char *scheme = "http://";
    if (*origin &&
        (strncmp(origin, scheme, strlen(scheme)) || strcmp(origin + strlen(scheme), host)))
        return false;
    return !loopback || !strcmp(host, "localhost") || !strncmp(host, "localhost:", 10) ||
           !strncmp(host, "127.", 4) || !strncmp(host, "[::1]", 5);
}
