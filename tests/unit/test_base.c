// SPDX-License-Identifier: MIT
// The ground: threads, memory, sizes.
#include "test.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/group_limits.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/text.h"

typedef struct tally {
    atomic_int seen[1000];
    atomic_int bad_worker;
    int threads;
} tally;

static void mark(void *context, size_t index, int worker) {
    tally *t = context;
    atomic_fetch_add(&t->seen[index], 1);
    if (worker < 0 || worker >= t->threads) atomic_store(&t->bad_worker, 1);
}

static void pool_runs_each_index_once(void **state) {
    for (int threads = 1; threads <= 5; threads++) {
        sh_pool *pool;
        assert_int_equal(sh_pool_open(&pool, threads, NULL), SH_OK);
        assert_int_equal(sh_pool_threads(pool), threads);
        tally *t = calloc(1, sizeof *t);
        t->threads = threads;
        for (int run = 1; run <= 50; run++) {
            sh_pool_run(pool, 1000, mark, t);
            for (int i = 0; i < 1000; i++) assert_int_equal(t->seen[i], run);
        }
        sh_pool_run(pool, 0, mark, t);
        assert_int_equal(t->bad_worker, 0);
        free(t);
        sh_pool_close(pool);
    }
    sh_pool *none;
    assert_int_equal(sh_pool_open(&none, -1, NULL), SH_USAGE);
}

static void sizes_as_text(void **state) {
    static const struct {
        const char *text;
        size_t bytes;
    } good[] = {{"1000", 1000},         {"6GB", 6000000000}, {"512M", 512000000},
                {"1.5GiB", 1610612736}, {"2k", 2000},        {"3kib", 3072}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t bytes;
        assert_int_equal(sh_memory_parse(&bytes, good[i].text, NULL), SH_OK);
        assert_int_equal(bytes, good[i].bytes);
    }
    static const char *const bad[] = {"", "GB", "-1G", "0", "6 GB", "6GBs", "1e40", "nan", "inf"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t bytes;
        assert_int_equal(sh_memory_parse(&bytes, bad[i], NULL), SH_USAGE);
    }
    char text[32];
    sh_memory_print(8.21e9, text);
    assert_string_equal(text, "8.2 GB");
    sh_memory_print(999, text);
    assert_string_equal(text, "999 B");
    sh_memory_print(999.9e6, text);
    assert_string_equal(text, "1.0 GB");
}

static void text_that_may_be_shown(void **state) {
    (void)state;
    static const char *const plain[] = {"",         "sternhalma 1.0, gcc~", "Jürgen’s 𝔰𝔬𝔩𝔳𝔢𝔯",
                                        "\xc2\xa0", "\xed\x9f\xbf",         "\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!sh_text_is_plain(plain[i])) fail_msg("text %zu", i);
    // control characters of one byte and of two; bytes alone, cut off, too long, beyond Unicode
    static const char *const other[] = {"a\033[2J",
                                        "\n",
                                        "\x7f",
                                        "\xc2\x9bm",
                                        "\xff",
                                        "\x80",
                                        "a\xc3",
                                        "\xe2\x82",
                                        "\xf0\x9d\x94",
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xed\xa0\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (sh_text_is_plain(other[i])) fail_msg("text %zu", i);
}

static void memory_is_zero_and_large(void **state) {
    size_t bytes = (size_t)9 << 20;
    uint8_t *memory = sh_memory_map(bytes);
    assert_non_null(memory);
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, 2, NULL), SH_OK);
    sh_memory_touch(pool, memory, bytes);
    sh_pool_close(pool);
    for (size_t i = 0; i < bytes; i += 511) assert_int_equal(memory[i], 0);
    memory[bytes - 1] = 1;
    sh_memory_unmap(memory, bytes);
    assert_true(sh_memory_total() > 0 && sh_memory_available() <= sh_memory_total());
}

// Takes the place of the C library's, for a machine with more CPUs than a cpu_set_t has room for.
static size_t cpus_here; // 0: those there are

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    if (!cpus_here) return (int)syscall(SYS_sched_getaffinity, pid, size, set) < 0 ? -1 : 0;
    if (8 * size < cpus_here) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    for (size_t cpu = 0; cpu < cpus_here; cpu++) CPU_SET_S(cpu, size, set);
    return 0;
}

static void many_cpus_are_counted(void **state) {
    (void)state;
    sh_group_limits limits;
    sh_group_limits_read(&limits, "");
    for (cpus_here = 1000; cpus_here <= 5000; cpus_here += 1000) {
        int count = cpus_here < SH_POOL_MOST ? (int)cpus_here : SH_POOL_MOST;
        assert_int_equal(sh_cpu_count(), count < limits.cpus ? count : limits.cpus);
    }
    cpus_here = 0;
    assert_true(sh_cpu_count() >= 1 && sh_cpu_count() < 1000);
}

static void slow_pext_is_known(void **state) {
    (void)state;
    assert_true(sh_cpu_pext_is_fast("GenuineIntel", 0x306c3));   // Haswell
    assert_true(sh_cpu_pext_is_fast("AuthenticAMD", 0xa20f10));  // Zen 3
    assert_true(sh_cpu_pext_is_fast("AuthenticAMD", 0xb40f40));  // Zen 5
    assert_false(sh_cpu_pext_is_fast("AuthenticAMD", 0x800f11)); // Zen
    assert_false(sh_cpu_pext_is_fast("AuthenticAMD", 0x830f10)); // Zen 2
    assert_false(sh_cpu_pext_is_fast("AuthenticAMD", 0x660f01)); // Excavator
    assert_false(sh_cpu_pext_is_fast("HygonGenuine", 0x900f01));
}

// A file of a tree that stands for /, with its folders.
static void put_file(const char *root, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0777);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_tree(const char *root) {
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    assert_int_equal(system(command), 0);
}

// Version 2: the limits of the group and of all above it count, the tightest of each kind.
static void limits_of_version_2(void **state) {
    (void)state;
    char root[] = "/tmp/sternhalma-limits-XXXXXX";
    sh_group_limits limits;
    assert_non_null(mkdtemp(root));
    sh_group_limits_read(&limits, root); // nothing there
    assert_true(limits.memory == SIZE_MAX && limits.available == SIZE_MAX);
    assert_int_equal(limits.cpus, INT_MAX);
    put_file(root, "/proc/self/cgroup", "0::/batch/job/step\n");
    put_file(root, "/proc/self/mountinfo",
             "23 1 0:21 / /sys rw - sysfs sysfs rw\n"
             "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    put_file(root, "/sys/fs/cgroup/batch/memory.max", "8000000000\n");
    put_file(root, "/sys/fs/cgroup/batch/memory.current", "7000000000\n");
    put_file(root, "/sys/fs/cgroup/batch/memory.stat", "anon 5\ninactive_file 500000000\nfile 9\n");
    put_file(root, "/sys/fs/cgroup/batch/cpu.max", "250000 100000\n");
    put_file(root, "/sys/fs/cgroup/batch/job/memory.max", "max\n");
    put_file(root, "/sys/fs/cgroup/batch/job/memory.current", "1000\n");
    put_file(root, "/sys/fs/cgroup/batch/job/cpu.max", "max 100000\n");
    put_file(root, "/sys/fs/cgroup/batch/job/step/memory.max", "6000000000\n");
    put_file(root, "/sys/fs/cgroup/batch/job/step/memory.current", "1000000000\n");
    put_file(root, "/sys/fs/cgroup/batch/job/step/cpu.max", "400000 100000\n");
    sh_group_limits_read(&limits, root);
    assert_int_equal(limits.memory, 6000000000);
    assert_int_equal(limits.available, 1500000000);
    assert_int_equal(limits.cpus, 3); // two and a half
    // In a container that sees the group as it is outside: the mounted group is this one.
    put_file(root, "/proc/self/mountinfo",
             "30 23 0:26 /batch/job /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put_file(root, "/sys/fs/cgroup/memory.max", "3000\n");
    put_file(root, "/sys/fs/cgroup/memory.current", "4000\n");
    put_file(root, "/sys/fs/cgroup/step/cpu.max", "50000 100000\n");
    sh_group_limits_read(&limits, root);
    assert_int_equal(limits.memory, 3000);
    assert_int_equal(limits.available, 0);
    assert_int_equal(limits.cpus, 1);
    remove_tree(root);
}

// Version 1, where each controller has a hierarchy of its own, beside an empty one of version 2.
static void limits_of_version_1(void **state) {
    (void)state;
    char root[] = "/tmp/sternhalma-limits-XXXXXX";
    sh_group_limits limits;
    assert_non_null(mkdtemp(root));
    put_file(
        root, "/proc/self/cgroup",
        "5:memory:/docker/abc\n4:cpuset:/\n3:cpu,cpuacct:/docker/abc\n1:name=systemd:/\n0::/\n");
    put_file(root, "/proc/self/mountinfo",
             "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
             "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
             "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
             "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
             "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    put_file(root, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
    put_file(root, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n");
    put_file(root, "/sys/fs/cgroup/memory/memory.stat",
             "inactive_file 7\ntotal_inactive_file 300000\n");
    put_file(root, "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1\n");
    put_file(root, "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
    put_file(root, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "1200000\n");
    put_file(root, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "100000\n");
    sh_group_limits_read(&limits, root);
    assert_int_equal(limits.memory, 2000000);
    assert_int_equal(limits.available, 800000);
    assert_int_equal(limits.cpus, 12);
    remove_tree(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool_runs_each_index_once), cmocka_unit_test(sizes_as_text),
        cmocka_unit_test(text_that_may_be_shown),    cmocka_unit_test(memory_is_zero_and_large),
        cmocka_unit_test(many_cpus_are_counted),     cmocka_unit_test(slow_pext_is_known),
        cmocka_unit_test(limits_of_version_2),       cmocka_unit_test(limits_of_version_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
