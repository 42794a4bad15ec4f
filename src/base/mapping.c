// SPDX-License-Identifier: MIT
// See mapping.h. A handler of a signal has no memory but that of the process, so this file has what
// no other has: variables of its own. `slots` says where mappings lie; the handler only reads them.
// It is set with the first mapping and taken back with the last, and never takes another's place.
#include "base/mapping.h"

#include <errno.h>     // errno
#include <pthread.h>   // pthread_mutex_lock
#include <signal.h>    // sigaction
#include <stdatomic.h> // atomic_load
#include <stdbool.h>   // bool
#include <stdlib.h>    // malloc
#include <string.h>    // memset
#include <sys/mman.h>  // mmap
#include <unistd.h>    // pread

enum { SLOTS = 4096, NO_SLOT = -1 };

typedef struct mapping_slot {
    _Atomic uintptr_t start, end; // end 0: free
    _Atomic uint8_t gone;
} mapping_slot;

static mapping_slot slots[SLOTS];
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER; // slots and the handler
static int used;                                             // slots

// While a slot is looked at its mapping may be closed and another take its place: it counts where
// it began and ended the same before and after.
static const mapping_slot *find_slot(uintptr_t address) {
    for (const mapping_slot *s = slots; s < slots + SLOTS; s++) {
        uintptr_t end = atomic_load(&s->end), start = atomic_load(&s->start);
        if (start <= address && address < end && atomic_load(&s->end) == end) return s;
    }
    return NULL;
}

// Puts a page of memory in place of one that is gone, filled before any thread sees it.
static bool replace_page(uintptr_t address, uint8_t gone) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *at = (void *)(address / page * page); // NOLINT(performance-no-int-to-ptr)
    void *fresh = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) return false;
    memset(fresh, gone, page);
    return mremap(fresh, page, page, MREMAP_MAYMOVE | MREMAP_FIXED, at) != MAP_FAILED;
}

// What is not a mapping's fault ends the process, as it would have without this handler: a signal
// that was sent is sent again, an access that failed is made again.
static void on_bus_error(int number, siginfo_t *info, void *context) {
    int kept = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    const mapping_slot *slot = info->si_code > 0 ? find_slot(address) : NULL;
    if (!slot || !replace_page(address, atomic_load(&slot->gone))) {
        signal(number, SIG_DFL);
        if (info->si_code <= 0) raise(number);
    }
    errno = kept;
}

// Is SIGBUS ours, or nobody's, so that it can be? Called with `changing` held, as those below.
static bool have_handler(void) {
    struct sigaction now,
        ours = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGBUS, NULL, &now)) return false;
    if (now.sa_flags & SA_SIGINFO) return now.sa_sigaction == on_bus_error;
    return now.sa_handler == SIG_DFL && sigaction(SIGBUS, &ours, NULL) == 0;
}

static void drop_handler(void) {
    struct sigaction now;
    if (sigaction(SIGBUS, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO &&
        now.sa_sigaction == on_bus_error)
        signal(SIGBUS, SIG_DFL);
}

static int find_free(void) {
    for (int i = 0; i < SLOTS; i++)
        if (!atomic_load(&slots[i].end)) return i;
    return NO_SLOT;
}

// Maps a file where a fault can be caught.
static bool map_file(sh_mapping *mapping, int file, uint8_t gone) {
    pthread_mutex_lock(&changing);
    int slot = have_handler() ? find_free() : NO_SLOT;
    void *bytes = MAP_FAILED;
    if (slot != NO_SLOT) bytes = mmap(NULL, mapping->size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
        atomic_store(&slots[slot].gone, gone);
        atomic_store(&slots[slot].start, (uintptr_t)bytes);
        atomic_store(&slots[slot].end, (uintptr_t)bytes + mapping->size);
        mapping->bytes = bytes;
        mapping->slot = slot;
        used++;
    } else if (!used) {
        drop_handler();
    }
    pthread_mutex_unlock(&changing);
    return mapping->bytes != NULL;
}

static sh_status read_file(sh_mapping *mapping, int file, sh_error *error) {
    uint8_t *bytes = malloc(mapping->size);
    if (!bytes) return sh_fail(error, SH_RESOURCES, "no memory for a file");
    for (size_t done = 0; done < mapping->size;) {
        ssize_t more = pread(file, bytes + done, mapping->size - done, (off_t)done);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            free(bytes);
            return sh_fail(error, SH_DATA, "a file cannot be read to its end");
        }
        done += (size_t)more;
    }
    mapping->bytes = bytes;
    return SH_OK;
}

sh_status sh_mapping_open(sh_mapping *mapping, int file, size_t size, uint8_t gone,
                          sh_error *error) {
    *mapping = (sh_mapping){.size = size, .slot = NO_SLOT};
    return map_file(mapping, file, gone) ? SH_OK : read_file(mapping, file, error);
}

static void unmap(sh_mapping *mapping) {
    pthread_mutex_lock(&changing);
    atomic_store(&slots[mapping->slot].end, 0);
    munmap((void *)mapping->bytes, mapping->size);
    if (--used == 0) drop_handler();
    pthread_mutex_unlock(&changing);
}

void sh_mapping_close(sh_mapping *mapping) {
    if (!mapping->bytes) return;
    if (mapping->slot == NO_SLOT)
        free((void *)mapping->bytes);
    else
        unmap(mapping);
    *mapping = (sh_mapping){0};
}
