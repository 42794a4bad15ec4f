// SPDX-License-Identifier: MIT
// Files that are whole or not there, and files of others, which stay as they are.
#include "test.h"

#include <dirent.h>        // opendir
#include <fcntl.h>         // open
#include <signal.h>        // raise
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>      // mkfifo
#include <sys/sysmacros.h> // makedev
#include <sys/wait.h>      // waitpid
#include <unistd.h>        // rmdir

#include "base/file.h"

static const sh_mark MARK = {"ours: ", 6, 0, "a file of ours"};
static const sh_mark END_MARK = {"seal", 4, 8, "a part of ours"};

static int files_in(const char *folder) {
    DIR *dir = opendir(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void expect_text(const char *name, const char *text) {
    char bytes[64] = "";
    int file = open(name, O_RDONLY | O_NONBLOCK);
    assert_true(file >= 0);
    assert_int_equal(read(file, bytes, sizeof bytes), strlen(text));
    assert_memory_equal(bytes, text, strlen(text));
    close(file);
}

static void files_are_whole_or_absent(void **state) {
    char folder[] = "/tmp/sternhalma-test-XXXXXX", name[64];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/file", folder);
    sh_writer *writer;
    assert_int_equal(sh_writer_open(&writer, name, &MARK, NULL), SH_OK);
    sh_writer_write(writer, "ours: old", 9);
    assert_int_equal(sh_writer_commit(writer, NULL), SH_OK);

    assert_int_equal(sh_writer_open(&writer, name, &MARK, NULL), SH_OK);
    sh_writer_write(writer, "ours: new", 9);
    sh_writer_abort(writer);
    assert_int_equal(files_in(folder), 1);
    expect_text(name, "ours: old");

    // Larger than the buffer, in odd pieces, with a header that is patched at the end.
    size_t size = 5 << 20;
    uint8_t *bytes = malloc(size);
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 13);
    memcpy(bytes, "ours: ", 6);
    assert_int_equal(sh_writer_open(&writer, name, &MARK, NULL), SH_OK);
    for (size_t at = 0, piece = 1; at < size; at += piece, piece = piece * 7 % 2000003) {
        if (piece > size - at) piece = size - at;
        sh_writer_write(writer, bytes + at, piece);
        assert_int_equal(sh_writer_offset(writer), at + piece);
    }
    memcpy(bytes + 10, "patched", 7);
    sh_writer_patch(writer, 10, "patched", 7);
    assert_int_equal(sh_writer_commit(writer, NULL), SH_OK);
    int file;
    uint64_t found;
    uint8_t *read = malloc(size);
    assert_int_equal(sh_file_open(&file, &found, name, NULL), SH_OK);
    assert_int_equal(found, size);
    assert_int_equal(sh_file_read(file, 0, read, size, NULL), SH_OK);
    assert_memory_equal(read, bytes, size);
    assert_int_equal(sh_file_read(file, size - 2, read, 3, NULL), SH_DATA);
    free(read);
    close(file);
    free(bytes);
    unlink(name);
    rmdir(folder);
}

static void file_errors_are_told(void **state) {
    sh_writer *writer;
    int file;
    uint64_t size;
    sh_error error;
    assert_int_equal(sh_writer_open(&writer, "/nonexistent/file", &MARK, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "/nonexistent/file"));
    assert_int_equal(sh_file_open(&file, &size, "/nonexistent/file", &error), SH_DATA);
    assert_int_equal(sh_file_open(&file, &size, "/tmp", &error), SH_DATA);
    assert_non_null(strstr(error.text, "not a file"));
}

// A folder for a test, and the name of a file in it.
typedef struct file_scene {
    char folder[32], name[64];
} file_scene;

static file_scene scene_open(void) {
    file_scene s = {.folder = "/tmp/sternhalma-test-XXXXXX"};
    assert_non_null(mkdtemp(s.folder));
    snprintf(s.name, sizeof s.name, "%s/file", s.folder);
    return s;
}

static void scene_close(const file_scene *s) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", s->folder);
    assert_int_equal(system(command), 0);
}

static void put(const char *name, const char *text) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
}

static sh_status write_ours(const char *name, const sh_mark *mark, sh_error *error) {
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, name, mark, error);
    if (status) return status;
    sh_writer_write(writer, "ours: new", 9);
    return sh_writer_commit(writer, error);
}

static void files_of_others_stay(void **state) {
    static const char *const others[] = {"", "our", "Ours: no", "precious"};
    file_scene s = scene_open();
    sh_error error;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        put(s.name, others[i]);
        assert_int_equal(write_ours(s.name, &MARK, &error), SH_USAGE);
        assert_non_null(strstr(error.text, "is not a file of ours"));
        assert_int_equal(sh_writer_check(s.name, &MARK, NULL), SH_USAGE);
        assert_int_equal(sh_place_clear(s.name, &MARK, NULL), SH_USAGE);
        expect_text(s.name, others[i]);
    }
    put(s.name, "ours: old");
    assert_int_equal(sh_writer_check(s.name, &MARK, NULL), SH_OK);
    expect_text(s.name, "ours: old");
    assert_int_equal(write_ours(s.name, &MARK, &error), SH_OK);
    expect_text(s.name, "ours: new");
    assert_int_equal(sh_place_clear(s.name, &MARK, NULL), SH_OK);
    assert_int_equal(sh_place_clear(s.name, &MARK, NULL), SH_OK); // there is none
    assert_int_equal(files_in(s.folder), 0);
    scene_close(&s);
}

static void marks_at_the_end_count(void **state) {
    file_scene s = scene_open();
    put(s.name, "piece seal1234");
    assert_int_equal(sh_writer_check(s.name, &END_MARK, NULL), SH_OK);
    put(s.name, "piece seal12345");
    assert_int_equal(sh_writer_check(s.name, &END_MARK, NULL), SH_USAGE);
    put(s.name, "seal");
    assert_int_equal(sh_writer_check(s.name, &END_MARK, NULL), SH_USAGE);
    scene_close(&s);
}

// A file that appears while ours is being written is not ours either.
static void a_file_that_appears_meanwhile_stays(void **state) {
    file_scene s = scene_open();
    sh_writer *writer;
    assert_int_equal(sh_writer_open(&writer, s.name, &MARK, NULL), SH_OK);
    sh_writer_write(writer, "ours: new", 9);
    put(s.name, "precious");
    assert_int_equal(sh_writer_commit(writer, NULL), SH_USAGE);
    expect_text(s.name, "precious");
    assert_int_equal(files_in(s.folder), 1);
    scene_close(&s);
}

static void pipes_folders_and_devices_are_refused(void **state) {
    file_scene s = scene_open();
    sh_error error;
    int file;
    uint64_t size;
    struct stat about;
    assert_int_equal(mkfifo(s.name, 0666), 0);
    assert_int_equal(write_ours(s.name, &MARK, &error), SH_USAGE);
    assert_int_equal(sh_place_clear(s.name, &MARK, NULL), SH_USAGE);
    assert_int_equal(sh_file_open(&file, &size, s.name, &error), SH_DATA); // and does not wait
    assert_int_equal(stat(s.name, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(write_ours(s.folder, &MARK, &error), SH_USAGE);
    unlink(s.name); // never the system's own device, which a mistake would destroy
    if (mknod(s.name, S_IFCHR | 0666, makedev(1, 3)))
        assert_int_equal(symlink("/dev/null", s.name), 0);
    assert_int_equal(write_ours(s.name, &MARK, &error), SH_USAGE);
    assert_int_equal(sh_place_clear(s.name, &MARK, NULL), SH_USAGE);
    assert_int_equal(stat(s.name, &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    scene_close(&s);
}

static void links_are_followed(void **state) {
    file_scene s = scene_open();
    char folder[64], behind[80], link[64], longer[64];
    struct stat about;
    snprintf(folder, sizeof folder, "%s/there", s.folder);
    snprintf(behind, sizeof behind, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", s.folder);
    snprintf(longer, sizeof longer, "%s/longer", s.folder);
    assert_int_equal(mkdir(folder, 0777), 0);
    assert_int_equal(symlink("there/file", link), 0); // leads to no file yet
    assert_int_equal(symlink(link, longer), 0);
    assert_true(sh_place_same(longer, behind));
    assert_int_equal(write_ours(longer, &MARK, NULL), SH_OK);
    expect_text(behind, "ours: new");
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_true(sh_place_same(longer, behind) && !sh_place_same(longer, s.name));
    put(behind, "precious");
    assert_int_equal(write_ours(link, &MARK, NULL), SH_USAGE);
    expect_text(behind, "precious");
    assert_int_equal(files_in(folder), 1);
    assert_int_equal(symlink("round", s.name), 0);
    snprintf(behind, sizeof behind, "%s/round", s.folder);
    assert_int_equal(symlink("file", behind), 0);
    assert_int_equal(write_ours(s.name, &MARK, NULL), SH_USAGE); // round in a circle
    scene_close(&s);
}

static void names_of_one_place_are_the_same(void **state) {
    file_scene s = scene_open();
    char other[80];
    snprintf(other, sizeof other, "%s/../%s/./file", s.folder, strrchr(s.folder, '/') + 1);
    assert_true(sh_place_same(s.name, other));
    snprintf(other, sizeof other, "%s2", s.name);
    assert_false(sh_place_same(s.name, other));
    put(s.name, "one");
    assert_int_equal(link(s.name, other), 0);
    assert_true(sh_place_same(s.name, other));
    scene_close(&s);
}

// A process that is killed leaves at most one file, and the next writer removes it.
static void a_kill_leaves_one_file_at_most(void **state) {
    file_scene s = scene_open();
    char left[96];
    snprintf(left, sizeof left, "%s.tmp-sternhalma", s.name);
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        if (child == 0) {
            sh_writer *writer;
            static uint8_t bytes[3 << 20];
            if (sh_writer_open(&writer, s.name, &MARK, NULL)) _exit(1);
            sh_writer_write(writer, bytes, sizeof bytes);
            raise(SIGKILL);
        }
        int result;
        assert_int_equal(waitpid(child, &result, 0), child);
        assert_true(WIFSIGNALED(result) && WTERMSIG(result) == SIGKILL);
        assert_true(files_in(s.folder) <= 1);
    }
    put(left, "half of something");
    assert_int_equal(write_ours(s.name, &MARK, NULL), SH_OK);
    assert_int_equal(files_in(s.folder), 1);
    expect_text(s.name, "ours: new");
    scene_close(&s);
}

// A file larger than the limit is an error like any other.
static void a_limit_on_sizes_leaves_nothing(void **state) {
    file_scene s = scene_open();
    struct rlimit old, low = {.rlim_cur = 1 << 20, .rlim_max = RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    low.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    sh_writer *writer;
    sh_error error;
    uint8_t *bytes = calloc(3, 1 << 20);
    assert_int_equal(sh_writer_open(&writer, s.name, &MARK, NULL), SH_OK);
    sh_writer_write(writer, bytes, 3 << 20);
    assert_int_equal(sh_writer_commit(writer, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "File too large"));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(files_in(s.folder), 0);
    free(bytes);
    scene_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_whole_or_absent),
        cmocka_unit_test(file_errors_are_told),
        cmocka_unit_test(files_of_others_stay),
        cmocka_unit_test(marks_at_the_end_count),
        cmocka_unit_test(a_file_that_appears_meanwhile_stays),
        cmocka_unit_test(pipes_folders_and_devices_are_refused),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(names_of_one_place_are_the_same),
        cmocka_unit_test(a_kill_leaves_one_file_at_most),
        cmocka_unit_test(a_limit_on_sizes_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
