// SPDX-License-Identifier: MIT
// Mapped files that are cut off, and signals that are not a mapping's.
#include "test.h"

#include <signal.h>   // raise
#include <sys/wait.h> // waitpid
#include <unistd.h>   // ftruncate

#include "base/mapping.h"

enum { PAGES = 5 };

// A nameless file of some pages, each full of its number and one.
static int make_file(size_t page) {
    char name[] = "/tmp/sternhalma-mapping-XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    unlink(name);
    uint8_t *bytes = malloc(page);
    for (int i = 0; i < PAGES; i++) {
        memset(bytes, i + 1, page);
        assert_int_equal(write(file, bytes, page), page);
    }
    free(bytes);
    return file;
}

static void test_cut_off(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int file = make_file(page);
    sh_mapping mapping, other;
    assert_int_equal(sh_mapping_open(&mapping, file, PAGES * page - 7, 255, NULL), SH_OK);
    assert_int_equal(sh_mapping_open(&other, file, PAGES * page, 9, NULL), SH_OK);
    for (size_t i = 0; i < PAGES; i++) assert_int_equal(mapping.bytes[i * page], i + 1);
    assert_int_equal(ftruncate(file, (off_t)(2 * page)), 0);
    for (size_t i = 0; i < PAGES; i++) {
        assert_int_equal(mapping.bytes[i * page + 100], i < 2 ? i + 1 : 255);
        assert_int_equal(other.bytes[i * page + 100], i < 2 ? i + 1 : 9);
    }
    sh_mapping_close(&mapping);
    assert_null(mapping.bytes);
    sh_mapping_close(&mapping); // nothing is left to do
    sh_mapping_close(&other);
    close(file);
}

// How a child ends that maps a file and then does something.
static int end_of(void (*action)(const sh_mapping *mapping, int file)) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int file = make_file(page), how;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sh_mapping mapping;
        signal(SIGBUS, SIG_DFL); // not the handler of the tests
        if (sh_mapping_open(&mapping, file, PAGES * page, 255, NULL)) _exit(99);
        action(&mapping, file);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    close(file);
    return how;
}

static void send_signal(const sh_mapping *mapping, int file) {
    (void)mapping;
    (void)file;
    raise(SIGBUS);
}

static void cut_and_read(const sh_mapping *mapping, int file) {
    if (ftruncate(file, 0)) _exit(98);
    _exit(mapping->bytes[0]);
}

// A signal that no mapping has caused still ends the process; one that a mapping has does not.
static void test_other_signals(void **state) {
    (void)state;
    int how = end_of(send_signal);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGBUS);
    how = end_of(cut_and_read);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 255);
}

static void test_refused(void **state) {
    (void)state;
    sh_mapping mapping;
    sh_error error = {.text = ""};
    assert_int_equal(sh_mapping_open(&mapping, -1, 4096, 0, &error), SH_RESOURCES);
    assert_null(mapping.bytes);
    assert_string_not_equal(error.text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut_off),
                                       cmocka_unit_test(test_other_signals),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
