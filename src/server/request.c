// SPDX-License-Identifier: MIT
// One reading of the target decodes it in place: what %XX stands for is never longer than its text.
#include "server/request.h"

#include <stdbool.h> // bool
#include <string.h>  // strlen

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Decodes `text` in place up to its end. In a query '+' is a space.
static sh_status decode(char *text, bool query, sh_error *error) {
    char *out = text;
    for (const char *in = text; *in; in++) {
        unsigned char byte = (unsigned char)*in;
        if (byte == '%') {
            int high = hex_digit(in[1]);
            int low = high < 0 ? -1 : hex_digit(in[2]);
            if (low < 0) return sh_fail(error, SH_DATA, "'%%' must be followed by two hex digits");
            byte = (unsigned char)(high << 4 | low);
            in += 2;
        } else if (byte == '+' && query) {
            byte = ' ';
        }
        if (byte < 0x20 || byte >= 0x7f)
            return sh_fail(error, SH_DATA, "only printable ASCII is allowed in a request");
        *out++ = (char)byte;
    }
    *out = 0;
    return SH_OK;
}

static sh_status add_param(sh_request *request, char *text, sh_error *error) {
    if (request->params == SH_MAX_PARAMS)
        return sh_fail(error, SH_DATA, "more than %d parameters", SH_MAX_PARAMS);
    char *value = strchr(text, '=');
    if (!value) return sh_fail(error, SH_DATA, "a parameter without '=': write name=value");
    *value++ = 0;
    sh_status status = decode(text, true, error);
    if (status == SH_OK) status = decode(value, true, error);
    if (status != SH_OK) return status;
    if (sh_request_param(request, text))
        return sh_fail(error, SH_DATA, "parameter '%.32s' is given twice", text);
    request->param[request->params++] = (sh_param){text, value};
    return SH_OK;
}

sh_status sh_request_parse(sh_request *request, const char *method, const char *target,
                           sh_error *error) {
    request->method = method;
    request->path = request->text;
    request->body = "";
    request->body_size = 0;
    request->client = "";
    request->person = false;
    request->params = 0;
    request->text[0] = 0;
    size_t size = strlen(target);
    if (size > SH_MAX_TARGET)
        return sh_fail(error, SH_USAGE, "the address is longer than %d bytes", SH_MAX_TARGET);
    if (target[0] != '/') return sh_fail(error, SH_DATA, "the path must begin with '/'");
    memcpy(request->text, target, size + 1);

    char *query = strchr(request->text, '?');
    if (query) *query++ = 0;
    sh_status status = decode(request->text, false, error);
    if (strncmp(request->text, SH_API_ROOT "/", sizeof SH_API_ROOT)) query = NULL;
    while (status == SH_OK && query && *query) {
        char *next = strchr(query, '&');
        if (next) *next++ = 0;
        status = add_param(request, query, error);
        query = next;
    }
    return status;
}

const char *sh_request_param(const sh_request *request, const char *name) {
    for (int i = 0; i < request->params; i++)
        if (!strcmp(request->param[i].name, name)) return request->param[i].value;
    return NULL;
}

bool sh_request_number(const char *text, uint64_t most, uint64_t *number) {
    uint64_t value = 0;
    if (!*text) return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)*text - '0';
        if (digit > 9 || value > most / 10 || digit > most - value * 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}
