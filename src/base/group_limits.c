// SPDX-License-Identifier: MIT
// See group_limits.h. /proc/self/cgroup says which group this process is in, a line for each
// hierarchy: "0::/path" in version 2, "4:memory:/path" in version 1. /proc/self/mountinfo says
// where that hierarchy is mounted, and which of its groups is the mounted one: in a container
// rarely the top.
#include "base/group_limits.h"

#include <limits.h>  // PATH_MAX, INT_MAX
#include <stdbool.h> // bool
#include <stdint.h>  // SIZE_MAX
#include <stdio.h>   // fopen
#include <stdlib.h>  // strtoull
#include <string.h>  // strcmp

enum { LINE = PATH_MAX + 512 };

typedef enum kind { VERSION_2, MEMORY_1, CPU_1, KINDS } kind;

static const char *const CONTROLLER[KINDS] = {"", "memory", "cpu"};

// A hierarchy: where it is mounted and, in there, this process's group.
typedef struct hierarchy {
    char mount[PATH_MAX], top[PATH_MAX]; // top: the group that is mounted
    char group[PATH_MAX];
    bool mounted, known;
} hierarchy;

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ',')) return true;
    return false;
}

static FILE *open_below(const char *root, const char *name) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s%s", root, name);
    return fopen(path, "re");
}

static void read_groups(hierarchy h[KINDS], const char *root) {
    char line[LINE];
    FILE *file = open_below(root, "/proc/self/cgroup");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path) continue;
        *path++ = '\0';
        names++;
        for (int i = 0; i < KINDS; i++)
            if (i == VERSION_2 ? !*names : has_word(names, CONTROLLER[i]))
                h[i].known = snprintf(h[i].group, PATH_MAX, "%s", path) < PATH_MAX;
    }
    if (file) fclose(file);
}

// "31 23 0:28 TOP MOUNT options … - TYPE source OPTIONS"; the first mount of a hierarchy counts.
static void read_mounts(hierarchy h[KINDS], const char *root) {
    char line[LINE], top[LINE], mount[LINE], type[32], options[LINE];
    FILE *file = open_below(root, "/proc/self/mountinfo");
    while (file && fgets(line, sizeof line, file)) {
        const char *rest = strstr(line, " - ");
        if (!rest || sscanf(rest, " - %31s %*s %s", type, options) != 2 ||
            sscanf(line, "%*s %*s %*s %s %s", top, mount) != 2)
            continue;
        for (int i = 0; i < KINDS; i++) {
            if (h[i].mounted || strcmp(type, i == VERSION_2 ? "cgroup2" : "cgroup") != 0) continue;
            if (i != VERSION_2 && !has_word(options, CONTROLLER[i])) continue;
            h[i].mounted =
                snprintf(h[i].top, PATH_MAX, "%s", strcmp(top, "/") ? top : "") < PATH_MAX &&
                snprintf(h[i].mount, PATH_MAX, "%s", mount) < PATH_MAX;
        }
    }
    if (file) fclose(file);
}

// Reads the first line of a group's file. False: it cannot be read.
static bool read_line(const char *folder, const char *name, char line[128]) {
    FILE *file = open_below(folder, name);
    bool there = file && fgets(line, 128, file);
    if (file) fclose(file);
    return there;
}

// A count, or SIZE_MAX where the file does not exist or says "max".
static size_t read_count(const char *folder, const char *name) {
    char line[128];
    if (!read_line(folder, name, line) || line[0] < '0' || line[0] > '9') return SIZE_MAX;
    return (size_t)strtoull(line, NULL, 10);
}

// The number behind a key of memory.stat.
static size_t read_statistic(const char *folder, const char *key) {
    char line[128];
    size_t value = 0, length = strlen(key);
    FILE *file = open_below(folder, "/memory.stat");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, length) && line[length] == ' ')
            value = (size_t)strtoull(line + length, NULL, 10);
    if (file) fclose(file);
    return value;
}

static void limit_memory(sh_group_limits *limits, const char *folder, bool old) {
    size_t most = read_count(folder, old ? "/memory.limit_in_bytes" : "/memory.max");
    size_t used = read_count(folder, old ? "/memory.usage_in_bytes" : "/memory.current");
    if (most < limits->memory) limits->memory = most;
    if (most == SIZE_MAX || used == SIZE_MAX) return;
    size_t spare = read_statistic(folder, old ? "total_inactive_file" : "inactive_file");
    used -= spare < used ? spare : used;
    size_t left = used < most ? most - used : 0;
    if (left < limits->available) limits->available = left;
}

static void limit_cpus(sh_group_limits *limits, const char *folder, bool old) {
    unsigned long long quota = 0, period = 0;
    char line[128];
    if (old) {
        size_t of = read_count(folder, "/cpu.cfs_quota_us"); // -1: none
        size_t each = read_count(folder, "/cpu.cfs_period_us");
        if (of == SIZE_MAX || each == SIZE_MAX) return;
        quota = of;
        period = each;
    } else if (!read_line(folder, "/cpu.max", line) ||
               sscanf(line, "%llu %llu", &quota, &period) != 2) // "max 100000"
        return;
    if (quota == 0 || period == 0) return;
    unsigned long long cpus = (quota - 1) / period + 1;
    if (cpus < (unsigned long long)limits->cpus) limits->cpus = (int)cpus;
}

// The group and all above it, up to the one that is mounted.
static void limit_all(sh_group_limits *limits, hierarchy *h, kind kind, const char *root) {
    size_t top = strlen(h->top);
    bool below = !strncmp(h->group, h->top, top) && (h->group[top] == '/' || !h->group[top]);
    char *group = below ? h->group + top : h->group + strlen(h->group); // else the mounted one
    for (;;) {
        char folder[3 * PATH_MAX];
        size_t length = strlen(group);
        if (length && group[length - 1] == '/') group[--length] = '\0';
        snprintf(folder, sizeof folder, "%s%s%s", root, h->mount, group);
        if (kind != CPU_1) limit_memory(limits, folder, kind == MEMORY_1);
        if (kind != MEMORY_1) limit_cpus(limits, folder, kind == CPU_1);
        char *last = strrchr(group, '/');
        if (!last) return;
        *last = '\0';
    }
}

void sh_group_limits_read(sh_group_limits *limits, const char *root) {
    *limits = (sh_group_limits){.memory = SIZE_MAX, .available = SIZE_MAX, .cpus = INT_MAX};
    hierarchy *h = calloc(KINDS, sizeof *h);
    if (!h) return;
    read_groups(h, root);
    read_mounts(h, root);
    for (int i = 0; i < KINDS; i++)
        if (h[i].mounted && h[i].known) limit_all(limits, &h[i], (kind)i, root);
    free(h);
}
