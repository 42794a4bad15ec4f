// SPDX-License-Identifier: MIT
// Tables that are damaged on purpose: is it noticed?
#pragma once

#include "test.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "table/reader.h"

static inline void damaging_write(const char *file, const uint8_t *bytes, size_t size) {
    FILE *open = fopen(file, "wb");
    assert_non_null(open);
    assert_int_equal(fwrite(bytes, 1, size, open), size);
    fclose(open);
}

// Is the damage noticed when the file is opened or at the latest when it is checked?
static inline bool damaging_noticed(const char *file) {
    sh_table *table;
    sh_error error = {.text = ""};
    sh_status status = sh_table_open(&table, file, 0, &error);
    if (!status) {
        status = sh_table_check(table, &error);
        sh_table_close(table);
    }
    if (status) assert_true(strlen(error.text) > 10);
    return status == SH_DATA;
}

// Every byte of a table flipped in some bit, and every cut, as the file `damaged`. The file is
// changed in place: writing it anew for each byte would take most of the time.
static inline void damaging_each_byte(const uint8_t *bytes, size_t size, const char *damaged) {
    damaging_write(damaged, bytes, size);
    int file = open(damaged, O_WRONLY);
    assert_true(file >= 0);
    for (size_t i = 0; i < size; i++) {
        uint8_t flipped = bytes[i] ^ (uint8_t)(1u << i % 8);
        assert_int_equal(pwrite(file, &flipped, 1, (off_t)i), 1);
        if (!damaging_noticed(damaged)) fail_msg("byte %zu of %zu is not guarded", i, size);
        assert_int_equal(pwrite(file, bytes + i, 1, (off_t)i), 1);
    }
    for (size_t length = size; length-- > 0;) {
        assert_int_equal(ftruncate(file, (off_t)length), 0);
        if (!damaging_noticed(damaged)) fail_msg("the cut to %zu bytes is not noticed", length);
    }
    close(file);
}
