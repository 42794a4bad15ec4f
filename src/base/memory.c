// SPDX-License-Identifier: MIT
// Mappings start at a multiple of 2 MB and are advised to use huge pages: one page fault and one
// TLB entry for 512 small pages. What is left at the end, and mappings smaller than that, come in
// small pages: nothing is resident that was not asked for.
#include "base/memory.h"

#include <ctype.h>        // tolower
#include <stdbool.h>      // bool
#include <stdint.h>       // uintptr_t
#include <stdio.h>        // fopen
#include <stdlib.h>       // strtod
#include <string.h>       // strncmp
#include <sys/mman.h>     // mmap
#include <sys/resource.h> // getrusage
#include <unistd.h>       // sysconf

#include "base/group_limits.h"

static const size_t PAGE = 4096, HUGE_PAGE = (size_t)2 << 20;

static size_t whole_pages(size_t bytes) { return bytes ? (bytes + PAGE - 1) / PAGE * PAGE : PAGE; }

void *sh_memory_map(size_t bytes) {
    size_t size = whole_pages(bytes);
    bool huge = size >= HUGE_PAGE;
    size_t reserved = huge ? size + HUGE_PAGE : size;
    char *start = mmap(NULL, reserved, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return NULL;
    if (!huge) return start;
    char *aligned = (char *)(((uintptr_t)start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (aligned > start) munmap(start, (size_t)(aligned - start));
    char *end = start + reserved;
    if (end > aligned + size) munmap(aligned + size, (size_t)(end - aligned) - size);
    madvise(aligned, size, MADV_HUGEPAGE);
    return aligned;
}

void sh_memory_unmap(void *memory, size_t bytes) {
    if (memory) munmap(memory, whole_pages(bytes));
}

void sh_memory_shrink(void *memory, size_t bytes, size_t keep) {
    size_t size = whole_pages(bytes), kept = whole_pages(keep);
    if (kept < size) munmap((char *)memory + kept, size - kept);
}

typedef struct touch {
    volatile char *memory;
    size_t bytes;
} touch;

static void touch_page(void *context, size_t index, int worker) {
    touch *t = context;
    size_t end = (index + 1) * HUGE_PAGE < t->bytes ? (index + 1) * HUGE_PAGE : t->bytes;
    for (size_t at = index * HUGE_PAGE; at < end; at += PAGE) t->memory[at] = 0;
}

void sh_memory_touch(sh_pool *pool, void *memory, size_t bytes) {
    touch t = {memory, bytes};
    sh_pool_run(pool, (bytes + HUGE_PAGE - 1) / HUGE_PAGE, touch_page, &t);
}

// A number behind a key of /proc/meminfo, in bytes, or what the kernel says where that file cannot
// be read: sysinfo, which knows of no memory that could be freed.
static size_t meminfo(const char *key, size_t pages) {
    FILE *file = fopen("/proc/meminfo", "r");
    if (!file) return pages * (size_t)sysconf(_SC_PAGESIZE);
    char line[256];
    unsigned long long kilobytes = 0;
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, key, strlen(key)) && line[strlen(key)] == ':')
            kilobytes = strtoull(line + strlen(key) + 1, NULL, 10);
    fclose(file);
    return kilobytes ? (size_t)kilobytes * 1024 : pages * (size_t)sysconf(_SC_PAGESIZE);
}

size_t sh_memory_total(void) {
    sh_group_limits limits;
    sh_group_limits_read(&limits, "");
    size_t machine = meminfo("MemTotal", (size_t)sysconf(_SC_PHYS_PAGES));
    return limits.memory < machine ? limits.memory : machine;
}

size_t sh_memory_available(void) {
    sh_group_limits limits;
    sh_group_limits_read(&limits, "");
    size_t machine = meminfo("MemAvailable", (size_t)sysconf(_SC_AVPHYS_PAGES));
    return limits.available < machine ? limits.available : machine;
}

size_t sh_memory_peak(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

void sh_memory_print(double bytes, char *text) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
    int unit = 0;
    while (bytes >= 999.5 && unit < 8) {
        bytes /= 1000;
        unit++;
    }
    snprintf(text, 32, unit && bytes < 99.95 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

sh_status sh_memory_parse(size_t *bytes, const char *text, sh_error *error) {
    char *rest;
    double number = strtod(text, &rest);
    static const char letters[] = "kmgt";
    int power = 0;
    double base = 1000;
    for (int i = 0; i < 4; i++)
        if (tolower((unsigned char)*rest) == letters[i]) power = i + 1;
    if (power) rest++;
    if (power && (*rest == 'i' || *rest == 'I')) {
        base = 1024;
        rest++;
    }
    if (*rest == 'b' || *rest == 'B') rest++;
    while (power--) number *= base;
    if (rest == text || *rest || !(number >= 1 && number < 1e18))
        return sh_fail(error, SH_USAGE, "'%s' is not a size; write 500M, 6GB or 1.5GiB", text);
    *bytes = (size_t)number;
    return SH_OK;
}
