// SPDX-License-Identifier: MIT
// See mapping.h. A handler of a signal has no memory but that of the process, so this file has what
// no other has: variables of its own. `slots` says where mappings lie; the handler only reads them.
#include "base/mapping.h"

#include <errno.h>     // errno
#include <pthread.h>   // pthread_mutex_lock
#include <signal.h>    // sigaction
#include <stdatomic.h> // atomic_compare_exchange_strong
#include <stdbool.h>   // bool
#include <string.h>    // memset
#include <sys/mman.h>  // mmap
#include <unistd.h>    // sysconf

enum { SLOTS = 4096 };

typedef struct mapping_slot {
    _Atomic uintptr_t start; // 0: free
    _Atomic uintptr_t end;
    _Atomic uint8_t gone;
} mapping_slot;

static mapping_slot slots[SLOTS];
static struct sigaction previous; // handler
static pthread_mutex_t setting = PTHREAD_MUTEX_INITIALIZER;

static const mapping_slot *find_slot(uintptr_t address) {
    for (const mapping_slot *s = slots; s < slots + SLOTS; s++)
        if (atomic_load(&s->start) <= address && address < atomic_load(&s->end)) return s;
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

// What would have happened without a handler here.
static void pass_on(int number, siginfo_t *info, void *context) {
    if (previous.sa_flags & SA_SIGINFO) {
        previous.sa_sigaction(number, info, context);
    } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
        previous.sa_handler(number);
    } else {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void on_bus_error(int number, siginfo_t *info, void *context) {
    int kept = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    const mapping_slot *slot = info->si_code > 0 ? find_slot(address) : NULL;
    if (!slot || !replace_page(address, atomic_load(&slot->gone))) pass_on(number, info, context);
    errno = kept;
}

// Others may have set a handler of theirs since the last mapping.
static bool set_handler(void) {
    struct sigaction now, ours = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigemptyset(&ours.sa_mask);
    pthread_mutex_lock(&setting);
    bool set = sigaction(SIGBUS, NULL, &now) == 0;
    if (set && !(now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_bus_error)) {
        previous = now;
        set = sigaction(SIGBUS, &ours, NULL) == 0;
    }
    pthread_mutex_unlock(&setting);
    return set;
}

// A slot for a mapping; -1 where there is none.
static int take_slot(uintptr_t start, size_t size, uint8_t gone) {
    for (int i = 0; i < SLOTS; i++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&slots[i].start, &none, start)) continue;
        atomic_store(&slots[i].gone, gone);
        atomic_store(&slots[i].end, start + size);
        return i;
    }
    return -1;
}

sh_status sh_mapping_open(sh_mapping *mapping, int file, size_t size, uint8_t gone,
                          sh_error *error) {
    *mapping = (sh_mapping){.size = size};
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return sh_fail(error, SH_RESOURCES, "cannot map a file: %s", strerror(errno));
    mapping->slot = set_handler() ? take_slot((uintptr_t)bytes, size, gone) : -1;
    if (mapping->slot < 0) {
        munmap(bytes, size);
        return sh_fail(error, SH_RESOURCES, "no more than %d files can be mapped", SLOTS);
    }
    mapping->bytes = bytes;
    return SH_OK;
}

void sh_mapping_close(sh_mapping *mapping) {
    if (!mapping->bytes) return;
    mapping_slot *slot = &slots[mapping->slot];
    atomic_store(&slot->end, 0);
    atomic_store(&slot->start, 0);
    munmap((void *)mapping->bytes, mapping->size);
    *mapping = (sh_mapping){0};
}
