// SPDX-License-Identifier: MIT
// One call that fails: a library for LD_PRELOAD that stands between a program and the C library.
//
// Calls are of kinds: `alloc` (malloc and its relatives, mmap), `open`, `read`, `write`, `sync`,
// `name` (rename, link, unlink, folders), `size` (ftruncate, fallocate), `stat`, `close`, `thread`
// and `socket`. From the first instruction of main on, each kind is counted by an atomic number, so
// that a program with one thread makes the same calls in the same order every time. The environment
// says what is to happen:
//
//   SH_FAULT=KIND:N:once   the Nth call of this kind fails
//   SH_FAULT=KIND:N:on     this one and all later ones fail
//   SH_FAULT_TRACE=FILE    filled with a record of each call: kind, number, and a hash of where it
//                          came from, so that calls of one place can be told from those of another
//   SH_FAULT_REPORT=FILE   written at the end: a line `KIND COUNT` for each kind, and a line
//                          `fired ERRNO ADDRESS…` for the first failure, with the callers' places
//                          in the program, which addr2line knows
//
// A call that fails does nothing and sets the errno of its kind; close does its work and then
// fails. Processes that the program starts do not inherit the library. Inside the C library a
// stream reads and writes without these functions, so the functions of streams that the program
// uses stand here as well; a stream that cannot be read or flushed has its flag of errors set.
#include <dirent.h>     // scandir
#include <dlfcn.h>      // dlsym
#include <errno.h>      // errno
#include <execinfo.h>   // backtrace
#include <fcntl.h>      // open
#include <pthread.h>    // pthread_create
#include <stdarg.h>     // va_arg
#include <stdatomic.h>  // atomic_fetch_add
#include <stdbool.h>    // bool
#include <stdint.h>     // uintptr_t
#include <stdio.h>      // FILE
#include <stdlib.h>     // getenv
#include <string.h>     // strcmp
#include <sys/mman.h>   // mmap
#include <sys/socket.h> // accept4
#include <sys/stat.h>   // stat
#include <sys/uio.h>    // readv
#include <unistd.h>     // read

typedef enum kind {
    ALLOC,
    OPEN,
    READ,
    WRITE,
    SYNC,
    NAME,
    SIZE,
    STAT,
    CLOSE,
    THREAD,
    SOCKET,
    KINDS
} kind;

static const struct {
    const char *name;
    int why;
} kinds[KINDS] = {
    [ALLOC] = {"alloc", ENOMEM},   [OPEN] = {"open", EMFILE},      [READ] = {"read", EIO},
    [WRITE] = {"write", ENOSPC},   [SYNC] = {"sync", EIO},         [NAME] = {"name", EIO},
    [SIZE] = {"size", ENOSPC},     [STAT] = {"stat", EIO},         [CLOSE] = {"close", EIO},
    [THREAD] = {"thread", EAGAIN}, [SOCKET] = {"socket", ENOBUFS},
};

enum { FRAMES = 24, NEAR = 9, TRACED = 1 << 20 }; // NEAR: frames that tell places apart
typedef struct record {
    uint32_t kind, number;
    uint64_t place;
} record;
// The state of a process; a library that is loaded before the program has no other place for it.
static struct {
    atomic_bool begun, fired;
    atomic_ulong counts[KINDS];
    kind which;
    unsigned long at;
    bool on;
    char report[4096];
    void *frames[FRAMES];
    int depth;
    uintptr_t base; // where the program was loaded
    record *trace;  // or NULL
    atomic_ulong traced;
} faults;
static _Thread_local bool inside; // the library itself calls

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}
// A function of the C library under its own type.
#define REAL(function) ((__typeof__(&function))real(#function))

static void fire(void) {
    bool first = false;
    if (!atomic_compare_exchange_strong(&faults.fired, &first, true)) return;
    inside = true;
    faults.depth = backtrace(faults.frames, FRAMES);
    inside = false;
}

static void trace(kind kind, unsigned long number) {
    unsigned long at = atomic_fetch_add(&faults.traced, 1);
    if (at >= TRACED) return;
    void *frames[NEAR];
    inside = true;
    int depth = backtrace(frames, NEAR);
    inside = false;
    uint64_t place = 0;
    for (int i = 0; i < depth; i++)
        place = (place ^ (uint64_t)(uintptr_t)frames[i]) * 0x9E3779B97F4A7C15u,
        place ^= place >> 29;
    faults.trace[at] = (record){kind, (uint32_t)number, place};
}

// Does this call fail? Then errno says why.
static bool fails(kind kind) {
    if (!atomic_load(&faults.begun) || inside) return false;
    unsigned long number = atomic_fetch_add(&faults.counts[kind], 1) + 1;
    if (faults.trace) trace(kind, number);
    if (kind != faults.which || !faults.at) return false;
    if (number != faults.at && !(faults.on && number > faults.at)) return false;
    fire();
    errno = kinds[kind].why;
    return true;
}

static void read_plan(void) {
    const char *plan = getenv("SH_FAULT"), *report = getenv("SH_FAULT_REPORT");
    if (report) snprintf(faults.report, sizeof faults.report, "%s", report);
    char name[16], how[8];
    if (plan && sscanf(plan, "%15[a-z]:%lu:%7s", name, &faults.at, how) == 3) {
        while (faults.which < KINDS && strcmp(name, kinds[faults.which].name) != 0) faults.which++;
        faults.on = strcmp(how, "on") == 0;
    }
    const char *trace = getenv("SH_FAULT_TRACE");
    if (trace) {
        int file = open(trace, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        size_t bytes = sizeof(record) * TRACED;
        if (file < 0 || ftruncate(file, (off_t)bytes)) abort();
        faults.trace = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (faults.trace == MAP_FAILED) abort();
        close(file);
    }
    unsetenv("LD_PRELOAD");
    unsetenv("SH_FAULT_TRACE");
    unsetenv("SH_FAULT");
    unsetenv("SH_FAULT_REPORT");
}

__attribute__((constructor)) static void prepare(void) {
    void *frames[2];
    backtrace(frames, 2); // loads what it needs
    read_plan();
}

__attribute__((destructor)) static void report(void) {
    if (!faults.report[0] || !atomic_exchange(&faults.begun, false)) return;
    char text[4096];
    int used = 0;
    for (int i = 0; i < KINDS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %lu\n", kinds[i].name,
                         atomic_load(&faults.counts[i]));
    if (atomic_load(&faults.fired)) {
        used += snprintf(text + used, sizeof text - (size_t)used, "fired");
        for (int i = 0; i < faults.depth; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, " %#lx",
                             (unsigned long)((uintptr_t)faults.frames[i] - faults.base));
        used += snprintf(text + used, sizeof text - (size_t)used, "\n");
    }
    int file = open(faults.report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return;
    (void)!write(file, text, (size_t)used);
    close(file);
}

// Programs that leave in a hurry report as well.
_Noreturn void _exit(int status) {
    report();
    REAL(_exit)(status);
    __builtin_unreachable();
}

typedef int main_function(int, char **, char **);
static main_function *program_main;
static int begin(int count, char **arguments, char **environment) {
    Dl_info about;
    if (dladdr((void *)program_main, &about)) faults.base = (uintptr_t)about.dli_fbase;
    atomic_store(&faults.begun, true);
    return program_main(count, arguments, environment);
}
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);
int __libc_start_main(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                      void *);
int __libc_start_main(main_function *main, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
    program_main = main;
    return ((start_function *)real("__libc_start_main"))(begin, count, arguments, init, fini,
                                                         rtld_fini, stack_end);
}

// Memory. The C library's allocator has second names that need no dlsym, which itself allocates.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { return fails(ALLOC) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(ALLOC) ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails(ALLOC) ? NULL : __libc_realloc(old, size); }
void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (fails(ALLOC)) return NULL;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(old, bytes);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return fails(ALLOC) ? NULL : __libc_memalign(alignment, size);
}
void *memalign(size_t alignment, size_t size) {
    return fails(ALLOC) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (fails(ALLOC)) return ENOMEM;
    void *got = __libc_memalign(alignment, size);
    if (!got) return ENOMEM;
    *memory = got;
    return 0;
}
void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    return fails(ALLOC) ? MAP_FAILED : REAL(mmap)(at, size, protection, flags, file, offset);
}
void *mmap64(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    return fails(ALLOC) ? MAP_FAILED : REAL(mmap)(at, size, protection, flags, file, offset);
}
void *mremap(void *old, size_t size, size_t larger, int flags, ...) {
    va_list list;
    va_start(list, flags);
    void *place = flags & MREMAP_FIXED ? va_arg(list, void *) : NULL;
    va_end(list);
    return fails(ALLOC) ? MAP_FAILED : REAL(mremap)(old, size, larger, flags, place);
}

// Files.
static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}
int open(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return fails(OPEN) ? -1 : REAL(open)(name, flags, mode);
}
int open64(const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return fails(OPEN) ? -1 : REAL(open)(name, flags, mode);
}
int openat(int folder, const char *name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return fails(OPEN) ? -1 : REAL(openat)(folder, name, flags, mode);
}

// A function that hands its arguments on: the type of the result, the function, its kind, the
// result of a failure, parameters and arguments.
#define PASS(type, function, kind, failure, parameters, ...)                                       \
    type function parameters { return fails(kind) ? (failure) : REAL(function)(__VA_ARGS__); }

PASS(FILE *, fopen, OPEN, NULL, (const char *name, const char *mode), name, mode)
PASS(FILE *, fdopen, OPEN, NULL, (int file, const char *mode), file, mode)
PASS(DIR *, opendir, OPEN, NULL, (const char *name), name)
PASS(int, mkstemp, OPEN, -1, (char *name), name)
PASS(int, scandir, OPEN, -1,
     (const char *name, struct dirent ***list, int (*take)(const struct dirent *),
      int (*compare)(const struct dirent **, const struct dirent **)),
     name, list, take, compare)
PASS(ssize_t, pread, READ, -1, (int file, void *bytes, size_t count, off_t at), file, bytes, count,
     at)
PASS(ssize_t, pread64, READ, -1, (int file, void *bytes, size_t count, off_t at), file, bytes,
     count, at)
PASS(ssize_t, readv, READ, -1, (int file, const struct iovec *parts, int count), file, parts, count)
PASS(ssize_t, preadv, READ, -1, (int file, const struct iovec *parts, int count, off_t at), file,
     parts, count, at)
// Other libraries wake their threads through pipes, which do not fail.
static bool from_program(const void *caller) {
    Dl_info about;
    return dladdr(caller, &about) && (uintptr_t)about.dli_fbase == faults.base;
}
ssize_t read(int file, void *bytes, size_t count) {
    if (from_program(__builtin_return_address(0)) && fails(READ)) return -1;
    return REAL(read)(file, bytes, count);
}
ssize_t write(int file, const void *bytes, size_t count) {
    if (from_program(__builtin_return_address(0)) && fails(WRITE)) return -1;
    return REAL(write)(file, bytes, count);
}
PASS(ssize_t, pwrite, WRITE, -1, (int file, const void *bytes, size_t count, off_t at), file, bytes,
     count, at)
PASS(ssize_t, pwrite64, WRITE, -1, (int file, const void *bytes, size_t count, off_t at), file,
     bytes, count, at)
PASS(ssize_t, writev, WRITE, -1, (int file, const struct iovec *parts, int count), file, parts,
     count)
PASS(ssize_t, pwritev, WRITE, -1, (int file, const struct iovec *parts, int count, off_t at), file,
     parts, count, at)
PASS(int, fsync, SYNC, -1, (int file), file)
PASS(int, fdatasync, SYNC, -1, (int file), file)
PASS(int, syncfs, SYNC, -1, (int file), file)
PASS(int, msync, SYNC, -1, (void *at, size_t size, int flags), at, size, flags)
PASS(int, rename, NAME, -1, (const char *from, const char *to), from, to)
PASS(int, renameat, NAME, -1, (int a, const char *from, int b, const char *to), a, from, b, to)
PASS(int, renameat2, NAME, -1, (int a, const char *from, int b, const char *to, unsigned flags), a,
     from, b, to, flags)
PASS(int, link, NAME, -1, (const char *from, const char *to), from, to)
PASS(int, linkat, NAME, -1, (int a, const char *from, int b, const char *to, int flags), a, from, b,
     to, flags)
PASS(int, symlink, NAME, -1, (const char *from, const char *to), from, to)
PASS(int, unlink, NAME, -1, (const char *name), name)
PASS(int, mkdir, NAME, -1, (const char *name, mode_t mode), name, mode)
PASS(int, rmdir, NAME, -1, (const char *name), name)
PASS(int, ftruncate, SIZE, -1, (int file, off_t size), file, size)
PASS(int, ftruncate64, SIZE, -1, (int file, off_t size), file, size)
PASS(int, fallocate, SIZE, -1, (int file, int mode, off_t at, off_t size), file, mode, at, size)
PASS(int, fallocate64, SIZE, -1, (int file, int mode, off_t at, off_t size), file, mode, at, size)
PASS(int, posix_fallocate, SIZE, ENOSPC, (int file, off_t at, off_t size), file, at, size)
PASS(int, stat, STAT, -1, (const char *name, struct stat *about), name, about)
PASS(int, lstat, STAT, -1, (const char *name, struct stat *about), name, about)
PASS(int, fstat, STAT, -1, (int file, struct stat *about), file, about)
PASS(int, access, STAT, -1, (const char *name, int mode), name, mode)
PASS(int, pthread_create, THREAD, EAGAIN,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument),
     thread, attributes, run, argument)
PASS(int, socket, SOCKET, -1, (int domain, int type, int protocol), domain, type, protocol)
PASS(int, listen, SOCKET, -1, (int file, int backlog), file, backlog)
PASS(int, accept4, SOCKET, -1, (int file, struct sockaddr *address, socklen_t *length, int flags),
     file, address, length, flags)
PASS(int, accept, SOCKET, -1, (int file, struct sockaddr *address, socklen_t *length), file,
     address, length)
PASS(ssize_t, recv, SOCKET, -1, (int file, void *bytes, size_t count, int flags), file, bytes,
     count, flags)
PASS(ssize_t, send, SOCKET, -1, (int file, const void *bytes, size_t count, int flags), file, bytes,
     count, flags)

int close(int file) {
    bool failed = fails(CLOSE);
    int why = errno, result = REAL(close)(file);
    if (!failed) return result;
    errno = why;
    return -1;
}

// Streams. glibc keeps the flag of errors in this bit.
enum { STREAM_ERROR = 0x20 };
static bool stream_fails(kind kind, FILE *stream) {
    if (!fails(kind)) return false;
    stream->_flags |= STREAM_ERROR;
    return true;
}
char *fgets(char *line, int room, FILE *stream) {
    return stream_fails(READ, stream) ? NULL : REAL(fgets)(line, room, stream);
}
size_t fread(void *bytes, size_t size, size_t count, FILE *stream) {
    return stream_fails(READ, stream) ? 0 : REAL(fread)(bytes, size, count, stream);
}
ssize_t getline(char **line, size_t *room, FILE *stream) {
    return stream_fails(READ, stream) ? -1 : REAL(getline)(line, room, stream);
}
int fflush(FILE *stream) {
    if (stream == stdout && stream_fails(WRITE, stream)) return EOF;
    return REAL(fflush)(stream);
}
