// SPDX-License-Identifier: MIT
// As much of Jansson's interface as src/json and the handlers of src/server use, to write JSON.
//
// A value is its text, so there is nothing to look up or to change: objects and arrays only grow.
// A value that is put into another is gone. NULL means that memory ran out, and goes through.
#pragma once

#include <stddef.h> // size_t

typedef struct json_t json_t;
typedef long long json_int_t;
#define JSON_COMPACT 0

json_t *json_object(void);
json_t *json_array(void);
json_t *json_null(void);
json_t *json_boolean(int value);
json_t *json_integer(json_int_t value);
json_t *json_string(const char *text);
json_t *json_sprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Formats: {} [] s s? o i I f b, with keys as s.
json_t *json_pack(const char *format, ...);

int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_update_new(json_t *object, json_t *other);
int json_array_append_new(json_t *array, json_t *value);

// Memory does not run out there without the end of the module.
void json_set_alloc_funcs(void *(*allocate)(size_t), void (*release)(void *));
char *json_dumps(const json_t *value, size_t flags);
void json_decref(json_t *value);
