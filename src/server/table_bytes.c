// SPDX-License-Identifier: MIT
// See table_bytes.h. libmicrohttpd asks for one piece after the other, when the last has gone.
#include "server/table_bytes.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strcmp
#include <time.h>   // gmtime_r

#include "server/range.h"
#include "table/reader.h"

enum { PIECE = 32 * 1024 };

typedef struct dispatch {
    sh_sending sending;
    sh_catalog_file file;
    uint64_t first;
} dispatch;

static sh_status read_piece(const dispatch *own, uint64_t offset, char *bytes, size_t count) {
    sh_catalog_enter(own->sending.catalog);
    const sh_table *table = sh_catalog_still(own->sending.catalog, &own->file);
    sh_status status = table ? sh_bytes_read(&table->source, offset, bytes, count, NULL) : SH_NO;
    sh_catalog_leave(own->sending.catalog);
    return status;
}

static ssize_t send_piece(void *context, uint64_t at, char *bytes, size_t room) {
    const dispatch *own = context;
    size_t count = room < PIECE ? room : PIECE;
    uint64_t left = own->file.size - own->first - at;
    if (left < count) count = (size_t)left;
    if (at / SH_MOST_PART != (at + count) / SH_MOST_PART)
        sh_connection_busy(own->sending.connections, own->sending.watched);
    return read_piece(own, own->first + at, bytes, count) ? MHD_CONTENT_READER_END_WITH_ERROR
                                                          : (ssize_t)count;
}

static struct MHD_Response *make_body(const sh_sending *sending, const sh_catalog_file *file,
                                      uint64_t first, uint64_t count) {
    dispatch *own = calloc(1, sizeof *own);
    if (!own) return NULL;
    *own = (dispatch){*sending, *file, first};
    struct MHD_Response *response =
        MHD_create_response_from_callback(count, PIECE, send_piece, own, free);
    if (!response) free(own);
    return response;
}

static const char *header_of(struct MHD_Connection *connection, const char *name) {
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

// Does a list of tags, as of If-Match, name this one?
static bool names(const char *list, const char *tag) {
    return !strcmp(list, "*") || strstr(list, tag);
}

// What the client has or wants to have is compared first; 0: send it.
static int condition(struct MHD_Connection *connection, const char *tag) {
    const char *match = header_of(connection, "If-Match");
    const char *other = header_of(connection, "If-None-Match");
    if (*match && !names(match, tag)) return 412;
    return *other && names(other, tag) ? 304 : 0;
}

static struct MHD_Response *make_answer(struct MHD_Connection *connection,
                                        const sh_sending *sending, sh_reply *reply, const char *tag,
                                        const char *date) {
    const sh_catalog_file *file = &reply->file;
    const char *unless = header_of(connection, "If-Range");
    bool same = !*unless || !strcmp(unless, tag) || !strcmp(unless, date);
    sh_range range =
        sh_range_read(same ? header_of(connection, "Range") : "", file->size, SH_MOST_PART);
    int otherwise = condition(connection, tag);
    if (!otherwise && range.kind == SH_RANGE_NONE) otherwise = 416;
    if (otherwise) {
        reply->status = otherwise;
    } else if (range.kind == SH_RANGE_PART) {
        reply->status = 206;
    }
    struct MHD_Response *response =
        otherwise ? MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT)
                  : make_body(sending, file, range.first, range.count);
    if (!response) return NULL;
    char text[80];
    unsigned long long first = range.first, last = range.first + range.count - 1, size = file->size;
    if (reply->status == 206)
        snprintf(text, sizeof text, "bytes %llu-%llu/%llu", first, last, size);
    else
        snprintf(text, sizeof text, "bytes */%llu", size);
    if (reply->status == 206 || reply->status == 416)
        MHD_add_response_header(response, "Content-Range", text);
    return response;
}

struct MHD_Response *sh_table_bytes_answer(struct MHD_Connection *connection,
                                           const sh_sending *sending, sh_reply *reply) {
    char tag[24], date[40];
    struct tm when;
    time_t written = (time_t)reply->file.written;
    snprintf(tag, sizeof tag, "\"%016llx\"", (unsigned long long)reply->file.checksum);
    gmtime_r(&written, &when);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &when);
    struct MHD_Response *response = make_answer(connection, sending, reply, tag, date);
    if (!response) return NULL;
    MHD_add_response_header(response, "ETag", tag);
    MHD_add_response_header(response, "Last-Modified", date);
    MHD_add_response_header(response, "Accept-Ranges", "bytes");
    return response;
}
