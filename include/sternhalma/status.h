// SPDX-License-Identifier: MIT
// How every function of the library says how it went.
//
// A function that can fail returns sh_status and must not be ignored. Functions that read input
// from people or files also take an sh_error, which may be NULL; on failure it holds one sentence
// that says what was wrong and what would be right. The library never prints and never exits.
// Status values double as the exit codes of the command line (SH_INTERRUPTED becomes 130).
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#define SH_NODISCARD __attribute__((warn_unused_result))
#define SH_API __attribute__((visibility("default")))

typedef enum sh_status {
    SH_OK = 0,          // fine
    SH_NO = 1,          // the question was understood and the answer is no
    SH_USAGE = 2,       // the caller asked for something that does not exist
    SH_DATA = 3,        // a position, move or file is malformed, illegal or damaged
    SH_RESOURCES = 4,   // out of memory, disk, or an operating system call failed
    SH_INTERRUPTED = 5, // stopped on request, state saved where that was promised
} sh_status;

typedef struct sh_error {
    sh_status status;
    char text[512];
} sh_error;

// Fills `error` (which may be NULL) from a printf format.
SH_API void sh_error_set(sh_error *error, sh_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The same, and its value is `status` (evaluated twice). A macro, so that compilers and analysers
// see what a function returns that fails.
#define sh_fail(error, status, ...) (sh_error_set((error), (status), __VA_ARGS__), (status))

// The version of the library: "0.2.0".
SH_API const char *sh_version(void);

// The word for a status: "ok", "no", "usage", "data", "resources", "interrupted".
SH_API const char *sh_status_name(sh_status status);

#ifdef __cplusplus
}
#endif
