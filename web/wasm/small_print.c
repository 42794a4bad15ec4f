// SPDX-License-Identifier: MIT
// snprintf for a module: the conversions that messages and JSON use (c d g i s u x, with l, ll, z,
// width, leading zeros and precision).
#include <stdarg.h>  // va_list
#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t
#include <stdio.h>   // vsnprintf
#include <string.h>  // strlen

typedef struct sink {
    char *at, *end; // the last byte is for the 0
    int count;
} sink;

static void put(sink *to, char c) {
    if (to->at < to->end) *to->at++ = c;
    to->count++;
}

static void put_text(sink *to, const char *text, int most, int width) {
    int size = 0;
    while ((most < 0 || size < most) && text[size]) size++;
    for (int i = size; i < width; i++) put(to, ' ');
    for (int i = 0; i < size; i++) put(to, text[i]);
}

static void put_number(sink *to, uint64_t number, unsigned base, bool minus, int width, char fill) {
    char digits[24];
    int count = 0;
    do digits[count++] = "0123456789abcdef"[number % base];
    while (number /= base);
    if (minus) digits[count++] = '-';
    for (int i = count; i < width; i++) put(to, fill);
    while (count) put(to, digits[--count]);
}

// Six digits behind the point, without zeros at the end.
static void put_real(sink *to, double number) {
    if (number < 0) put(to, '-');
    if (number < 0) number = -number;
    uint64_t whole = (uint64_t)number, part = (uint64_t)((number - (double)whole) * 1e6 + 0.5);
    if (part >= 1000000) whole++, part -= 1000000;
    put_number(to, whole, 10, false, 0, ' ');
    if (!part) return;
    put(to, '.');
    int digits = 6;
    for (; part % 10 == 0; part /= 10) digits--;
    put_number(to, part, 10, false, digits, '0');
}

static int read_count(const char **format, va_list *list) {
    int count = 0;
    if (**format == '*') {
        ++*format;
        return va_arg(*list, int);
    }
    for (; **format >= '0' && **format <= '9'; ++*format) count = 10 * count + (**format - '0');
    return count;
}

static void convert(sink *to, const char **format, va_list *list) {
    char fill = **format == '0' ? '0' : ' ';
    int width = read_count(format, list), most = -1, longs = 0;
    if (**format == '.') {
        ++*format;
        most = read_count(format, list);
    }
    for (; **format == 'l' || **format == 'z'; ++*format) longs += **format == 'l';
    char kind = *(*format)++;
    if (kind == 's') {
        put_text(to, va_arg(*list, const char *), most, width);
    } else if (kind == 'c') {
        put(to, (char)va_arg(*list, int));
    } else if (kind == 'g' || kind == 'f') {
        put_real(to, va_arg(*list, double));
    } else if (kind == 'd' || kind == 'i') {
        int64_t number = longs > 1 ? va_arg(*list, int64_t) : va_arg(*list, int);
        put_number(to, number < 0 ? -(uint64_t)number : (uint64_t)number, 10, number < 0, width,
                   fill);
    } else if (kind == 'u' || kind == 'x') {
        uint64_t number = longs > 1 ? va_arg(*list, uint64_t) : va_arg(*list, unsigned);
        put_number(to, number, kind == 'x' ? 16 : 10, false, width, fill);
    } else {
        put(to, kind); // %%
    }
}

int vsnprintf(char *text, size_t room, const char *format, va_list arguments) {
    sink to = {text, room ? text + room - 1 : text, 0};
    va_list list;
    va_copy(list, arguments);
    while (*format)
        if (*format == '%') {
            format++;
            convert(&to, &format, &list);
        } else {
            put(&to, *format++);
        }
    va_end(list);
    if (room) *to.at = 0;
    return to.count;
}

int snprintf(char *text, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(text, room, format, list);
    va_end(list);
    return count;
}
