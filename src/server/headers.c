// SPDX-License-Identifier: MIT
// What is sent with every reply, which replies a client already has (ETag), and gzip where the
// client takes it and the body is long enough to be worth it.
#include "server/headers.h"

#include <stdio.h>   // snprintf
#include <stdlib.h>  // free
#include <string.h>  // strcmp
#include <strings.h> // strcasecmp

#include "server/host.h"
#include "server/packing.h"

#define POLICY                                                                                     \
    "default-src 'none'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "                \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "

static const char *request_header(struct MHD_Connection *connection, const char *name) {
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

// A reply's own text, packed where that helps; the response takes it over.
static struct MHD_Response *text_body(struct MHD_Connection *connection, sh_reply *reply) {
    size_t size = reply->size;
    bool pack = size >= SH_PACK_FROM && reply->json &&
                sh_packing_allowed(request_header(connection, "Accept-Encoding"));
    char *packed = pack ? sh_packing_pack(reply->json, reply->size, &size) : NULL;
    struct MHD_Response *response = MHD_create_response_from_buffer(
        packed ? size : reply->size, packed ? packed : reply->json, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(packed);
        return NULL;
    }
    if (packed) {
        free(reply->json);
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    reply->json = NULL;
    return response;
}

struct MHD_Response *sh_headers_body(struct MHD_Connection *connection, sh_reply *reply) {
    const sh_asset *asset = reply->asset;
    if (!asset) return text_body(connection, reply);
    if (!strcmp(request_header(connection, "If-None-Match"), asset->etag) && reply->status == 200) {
        reply->status = 304;
        return MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    }
    bool gzip = asset->gzip && sh_packing_allowed(request_header(connection, "Accept-Encoding"));
    const unsigned char *from = gzip ? asset->gzip : asset->plain;
    const unsigned char *to = gzip ? asset->gzip_end : asset->plain_end;
    struct MHD_Response *response =
        MHD_create_response_from_buffer((size_t)(to - from), (void *)from, MHD_RESPMEM_PERSISTENT);
    if (response && gzip) MHD_add_response_header(response, "Content-Encoding", "gzip");
    return response;
}

// What pages of other sites may do with the answer: read it, and ask for ranges of tables.
static void add_sharing(struct MHD_Response *response, const sh_reply *reply) {
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy",
                            reply->shared ? "cross-origin" : "same-origin");
    if (!reply->shared) return;
    MHD_add_response_header(response, "Access-Control-Allow-Origin", "*");
    MHD_add_response_header(response, "Access-Control-Expose-Headers",
                            "Accept-Ranges, Content-Range, ETag, Retry-After");
    if (reply->status != 204) return;
    MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET, HEAD");
    MHD_add_response_header(response, "Access-Control-Allow-Headers",
                            "If-Match, If-None-Match, If-Range, Range");
    MHD_add_response_header(response, "Access-Control-Max-Age", "86400");
}

void sh_headers_add(struct MHD_Response *response, const sh_reply *reply) {
    static const char *const CACHING[] = {"no-store", "no-cache",
                                          "public, max-age=31536000, immutable"};
    const char *type = reply->asset       ? reply->asset->type
                       : reply->job       ? "text/event-stream"
                       : reply->file.size ? "application/octet-stream"
                                          : "application/json";
    if (reply->status != 204) MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", CACHING[reply->caching]);
    char policy[512];
    snprintf(policy, sizeof policy, POLICY "%s", sh_asset_policy);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    add_sharing(response, reply);
    if (reply->asset) {
        MHD_add_response_header(response, "ETag", reply->asset->etag);
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    }
    if (reply->last) MHD_add_response_header(response, "Connection", "close");
    if (reply->allow) MHD_add_response_header(response, "Allow", reply->allow);
    if (reply->retry_after) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", reply->retry_after);
        MHD_add_response_header(response, "Retry-After", seconds);
    }
}

// How many values of Host the client has sent.
static enum MHD_Result count_host(void *count, enum MHD_ValueKind kind, const char *name,
                                  const char *value) {
    if (!strcasecmp(name, "Host")) ++*(int *)count;
    return MHD_YES;
}

int sh_headers_refuse(struct MHD_Connection *connection, const sh_asking *asking,
                      const char **reason) {
    const char *host = request_header(connection, "Host");
    int hosts = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_host, &hosts);
    bool old = !strcmp(asking->version, "HTTP/1.0") && hosts == 0;
    *reason = "a request needs one valid Host header, such as Host: localhost";
    if (!old && (hosts != 1 || !sh_host_valid(host))) return 400;
    bool named = asking->name && sh_host_is(host, asking->name);
    *reason = "this server answers to localhost only (serve --name NAME adds a name)";
    if (asking->loopback && !old && !named && !sh_host_local(host)) return 421;
    *reason = "another site's page may not ask for this";
    if (asking->changes && !sh_host_own_origin(host, request_header(connection, "Origin")))
        return 403;
    return 0;
}

bool sh_headers_person(struct MHD_Connection *connection) {
    return strstr(request_header(connection, "Accept"), "text/html");
}
