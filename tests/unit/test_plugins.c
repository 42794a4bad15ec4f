// SPDX-License-Identifier: MIT
// Plugins: NVIDIA's library is left alone on a machine without its driver, and a system that gives
// no reason still makes a sentence.
#include "test.h"

#include <dlfcn.h>  // dlopen
#include <errno.h>  // ENOENT
#include <unistd.h> // access

#include "base/plugins.h"
#include "solve/cuda/runtime.h"

// These stand before those of the C library for the whole program.
static bool driver_there;
static int libraries_asked_for;

int access(const char *name, int how) {
    (void)how;
    if (driver_there && !strcmp(name, "/dev/nvidiactl")) return 0;
    errno = ENOENT;
    return -1;
}

void *dlopen(const char *name, int how) {
    (void)name;
    (void)how;
    libraries_asked_for++;
    return NULL;
}

char *dlerror(void) { return NULL; }

static void without_a_driver_nothing_is_loaded(void **state) {
    (void)state;
    sh_error error = {.text = ""};
    driver_there = false;
    assert_null(sh_gpu_load(&error));
    assert_int_equal(libraries_asked_for, 0);
    assert_non_null(strstr(error.text, "driver"));
    driver_there = true;
    assert_null(sh_gpu_load(&error));
    assert_true(libraries_asked_for > 0);
}

static void no_reason_is_a_sentence(void **state) {
    (void)state;
    sh_error error = {.text = ""};
    driver_there = true;
    assert_non_null(sh_plugin_error());
    assert_null(sh_gpu_load(&error));
    assert_non_null(strstr(error.text, sh_plugin_error()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_driver_nothing_is_loaded),
        cmocka_unit_test(no_reason_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
