// SPDX-License-Identifier: MIT
// The exact search for cooperative games: lengths known from Bell's Table 2, levels that do not
// depend on threads, memory, disk or kernel, the same by the second program, games that replay,
// counts, interruption and damage.
#include "test.h"

#include <unistd.h>

#include "puzzle/game_kernels.h"
#include "puzzle/game_reach.h"
#include "puzzle/game_search.h"
#include "puzzle/game_shortest.h"
#include "puzzle/identity.h"
#include "puzzle/recheck.h"

static void pose(sh_puzzle *puzzle, const char *name) {
    sh_error error;
    if (sh_puzzle_parse(puzzle, SH_PUZZLE_GAME, name, 0, false, &error)) fail_msg("%s", error.text);
}

static sh_game_options usual(void) {
    return (sh_game_options){.threads = 1, .memory = (size_t)1 << 30, .bounds = SH_GAME_ALL_BOUNDS};
}

static void search(const char *name, int length, const sh_game_options *options,
                   sh_game_result *result) {
    sh_puzzle puzzle;
    sh_error error;
    pose(&puzzle, name);
    if (sh_game_search(&puzzle, length, options, result, &error)) fail_msg("%s", error.text);
}

static void assert_same(const sh_game_result *a, const sh_game_result *b) {
    assert_int_equal(a->found, b->found);
    assert_int_equal(a->stages, b->stages);
    for (int i = 0; i < a->stages; i++) {
        assert_int_equal(a->stage[i].moves, b->stage[i].moves);
        assert_int_equal(a->stage[i].boards, b->stage[i].boards);
        assert_true(a->stage[i].hash == b->stage[i].hash);
    }
}

static bool hear(void *user, int level, sh_recheck_level found) {
    const sh_game_result *result = user;
    assert_true(level <= result->stages);
    assert_int_equal(found.boards, result->stage[level - 1].boards);
    assert_true(found.hash == result->stage[level - 1].hash);
    return true;
}

// The search and the second program come to the same levels and the same answer.
static void agree(const char *name, int length, bool expected) {
    sh_game_result *result = malloc(sizeof *result);
    sh_game_options options = usual();
    search(name, length, &options, result);
    assert_int_equal(result->found, expected);
    sh_puzzle puzzle;
    pose(&puzzle, name);
    bool found;
    sh_recheck_options plain = {.threads = 2, .listener = hear, .user = result};
    assert_int_equal(sh_recheck_game(&puzzle, length, &plain, &found, NULL), SH_OK);
    assert_int_equal(found, expected);
    free(result);
}

static void test_no_shorter_games(void **state) {
    (void)state;
    agree("sq8/10:8m", 23, false); // Grasshopper: 24
    agree("sq8/10:8m", 22, false);
    agree("sq9/10:8m", 23, false); // 24
    agree("sq9/15:6m", 34, false); // 36
    agree("sq16/19:8m", 45, false);
    agree("sq16/19:8m", 46, false);
}

static void test_second_program_on_other_boards(void **state) {
    (void)state;
    agree("sq6/6:8m", 12, false);
    agree("star37:2p", 10, false);
    agree("checkers32/12:4m", 24, false);
    agree("sq5/3:6m", 12, true);
}

static void test_levels_do_not_depend_on_the_way(void **state) {
    (void)state;
    sh_game_result *one = malloc(sizeof *one), *other = malloc(sizeof *other);
    sh_game_options options = usual();
    search("sq9/15:6m", 34, &options, one);
    options.threads = 3;
    search("sq9/15:6m", 34, &options, other);
    assert_same(one, other);
    char folder[] = "/tmp/sternhalma-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    options.scratch = folder;
    options.memory = 1 << 16; // most boards go to disk
    search("sq9/15:6m", 34, &options, other);
    assert_same(one, other);
    assert_int_equal(rmdir(folder), 0); // nothing is left behind
    free(one);
    free(other);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    sh_game_result *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    sh_error error;
    pose(&puzzle, "sq9/15:6m");
    sh_game_options options = usual();
    options.memory = 1 << 20;
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_RESOURCES);
    assert_true(result->stages > 0); // what was finished is told
    assert_non_null(strstr(error.text, "memory"));
    free(result);
}

typedef struct test_stopper {
    atomic_bool stop;
    int round;
} test_stopper;

static void stop_at(void *user, const sh_progress *progress) {
    test_stopper *stopper = user;
    if (progress->round >= stopper->round) stopper->stop = true;
}

static void test_interrupted_search_goes_on(void **state) {
    (void)state;
    sh_game_result *whole = malloc(sizeof *whole), *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    sh_error error;
    pose(&puzzle, "sq9/15:6m");
    sh_game_options options = usual();
    search("sq9/15:6m", 35, &options, whole);
    char folder[] = "/tmp/sternhalma-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    options.scratch = folder;
    test_stopper stopper = {.round = 6};
    sh_monitor monitor = {.report = stop_at, .user = &stopper, .stop = &stopper.stop};
    options.monitor = &monitor;
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_INTERRUPTED);
    assert_true(result->stages >= 5 && result->stages < whole->stages);
    stopper.stop = false;
    stopper.round = 1000;
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_OK);
    assert_same(whole, result);
    assert_int_equal(rmdir(folder), 0);
    free(whole);
    free(result);
}

// Ends a search after so many levels.
typedef struct leveller {
    int levels;
    atomic_bool stop;
} leveller;

static void stop_after(void *user, const sh_game_stage *stage) {
    (void)stage;
    leveller *own = user;
    if (--own->levels == 0) own->stop = true;
}

// Searches for several puzzles that share a folder, each stopped and taken up again: none goes on
// from another's levels.
static void test_puzzles_share_a_folder(void **state) {
    (void)state;
    static const char *const names[] = {"star37:2p", "star37:2p+pass", "star37:2p+stand",
                                        "star37:2p+halma+hops"};
    enum { PUZZLES = sizeof names / sizeof *names, LENGTH = 14 };
    sh_game_result *whole = calloc(PUZZLES, sizeof *whole), *result = malloc(sizeof *result);
    sh_game_options options = usual();
    char folder[] = "/tmp/sternhalma-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < PUZZLES; i++) search(names[i], LENGTH, &options, &whole[i]);
    assert_true(whole[0].boards != whole[1].boards && whole[1].boards != whole[2].boards);
    options.scratch = folder;
    for (int again = 0; again < 2; again++)
        for (int i = 0; i < PUZZLES; i++) {
            leveller own = {.levels = again ? 1000 : 2};
            sh_monitor monitor = {.stop = &own.stop};
            sh_puzzle puzzle;
            sh_error error;
            pose(&puzzle, names[i]);
            options.monitor = &monitor;
            options.listener = stop_after;
            options.user = &own;
            assert_int_equal(sh_game_search(&puzzle, LENGTH, &options, result, &error),
                             again ? SH_OK : SH_INTERRUPTED);
            if (again) assert_same(&whole[i], result);
        }
    assert_int_equal(rmdir(folder), 0);
    free(whole);
    free(result);
}

static void test_damaged_level_is_refused(void **state) {
    (void)state;
    sh_game_result *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    sh_error error;
    pose(&puzzle, "sq9/15:6m");
    char folder[] = "/tmp/sternhalma-test-XXXXXX", name[SH_PUZZLE_PATH];
    assert_non_null(mkdtemp(folder));
    sh_game_options options = usual();
    test_stopper stopper = {.round = 6};
    sh_monitor monitor = {.report = stop_at, .user = &stopper, .stop = &stopper.stop};
    options.scratch = folder;
    options.monitor = &monitor;
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_INTERRUPTED);
    stopper.stop = false;
    assert_int_equal(sh_puzzle_level_path(&puzzle, folder, 35, 3, name, &error), SH_OK);
    FILE *file = fopen(name, "r+b");
    assert_non_null(file);
    fseek(file, 100, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, 100, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_DATA);
    assert_non_null(strstr(error.text, "damaged"));
    for (int level = 1; level < 20; level++) {
        assert_int_equal(sh_puzzle_level_path(&puzzle, folder, 35, level, name, &error), SH_OK);
        unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
    free(result);
}

// The rules themselves replay a found game, and its last move fills the goal.
static void test_found_game_replays(void **state) {
    (void)state;
    sh_game_result *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    pose(&puzzle, "sq6/3:6m");
    sh_game_options options = usual();
    int length = sh_game_least(&puzzle);
    for (result->found = false; !result->found; length++)
        search("sq6/3:6m", length, &options, result);
    sh_position position;
    sh_position_start(&puzzle.game, &position);
    for (int i = 0; i < result->moves; i++) {
        assert_int_equal(sh_puzzle_arrived(&puzzle, position.army), -1);
        assert_int_equal(sh_move_check(&puzzle.game, &position, result->move[i], NULL), SH_OK);
        sh_move_apply(&puzzle.game, &position, result->move[i]);
    }
    assert_int_equal(sh_puzzle_arrived(&puzzle, position.army), (result->moves + 1) % 2);
    free(result);
}

// Sequences of moves of a length that end with a full goal for the first time.
static uint64_t count_plainly(const sh_puzzle *puzzle, sh_position *position, int length) {
    if (sh_puzzle_arrived(puzzle, position->army) >= 0) return length == 0;
    if (length == 0) return 0;
    sh_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    int count = sh_moves_list(&puzzle->game, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sh_move_apply(&puzzle->game, position, moves[i]);
        sum += count_plainly(puzzle, position, length - 1);
        sh_move_undo(&puzzle->game, position, moves[i]);
    }
    free(moves);
    return sum;
}

static void draw(sh_puzzle *puzzle, const char *picture) {
    sh_error error;
    if (sh_puzzle_draw(puzzle, SH_PUZZLE_GAME, "drawn", picture, 0, false, &error))
        fail_msg("%s", error.text);
}

// A camp may overlap its goal: then less moves than men may do, and the second may be the first.
static void test_nearly_there(void **state) {
    static const struct {
        const char *picture;
        int moves;
    } known[] = {
        {("board sq6:4m\nstart\nxx....\n......\n......\n......\n......\n....oo\n"
          "goal\n..xx..\n......\n......\n......\n......\n...oo.\n"),
         2},
        {("board sq6:4m\nstart\nxx....\n......\n......\n......\n......\n....oo\n"
          "goal\n.xx...\n......\n......\n......\n......\n...oo.\n"),
         1},
        {"board sq4:4m\nstart\nx...\n....\n....\n...o\ngoal\nx...\n....\n....\n.o..\n", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_puzzle puzzle;
        sh_game_shortest shortest;
        sh_game_options options = usual();
        draw(&puzzle, known[i].picture);
        assert_int_equal(sh_game_find_shortest(&puzzle, &options, 100, NULL, NULL, &shortest, NULL),
                         SH_OK);
        const sh_game_result *last = &shortest.result[shortest.lengths - 1];
        assert_true(last->found && shortest.proved);
        if (last->moves != known[i].moves) fail_msg("%zu: %d moves", i, last->moves);
        sh_game_shortest_free(&shortest);
    }
}

// No game at all is said before the first length is searched.
static void test_impossible(void **state) {
    static const char *const names[] = {"sq5/3:4m+hops", "sq4/1:4m", "sq7/6:4m+hops"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        sh_puzzle puzzle;
        sh_game_shortest shortest;
        sh_game_options options = usual();
        sh_error error = {.text = ""};
        pose(&puzzle, names[i]);
        sh_status possible = sh_game_reach(&puzzle, &error);
        assert_int_equal(possible, i == 0 ? SH_NO : SH_OK);
        if (i) continue;
        assert_non_null(strstr(error.text, "impossible"));
        assert_int_equal(sh_game_find_shortest(&puzzle, &options, 0, NULL, NULL, &shortest, &error),
                         SH_NO);
        assert_int_equal(shortest.lengths, 0);
        assert_false(shortest.proved);
        sh_game_shortest_free(&shortest);
    }
}

// A folder in which nothing can be written is not a lack of memory.
static void test_folder_that_is_not_there(void **state) {
    (void)state;
    sh_game_result *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    sh_error error = {.text = ""};
    sh_game_options options = usual();
    options.scratch = "/nowhere/at/all";
    pose(&puzzle, "sq9/15:6m");
    assert_int_equal(sh_game_search(&puzzle, 35, &options, result, &error), SH_RESOURCES);
    if (strstr(error.text, "memory") || !strstr(error.text, "/nowhere/at/all"))
        fail_msg("%s", error.text);
    free(result);
}

static void test_counts(void **state) {
    (void)state;
    sh_game_result *result = malloc(sizeof *result);
    sh_puzzle puzzle;
    pose(&puzzle, "sq4/3:8m");
    sh_game_options options = usual();
    options.count = true;
    int length = sh_game_least(&puzzle);
    for (result->found = false; !result->found; length++)
        search("sq4/3:8m", length, &options, result);
    sh_position position;
    sh_position_start(&puzzle.game, &position);
    assert_true(result->games == count_plainly(&puzzle, &position, result->moves));
    assert_int_equal(result->images, 2);
    free(result);
}

// All kernels that this CPU can run expand and judge alike.
typedef struct test_sum {
    sh_game_batch batch;
    uint64_t sums[SH_GAME_BATCH], boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
    uint64_t total, count, kept;
    const sh_game_kernel *kernel;
    const void *field;
} test_sum;

static void take(sh_game_batch *batch) {
    test_sum *own = batch->user;
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t *board = own->boards + i * sh_game_words(own->kernel->width);
        own->total += batch->sums[i];
        own->count++;
        own->kept += own->kernel->keep(own->field, board, (sh_game_left){23, 23});
    }
    batch->count = 0;
}

static void test_kernels_agree(void **state) {
    (void)state;
    sh_puzzle puzzle;
    sh_game_case one;
    pose(&puzzle, "sq16/19:8m");
    assert_int_equal(sh_game_case_make(&one, &puzzle, 48, NULL), SH_OK);
    uint64_t start[SH_GAME_MOST_WORDS];
    memcpy(start, one.start[0].w, sizeof one.start[0].w);
    memcpy(start + 4, one.start[1].w, sizeof one.start[1].w);
    const sh_game_kernel *kernels[] = {&sh_game_kernels_portable[2], sh_game_kernel_get(256)};
    test_sum *sum[2];
    for (int i = 0; i < 2; i++) {
        void *field = aligned_alloc(64, (kernels[i]->field_bytes + 63) / 64 * 64);
        kernels[i]->prepare(field, &one, SH_GAME_ALL_BOUNDS);
        sum[i] = calloc(1, sizeof *sum[i]);
        sum[i]->batch = (sh_game_batch){
            .boards = sum[i]->boards, .sums = sum[i]->sums, .full = take, .user = sum[i]};
        sum[i]->kernel = kernels[i];
        sum[i]->field = field;
        kernels[i]->expand(field, start, (sh_game_left){24, 24}, false, &sum[i]->batch);
        take(&sum[i]->batch);
        free(field);
    }
    assert_int_equal(sum[0]->count, 1600);
    assert_int_equal(sum[1]->count, 1600);
    assert_true(sum[0]->total == sum[1]->total);
    assert_int_equal(sum[0]->kept, sum[1]->kept);
    free(sum[0]);
    free(sum[1]);
}

// Boards one after the other, as a kernel gives them.
typedef struct test_list {
    sh_game_batch batch;
    uint64_t sums[SH_GAME_BATCH], boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} test_list;

static void overflow(sh_game_batch *batch) {
    (void)batch;
    fail_msg("more boards than expected");
}

static test_list *new_list(void) {
    test_list *list = calloc(1, sizeof *list);
    list->batch =
        (sh_game_batch){.boards = list->boards, .sums = list->sums, .full = overflow, .user = list};
    return list;
}

static unsigned times(const test_list *list, uint64_t sum) {
    unsigned count = 0;
    for (size_t i = 0; i < list->batch.count; i++) count += list->sums[i] == sum;
    return count;
}

// As many moves lead from the start, which is its own image, to the images of a board as lead back
// from the board to the start, times its images.
static void test_moves_are_taken_back(void **state) {
    (void)state;
    sh_puzzle puzzle;
    sh_game_case one;
    pose(&puzzle, "sq5/3:8m");
    assert_int_equal(sh_game_case_make(&one, &puzzle, 12, NULL), SH_OK);
    const sh_game_kernel *kernel = sh_game_kernel_get(puzzle.game.board.width);
    void *field = aligned_alloc(64, (kernel->field_bytes + 63) / 64 * 64);
    kernel->prepare(field, &one, 0);
    uint64_t start[SH_GAME_MOST_WORDS], image[SH_GAME_MOST_WORDS], sum = 0;
    sh_game_first_board(&one, start);
    for (int role = 0; role < SH_GAME_ROLES; role++)
        for (int c = sh_set_next(&one.start[role], 0); c >= 0;
             c = sh_set_next(&one.start[role], c + 1))
            sum += one.code[role][c];
    size_t words = sh_game_words(kernel->width);
    test_list *children = new_list();
    kernel->expand(field, start, (sh_game_left){6, 6}, false, &children->batch);
    assert_true(children->batch.count > 20);
    for (size_t i = 0; i < children->batch.count; i++) {
        const uint64_t *child = children->boards + i * words;
        test_list *before = new_list();
        kernel->retract(field, child, false, &before->batch);
        sh_game_image(&one, 1, child, image);
        unsigned images = memcmp(image, child, words * sizeof *child) == 0 ? 1 : 2;
        assert_int_equal(one.images, 2);
        assert_int_equal(times(children, children->sums[i]), images * times(before, sum));
        free(before);
    }
    free(children);
    free(field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_shorter_games),
        cmocka_unit_test(test_second_program_on_other_boards),
        cmocka_unit_test(test_levels_do_not_depend_on_the_way),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_interrupted_search_goes_on),
        cmocka_unit_test(test_puzzles_share_a_folder),
        cmocka_unit_test(test_damaged_level_is_refused),
        cmocka_unit_test(test_found_game_replays),
        cmocka_unit_test(test_nearly_there),
        cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_folder_that_is_not_there),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_kernels_agree),
        cmocka_unit_test(test_moves_are_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
