// SPDX-License-Identifier: MIT
// Mapped files that are cut off, and signals that are not a mapping's.
#include "test.h"

#include <pthread.h>  // pthread_create
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

static struct sigaction handler(void) {
    struct sigaction now;
    assert_int_equal(sigaction(SIGBUS, NULL, &now), 0);
    return now;
}

static void test_cut_off(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int file = make_file(page);
    sh_mapping mapping, other;
    signal(SIGBUS, SIG_DFL); // not the handler of the tests
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
    assert_true(handler().sa_flags & SA_SIGINFO);
    sh_mapping_close(&other);
    assert_ptr_equal(handler().sa_handler, SIG_DFL); // taken back with the last mapping
    close(file);
}

static volatile sig_atomic_t foreign_calls;

static void count_call(int number) {
    (void)number;
    foreign_calls++;
}

// A handler of somebody else stays, and the bytes are safe in memory; so with SIG_IGN.
static void test_left_alone(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void (*const theirs[])(int) = {count_call, SIG_IGN};
    for (int i = 0; i < 2; i++) {
        int file = make_file(page);
        sh_mapping mapping;
        foreign_calls = 0;
        signal(SIGBUS, theirs[i]);
        assert_int_equal(sh_mapping_open(&mapping, file, PAGES * page, 255, NULL), SH_OK);
        assert_ptr_equal(handler().sa_handler, theirs[i]);
        assert_int_equal(ftruncate(file, 0), 0);
        for (size_t at = 0; at < PAGES; at++) assert_int_equal(mapping.bytes[at * page], at + 1);
        sh_mapping_close(&mapping);
        raise(SIGBUS); // still theirs
        assert_int_equal(foreign_calls, theirs[i] == count_call);
        // A file that is shorter than it was said to be.
        assert_int_equal(sh_mapping_open(&mapping, file, page, 255, NULL), SH_DATA);
        assert_null(mapping.bytes);
        close(file);
    }
    signal(SIGBUS, SIG_DFL);
}

// Opens, cuts off, reads and closes again and again.
static void *churn(void *failed) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < 100; i++) {
        int file = make_file(page);
        sh_mapping mapping;
        const uint8_t gone = (uint8_t)(100 + i % 50);
        if (sh_mapping_open(&mapping, file, PAGES * page, gone, NULL)) return failed;
        if (ftruncate(file, (off_t)page)) return failed;
        for (size_t at = 0; at < PAGES; at++)
            if (mapping.bytes[at * page + 5] != (at ? gone : 1)) return failed;
        sh_mapping_close(&mapping);
        close(file);
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t threads[4];
    signal(SIGBUS, SIG_DFL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, churn, threads), 0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_ptr_equal(handler().sa_handler, SIG_DFL);
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

static struct sigaction before;

// As a crash reporter does: what it does not know is for the one before.
static void pass_on(int number, siginfo_t *info, void *context) {
    if (++foreign_calls > 2) _exit(97); // passed round in a circle
    before.sa_sigaction(number, info, context);
}

// A handler that is set after ours is not replaced by the next mapping, and ours hears of the rest.
static void handle_later(const sh_mapping *mapping, int file) {
    sh_mapping other;
    struct sigaction theirs = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO};
    foreign_calls = 0;
    if (sigaction(SIGBUS, &theirs, &before)) _exit(96);
    if (sh_mapping_open(&other, file, mapping->size, 9, NULL)) _exit(95);
    if (handler().sa_sigaction != pass_on) _exit(94);
    if (ftruncate(file, 0)) _exit(93);
    if (other.bytes[0] != 1 || mapping->bytes[0] != 255 || foreign_calls != 1) _exit(92);
    raise(SIGBUS);
}

// A signal that no mapping has caused still ends the process; one that a mapping has does not.
static void test_other_signals(void **state) {
    (void)state;
    int how = end_of(send_signal);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGBUS);
    how = end_of(cut_and_read);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 255);
    how = end_of(handle_later);
    assert_int_equal(WIFEXITED(how) ? WEXITSTATUS(how) : 0, 0);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGBUS);
}

static void test_refused(void **state) {
    (void)state;
    sh_mapping mapping;
    sh_error error = {.text = ""};
    assert_int_equal(sh_mapping_open(&mapping, -1, 4096, 0, &error), SH_DATA);
    assert_null(mapping.bytes);
    assert_string_not_equal(error.text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_off), cmocka_unit_test(test_left_alone),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_other_signals),
        cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
