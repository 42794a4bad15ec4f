// SPDX-License-Identifier: MIT
// See include/jansson.h. A container is its text without the brackets, closed when it is used.
#include <jansson.h>

#include <stdarg.h>  // va_list
#include <stdbool.h> // bool
#include <stdio.h>   // snprintf
#include <stdlib.h>  // malloc
#include <string.h>  // strlen

struct json_t {
    char kind; // '{', '[', or 0: a value that is complete
    size_t size, room;
    char *text;
};

static json_t *make(char kind) {
    json_t *value = calloc(1, sizeof *value);
    if (value) value->kind = kind;
    return value;
}

static void add(json_t *value, const char *text, size_t size) {
    if (value->size + size + 1 > value->room) {
        size_t room = 2 * (value->size + size) + 32;
        char *more = realloc(value->text, room);
        if (!more) __builtin_trap(); // the page starts the module again
        value->text = more;
        value->room = room;
    }
    memcpy(value->text + value->size, text, size);
    value->text[value->size += size] = 0;
}

static void add_text(json_t *value, const char *text) { add(value, text, strlen(text)); }

static void add_quoted(json_t *value, const char *text) {
    add(value, "\"", 1);
    for (; *text; text++) {
        char escape[8];
        if (*text == '"' || *text == '\\')
            add(value, (char[]){'\\', *text}, 2);
        else if ((unsigned char)*text < 0x20)
            add(value, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", *text));
        else
            add(value, text, 1);
    }
    add(value, "\"", 1);
}

static void add_value(json_t *value, const json_t *other) {
    if (other->kind) add(value, &other->kind, 1);
    if (other->text) add(value, other->text, other->size);
    if (other->kind) add(value, other->kind == '{' ? "}" : "]", 1);
}

static json_t *with(const char *text) {
    json_t *value = make(0);
    if (value) add_text(value, text);
    return value;
}

json_t *json_object(void) { return make('{'); }
json_t *json_array(void) { return make('['); }
json_t *json_null(void) { return with("null"); }
json_t *json_boolean(int value) { return with(value ? "true" : "false"); }

json_t *json_integer(json_int_t number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", number);
    return with(text);
}

static json_t *json_real(double number) {
    char text[32];
    snprintf(text, sizeof text, "%.9g", number);
    return with(text);
}

json_t *json_string(const char *text) {
    json_t *value = make(0);
    if (value) add_quoted(value, text);
    return value;
}

json_t *json_sprintf(const char *format, ...) {
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return json_string(text);
}

int json_object_set_new(json_t *object, const char *key, json_t *value) {
    if (object && value) {
        if (object->size) add(object, ",", 1);
        add_quoted(object, key);
        add(object, ":", 1);
        add_value(object, value);
    }
    json_decref(value);
    return object && value ? 0 : -1;
}

int json_object_update_new(json_t *object, json_t *other) {
    if (object && other && other->size) {
        if (object->size) add(object, ",", 1);
        add(object, other->text, other->size);
    }
    json_decref(other);
    return object && other ? 0 : -1;
}

int json_array_append_new(json_t *array, json_t *value) {
    if (array && value) {
        if (array->size) add(array, ",", 1);
        add_value(array, value);
    }
    json_decref(value);
    return array && value ? 0 : -1;
}

// One value of a format; *format is left behind it.
static json_t *pack(const char **format, va_list *list) {
    while (**format == ',' || **format == ':' || **format == ' ') ++*format;
    char kind = *(*format)++;
    if (kind == '{' || kind == '[') {
        json_t *container = make(kind);
        while (**format != '}' && **format != ']') {
            if (**format == ',' || **format == ' ') {
                ++*format;
                continue;
            }
            if (kind == '{') {
                ++*format; // the s of the key
                const char *key = va_arg(*list, const char *);
                json_object_set_new(container, key, pack(format, list));
            } else {
                json_array_append_new(container, pack(format, list));
            }
        }
        ++*format;
        return container;
    }
    if (kind == 's') {
        bool may_be_null = **format == '?';
        *format += may_be_null;
        const char *text = va_arg(*list, const char *);
        return text ? json_string(text) : may_be_null ? json_null() : NULL;
    }
    if (kind == 'o') return va_arg(*list, json_t *);
    if (kind == 'i') return json_integer(va_arg(*list, int));
    if (kind == 'I') return json_integer(va_arg(*list, json_int_t));
    if (kind == 'f') return json_real(va_arg(*list, double));
    return json_boolean(va_arg(*list, int)); // b
}

json_t *json_pack(const char *format, ...) {
    va_list list;
    va_start(list, format);
    json_t *value = pack(&format, &list);
    va_end(list);
    return value;
}

void json_set_alloc_funcs(void *(*allocate)(size_t), void (*release)(void *)) {
    (void)allocate;
    (void)release;
}

char *json_dumps(const json_t *value, size_t flags) {
    (void)flags;
    json_t *whole = make(0);
    if (!whole) return NULL;
    add_value(whole, value);
    char *text = whole->text;
    free(whole);
    return text;
}

void json_decref(json_t *value) {
    if (!value) return;
    free(value->text);
    free(value);
}
