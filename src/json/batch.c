// SPDX-License-Identifier: MIT
// Results are appended to one buffer that doubles. Values of duels are put together by hand; what
// is rare or long (errors, control) goes through json/encode.h.
#include "json/batch.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // realloc
#include <string.h> // memcpy

#include "sternhalma/notation.h"
#include "json/encode.h"
#include "json/whole.h"

typedef struct buffer {
    char *text; // NULL after memory ran out
    size_t used, room;
} buffer;

static void append(buffer *b, const char *text, size_t size) {
    if (!b->text) return;
    if (b->used + size + 1 > b->room) {
        size_t room = 2 * (b->used + size + 1);
        char *larger = realloc(b->text, room);
        if (!larger) free(b->text);
        b->text = larger;
        b->room = room;
        if (!larger) return;
    }
    memcpy(b->text + b->used, text, size);
    b->used += size;
    b->text[b->used] = '\0';
}

static void append_json(buffer *b, json_t *value) {
    char *text = sh_json_text(value);
    if (text)
        append(b, text, strlen(text));
    else if (b->text) {
        free(b->text);
        b->text = NULL;
    }
    free(text);
}

static void append_value(buffer *b, sh_value value) {
    char text[64], *at = text + sizeof text;
    int plies = value.distance;
    *--at = '}';
    for (int i = 3; plies < 0 && i >= 0; i--) *--at = "null"[i];
    if (plies >= 0) do
            *--at = (char)('0' + plies % 10);
        while ((plies /= 10) != 0);
    append(b, "{\"value\":\"", 10);
    append(b, sh_outcome_name(value.outcome), value.outcome == SH_WIN ? 3 : 4);
    append(b, "\",\"plies\":", 10);
    append(b, at, (size_t)(text + sizeof text - at));
}

// Fails where the table cannot be read.
static sh_status append_result(buffer *b, const sh_table *table, const char *notation,
                               sh_error *error) {
    const sh_game *game = sh_table_game(table);
    sh_position position;
    sh_value value;
    sh_error wrong;
    bool race = sh_table_about(table)->metric == SH_CONTROL;
    sh_status bad = sh_position_parse(game, notation, &position, &wrong);
    if (!bad) bad = sh_position_check_legal(game, &position, &wrong);
    if (bad) {
        append_json(b, sh_encode_error(sh_status_name(bad), wrong.text));
        return SH_OK;
    }
    json_t *object = race ? json_object() : NULL;
    sh_status status = race ? sh_encode_worth(object, table, &position, error)
                            : sh_probe(table, &position, &value, error);
    if (!status && race)
        append_json(b, json_incref(object));
    else if (!status)
        append_value(b, value);
    json_decref(object);
    return status;
}

sh_status sh_batch_probe(const sh_table *table, const char *const *positions, int count,
                         char **text, size_t *size, sh_error *error) {
    const sh_table_info *info = sh_table_about(table);
    char head[256];
    int length = snprintf(head, sizeof head,
                          "{\"game\":\"%s\",\"rules\":\"%s\",\"metric\":\"%s\",\"results\":[",
                          info->game, sh_profile_name(info->profile), sh_metric_name(info->metric));
    buffer b = {.room = 4096 + 32 * (size_t)count};
    b.text = malloc(b.room);
    append(&b, head, (size_t)length);
    sh_status status = SH_OK;
    for (int i = 0; i < count && !status; i++) {
        if (i) append(&b, ",", 1);
        status = append_result(&b, table, positions[i], error);
    }
    append(&b, "]}", 2);
    if (status) free(b.text);
    if (status) return status;
    if (!b.text) return sh_fail(error, SH_RESOURCES, "no memory for the answers");
    *text = b.text;
    *size = b.used;
    return SH_OK;
}
