// SPDX-License-Identifier: MIT
// Tables in parts hold what a single file holds; parts that are missing, damaged, cut off or of
// another table are found. And opening a table of any size reads no more than opening a small one.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "solving.h"
#include "table/parts.h"
#include "table/reader.h"
#include "table/writer.h"

static char folder[64];
static sh_solution *solution; // of 5x5/3 with distances

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-parts-XXXXXX");
    solution = solving("5x5/3", SH_STRICT, solving_here(SH_DTW));
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    sh_solution_close(solution);
    return system(command);
}

static void path(char file[128], const char *name) { snprintf(file, 128, "%s/%s", folder, name); }

static void write_table(const char *name, sh_metric metric, uint64_t part_bytes) {
    char file[128];
    sh_error error = {.text = ""};
    sh_value_source source = sh_solution_source(solution);
    sh_recipe recipe = {.game = &solution->game,
                        .metric = metric,
                        .creator = "test",
                        .created = (uint64_t)name[0], // so that headers differ
                        .part_bytes = part_bytes};
    path(file, name);
    if (sh_table_write(file, &recipe, &source, solution->pool, NULL, &error))
        fail_msg("%s", error.text);
}

static sh_table *open_table(const char *name) {
    char file[128];
    sh_error error = {.text = ""};
    sh_table *table;
    path(file, name);
    if (sh_table_open(&table, file, 0, &error)) fail_msg("%s", error.text);
    return table;
}

static void expect_refusal(const char *name, const char *reason) {
    char file[128];
    sh_error error = {.text = ""};
    sh_table *table;
    path(file, name);
    assert_int_equal(sh_table_open(&table, file, 0, &error), SH_DATA);
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
}

static void flip(const char *name, off_t place) {
    char file[128];
    uint8_t byte;
    path(file, name);
    int descriptor = open(file, O_RDWR);
    assert_true(descriptor >= 0);
    assert_int_equal(pread(descriptor, &byte, 1, place), 1);
    byte ^= 0x20;
    assert_int_equal(pwrite(descriptor, &byte, 1, place), 1);
    close(descriptor);
}

static void test_parts_are_one_table(void **state) {
    (void)state;
    write_table("whole.shtb", SH_DTW, 0);
    write_table("cut.shtb", SH_DTW, SH_PART_UNIT + 100); // rounded down
    sh_table *whole = open_table("whole.shtb"), *cut = open_table("cut.shtb");
    const sh_table_info *info = sh_table_about(cut);
    assert_int_equal(sh_table_about(whole)->files, 1);
    assert_int_equal(info->files, (info->file_bytes + SH_PART_UNIT - 1) / SH_PART_UNIT);
    assert_true(info->files >= 3);
    assert_int_equal(info->file_bytes, sh_table_about(whole)->file_bytes);
    size_t rest = info->file_bytes - SH_HEADER_BYTES;
    uint8_t *one = malloc(rest), *other = malloc(rest);
    assert_int_equal(sh_bytes_read(&cut->source, SH_HEADER_BYTES, one, rest, NULL), SH_OK);
    assert_int_equal(sh_bytes_read(&whole->source, SH_HEADER_BYTES, other, rest, NULL), SH_OK);
    assert_memory_equal(one, other, rest);
    free(one);
    free(other);
    assert_int_equal(sh_table_check(cut, NULL), SH_OK);
    size_t count = info->rows * info->columns;
    uint16_t *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b);
    assert_int_equal(sh_table_rows(whole, 0, (uint32_t)info->rows, a, NULL), SH_OK);
    assert_int_equal(sh_table_rows(cut, 0, (uint32_t)info->rows, b, NULL), SH_OK);
    assert_memory_equal(a, b, count * sizeof *a);
    free(a);
    free(b);
    sh_table_close(whole);
    sh_table_close(cut);
}

static void test_bad_parts_are_refused(void **state) {
    (void)state;
    char part[128], away[128];
    write_table("a.shtb", SH_DTW, SH_PART_UNIT);
    write_table("b.shtb", SH_DTW, SH_PART_UNIT);
    path(part, "a.shtb.001");
    path(away, "away");
    assert_int_equal(rename(part, away), 0);
    expect_refusal("a.shtb", "missing");
    char other[128];
    path(other, "b.shtb.001");
    path(part, "a.shtb.001");
    assert_int_equal(link(other, part), 0);
    expect_refusal("a.shtb", "another table");
    unlink(part);
    path(other, "a.shtb.002"); // the right table, the wrong place
    assert_int_equal(link(other, part), 0);
    expect_refusal("a.shtb", "another table");
    unlink(part);
    assert_int_equal(rename(away, part), 0);
    assert_int_equal(truncate(part, SH_PART_UNIT), 0);
    expect_refusal("a.shtb", "cut off");
    expect_refusal("a.shtb.002", "not a table");
}

// Each byte of a seal is looked at when the table is opened; damage to a piece is found by a check
// and by whoever reads that block.
static void test_damage_is_found(void **state) {
    (void)state;
    write_table("c.shtb", SH_DTW, SH_PART_UNIT);
    for (int i = 0; i < SH_SEAL_BYTES; i++) {
        flip("c.shtb.001", SH_PART_UNIT + i);
        expect_refusal("c.shtb", "c.shtb.001");
        flip("c.shtb.001", SH_PART_UNIT + i);
    }
    for (off_t place = 0; place < SH_PART_UNIT; place += 7001) {
        sh_error error = {.text = ""};
        flip("c.shtb.001", place);
        sh_table *table = open_table("c.shtb");
        assert_int_equal(sh_table_check(table, &error), SH_DATA);
        const sh_table_info *info = sh_table_about(table);
        int refused = 0;
        for (uint64_t i = 0; i < info->rows * info->columns; i += 13) {
            uint16_t value;
            refused += sh_table_stored(table, i / info->columns, i % info->columns, &value,
                                       &error) == SH_DATA;
        }
        assert_true(refused > 0);
        sh_table_close(table);
        flip("c.shtb.001", place);
    }
}

// A seal as docs/format.md describes it, at the end of a part made `bytes` long.
static void seal_part(const char *name, uint64_t number, uint64_t files, uint64_t table,
                      uint64_t bytes) {
    char file[128];
    path(file, name);
    int descriptor = open(file, O_RDWR);
    assert_true(descriptor >= 0);
    assert_int_equal(ftruncate(descriptor, (off_t)bytes), 0);
    uint8_t *piece = malloc(bytes),
            seal[SH_SEAL_BYTES] = {0x89, 'S', 'H', 'T', 'P', '\r', '\n', 0x1a};
    assert_int_equal(pread(descriptor, piece, bytes, 0), bytes);
    const uint64_t fields[] = {number, files, table, bytes, sh_checksum(piece, bytes)};
    for (int i = 0; i < 5; i++) sh_put64(seal + 8 + 8 * i, fields[i]);
    sh_put64(seal + 56, sh_checksum(seal, 56));
    assert_int_equal(pwrite(descriptor, seal, sizeof seal, (off_t)bytes), sizeof seal);
    free(piece);
    close(descriptor);
}

// A table that takes fewer files than the one before it leaves none of the others behind.
static void test_fewer_parts_replace_more(void **state) {
    char part[5][128], name[32];
    for (int i = 1; i < 5; i++) {
        snprintf(name, sizeof name, "shrinks.shtb.%03d", i);
        path(part[i], name);
    }
    write_table("shrinks.shtb", SH_DTW, SH_PART_UNIT);
    assert_int_equal(access(part[3], F_OK), 0);
    write_table("shrinks.shtb", SH_DTW, 4 * SH_PART_UNIT);
    assert_int_equal(access(part[1], F_OK), 0);
    assert_int_not_equal(access(part[2], F_OK), 0);
    assert_int_not_equal(access(part[3], F_OK), 0);
    // A file of somebody else behind a gap is no part of this table.
    FILE *other = fopen(part[4], "w");
    fclose(other);
    write_table("shrinks.shtb", SH_DTW, 0);
    assert_int_not_equal(access(part[1], F_OK), 0);
    assert_int_equal(access(part[4], F_OK), 0);
    sh_table_close(open_table("shrinks.shtb"));
}

// A table forged to have 2^32 files more than it has: everything else fits that, seals too.
static void test_too_many_parts_are_refused(void **state) {
    (void)state;
    write_table("d.shtb", SH_DTW, SH_PART_UNIT);
    sh_table *table = open_table("d.shtb");
    sh_header header = table->header;
    sh_table_close(table);
    uint64_t more = (uint64_t)SH_PART_UNIT << 32, files = header.info.files;
    header.info.file_bytes += more;
    header.index_offset += more;
    char file[128];
    uint8_t bytes[SH_HEADER_BYTES];
    sh_header_pack(&header, bytes);
    path(file, "d.shtb");
    int descriptor = open(file, O_RDWR);
    assert_int_equal(pwrite(descriptor, bytes, sizeof bytes, 0), sizeof bytes);
    close(descriptor);
    for (uint64_t i = 1; i < files; i++) {
        char name[32];
        snprintf(name, sizeof name, "d.shtb.%03d", (int)i);
        seal_part(name, i, files, header.info.checksum, SH_PART_UNIT);
    }
    expect_refusal("d.shtb", "contradicts itself");
}

static long faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

static long faults_of_opening(const char *name) {
    long before = faults();
    double began = sh_clock();
    sh_table *table = open_table(name);
    double seconds = sh_clock() - began;
    long after = faults();
    print_message("%s, %s: opened in %.2f ms\n", sh_table_about(table)->game,
                  sh_metric_name(sh_table_about(table)->metric), 1e3 * seconds);
    sh_table_close(table);
    return after - before;
}

enum { CUT = 3 }; // of the board of 7x7/6, both ways

// The model section of 7x7/6 out of that of another game, for the caller to free.
static uint8_t *giant_model(const sh_table *small, const sh_game *game, sh_header *header) {
    size_t cells = (size_t)game->board.cells;
    header->model_size = header->model_bytes =
        sh_bands_model_size(game, header->info.metric == SH_DTW);
    uint8_t *model = malloc(header->model_size);
    model[0] = CUT * CUT;
    sh_regions_cut(game->board.size, CUT, CUT, model + 1);
    sh_patch_model_pack(small->bands.model, model + 1 + cells);
    header->model_checksum = sh_checksum(model, header->model_size);
    sh_regions regions;
    assert_int_equal(
        sh_regions_make(&regions, (int)cells, game->pieces, CUT * CUT, model + 1, NULL), SH_OK);
    header->strip_columns = regions.largest;
    header->info.blocks = sh_band_count(header->info.rows) * regions.groups;
    sh_regions_free(&regions);
    return model;
}

// A file of 7x7/6 with a right header and model, and holes for everything else.
static void write_giant(const char *name, const char *model_of, sh_metric metric) {
    sh_game game;
    sh_pairs *pairs;
    sh_walk walk;
    sh_table *small = open_table(model_of);
    sh_header header = small->header;
    test_game(&game, "7x7/6", SH_STRICT);
    assert_int_equal(sh_pairs_open(&pairs, &game, NULL), SH_OK);
    sh_walk_make(&walk, &game);
    sh_table_info *info = &header.info;
    snprintf(info->game, sizeof info->game, "7x7/6");
    info->rows = sh_pairs_rows(pairs);
    info->columns = sh_pairs_columns(pairs);
    uint8_t *model = giant_model(small, &game, &header);
    header.ratings_offset = header.model_offset + header.model_bytes;
    header.ratings_bytes = sh_ratings_size(sh_walk_sets(&walk), info->rows, metric == SH_DTW);
    header.data_offset =
        header.ratings_offset + header.ratings_bytes + sh_ratings_sums_size(header.ratings_bytes);
    header.index_offset = header.data_offset + ((uint64_t)1 << 40);
    info->file_bytes = header.index_offset + sh_header_pages(&header) * SH_PAGE_BYTES;
    uint8_t bytes[SH_HEADER_BYTES];
    sh_header_pack(&header, bytes);
    char file[128];
    path(file, name);
    int descriptor = open(file, O_RDWR | O_CREAT | O_TRUNC, 0666);
    assert_true(descriptor >= 0);
    assert_int_equal(ftruncate(descriptor, (off_t)info->file_bytes), 0);
    assert_int_equal(pwrite(descriptor, bytes, sizeof bytes, 0), sizeof bytes);
    assert_int_equal(pwrite(descriptor, model, header.model_bytes, (off_t)header.model_offset),
                     header.model_bytes);
    free(model);
    close(descriptor);
    sh_pairs_close(pairs);
    sh_table_close(small);
}

// AddressSanitizer touches pages of its own for every block of memory, so that they tell nothing
// there; the plain build counts them.
#if defined(__SANITIZE_ADDRESS__)
#define PAGES_TELL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PAGES_TELL 0
#endif
#endif
#ifndef PAGES_TELL
#define PAGES_TELL 1
#endif

// Opening touches about as many pages for 42 trillion states as for two million: the ratings alone
// would be 5,200.
static void test_opening_does_not_grow(void **state) {
    (void)state;
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        write_table("small.shtb", metric, 0);
        write_giant("giant.shtb", "small.shtb", metric);
        faults_of_opening("small.shtb"); // the program itself is in memory from now on
        long small = faults_of_opening("small.shtb"), giant = faults_of_opening("giant.shtb");
        if (PAGES_TELL && giant > small + 128)
            fail_msg("%ld page faults, for a small table %ld", giant, small);
        sh_table *table = open_table("giant.shtb");
        sh_position position;
        sh_value value;
        sh_position_start(sh_table_game(table), &position);
        assert_int_equal(sh_probe(table, &position, &value, NULL), SH_DATA); // a hole is no block
        sh_table_close(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_are_one_table),
        cmocka_unit_test(test_bad_parts_are_refused),
        cmocka_unit_test(test_damage_is_found),
        cmocka_unit_test(test_too_many_parts_are_refused),
        cmocka_unit_test(test_fewer_parts_replace_more),
        cmocka_unit_test(test_opening_does_not_grow),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
