// SPDX-License-Identifier: MIT
// The engine as others drive it, without the processes: what is said to what is heard.
#include "test.h"

#include <pthread.h> // pthread_mutex_t
#include <time.h>    // nanosleep

#include "arena/ccerl.h"
#include "arena/dialog_parts.h"
#include "base/progress.h"
#include "play/budget.h"

typedef struct ear {
    pthread_mutex_t mutex;
    char text[1 << 20];
    size_t length;
} ear;

static void say(void *user, const char *line) {
    ear *e = user;
    pthread_mutex_lock(&e->mutex);
    size_t length = strlen(line);
    assert_true(e->length + length + 2 < sizeof e->text);
    memcpy(e->text + e->length, line, length);
    e->length += length;
    e->text[e->length++] = '\n';
    e->text[e->length] = 0;
    pthread_mutex_unlock(&e->mutex);
}

static bool said(ear *e, const char *words) {
    pthread_mutex_lock(&e->mutex);
    bool found = strstr(e->text, words) != NULL;
    pthread_mutex_unlock(&e->mutex);
    return found;
}

static void forget(ear *e) {
    pthread_mutex_lock(&e->mutex);
    e->length = 0;
    e->text[0] = 0;
    pthread_mutex_unlock(&e->mutex);
}

// Hears lines, then waits for words.
static void expect(sh_dialog *dialog, ear *e, const char *lines, const char *words) {
    char *copy = strdup(lines), *rest = copy, *line;
    assert_non_null(copy);
    forget(e);
    while ((line = strsep(&rest, "\n"))) assert_true(sh_dialog_hear(dialog, line));
    free(copy);
    struct timespec moment = {0, 1000000};
    for (double end = sh_clock() + 150; !said(e, words) && sh_clock() < end;)
        nanosleep(&moment, NULL);
    if (!said(e, words)) fail_msg("no '%s' after '%s', but: %s", words, lines, e->text);
}

static sh_dialog *begin(ear *e, const char *game, bool ccp) {
    sh_dialog *dialog;
    sh_error error = {.text = ""};
    sh_dialog_options options = {.game = game, .ccp = ccp, .say = say, .user = e};
    pthread_mutex_init(&e->mutex, NULL);
    forget(e);
    if (sh_dialog_open(&dialog, &options, &error)) fail_msg("%s", error.text);
    return dialog;
}

static void test_ugi(void **state) {
    (void)state;
    static ear e;
    sh_dialog *dialog = begin(&e, "5x5/3", false);
    expect(dialog, &e, "ugi", "\nugiok\n");
    expect(dialog, &e, "  uci  ", "\nuciok\n");
    expect(dialog, &e, "setoption name Hash value 1\nisready", "readyok\n");
    assert_false(said(&e, "error"));
    expect(dialog, &e, "position startpos\nquery p1turn", "response true\n");
    expect(dialog, &e, "position startpos moves a2-a3\nquery p1turn", "response false\n");
    expect(dialog, &e, "query gameover", "response false\n");
    expect(dialog, &e, "query result", "response none\n");
    expect(dialog, &e, "go depth 3", "bestmove ");
    assert_true(said(&e, "info depth 3 score cp ") && said(&e, " nps ") && said(&e, " pv "));
    expect(dialog, &e, "go p1time 100 p2time 100 p1inc 0 p2inc 0", "bestmove ");
    // A game that was won, one that came around, and moves after the end.
    expect(dialog, &e, "position fen 1oo2/o4/5/4x/3xx o\nquery result", "response p1win\n");
    expect(dialog, &e, "position startpos moves a2-a3 e4-e3 a3-a2 e3-e4\nquery result",
           "response draw\n");
    expect(dialog, &e, "go nodes 10", "bestmove 0000\n");
    expect(dialog, &e, "position startpos moves a2-a3 a3-a4\nquery result", "response p1win\n");
    expect(dialog, &e, "query gameover", "response true\n");
    expect(dialog, &e, "position startpos moves a2-a3 e4-e3 a3-a2 e3-e4 a2-a3\nquery result",
           "response draw\n");
    assert_false(sh_dialog_hear(dialog, "quit"));
    sh_dialog_close(dialog);
}

static int count_lines(const ear *e, const char *words) {
    int count = 0;
    for (const char *at = e->text; (at = strstr(at, words)); at++) count++;
    return count;
}

// Each iteration has one line, and the limits reach the engine as they should.
static void test_limits(void **state) {
    (void)state;
    static ear e;
    sh_dialog *dialog = begin(&e, "5x5/3", false);
    expect(dialog, &e, "position startpos\ngo depth 4", "bestmove ");
    for (const char *at = "1234"; *at; at++) {
        char words[] = "info depth 0 ";
        words[11] = *at;
        assert_int_equal(count_lines(&e, words), 1);
    }
    expect(dialog, &e, "go movetime 1000 depth 1000000", "info depth ");
    assert_int_equal(dialog->limits.depth, SH_LIMIT_DEPTH);
    assert_true(dialog->limits.seconds > 0.9 && dialog->limits.seconds < 0.999);
    expect(dialog, &e, "stop", "bestmove ");
    expect(dialog, &e, "go movetime 1", "bestmove ");
    assert_true(dialog->limits.seconds > 0 && dialog->limits.seconds <= 1e-3);
    expect(dialog, &e, "go p1time 60000 p1inc 1000 movestogo 5 depth 1", "bestmove ");
    assert_int_equal(dialog->limits.moves_to_go, 5);
    assert_true(dialog->limits.clock == 60 && dialog->limits.increment == 1);
    sh_dialog_close(dialog);
}

// Of a clock that must last for few moves each gets more, and the last nearly all.
static void test_moves_to_go(void **state) {
    (void)state;
    double soft[41], hard[41];
    for (int moves = 0; moves <= 40; moves++) {
        sh_budget budget = {0};
        sh_budget_begin(&budget, &(sh_limits){.clock = 10, .moves_to_go = moves});
        soft[moves] = budget.soft;
        hard[moves] = budget.hard;
        assert_true(soft[moves] > 0 && soft[moves] <= hard[moves] && hard[moves] < 10);
    }
    for (int moves = 2; moves < 25; moves++) {
        assert_true(soft[moves] < soft[moves - 1] && soft[moves] > soft[0]);
        assert_true(hard[moves] <= hard[moves - 1] && hard[moves] < 8);
    }
    assert_true(soft[1] > 5 && hard[1] > 9);
    assert_true(soft[40] == soft[0] && hard[40] == hard[0]); // as for the rest of a game
}

static void test_searches(void **state) {
    (void)state;
    static ear e;
    sh_dialog *dialog = begin(&e, "5x5/3", false);
    expect(dialog, &e, "position startpos\ngo infinite", "info depth 2 ");
    assert_false(said(&e, "bestmove"));
    expect(dialog, &e, "position startpos", "stop it first");
    expect(dialog, &e, "go nodes 5", "stop it first");
    expect(dialog, &e, "setoption name Hash value 2", "stop it first");
    expect(dialog, &e, "isready", "readyok");
    expect(dialog, &e, "stop", "bestmove ");
    expect(dialog, &e, "stop\nisready", "readyok"); // nothing to stop
    for (int i = 0; i < 200; i++) expect(dialog, &e, "go infinite\nstop", "bestmove ");
    expect(dialog, &e, "go ponder movetime 1", "info depth 2 ");
    assert_false(said(&e, "bestmove"));
    expect(dialog, &e, "ponderhit", "bestmove ");
    for (int i = 0; i < 50; i++) expect(dialog, &e, "go ponder movetime 1\nponderhit", "bestmove ");
    expect(dialog, &e, "setoption name Level value 1\ngo infinite\nisready", "readyok");
    assert_false(said(&e, "bestmove"));
    expect(dialog, &e, "stop", "bestmove ");
    expect(dialog, &e, "go nodes 1000", "bestmove ");
    expect(dialog, &e, "go infinite", ""); // closed in the middle of a search
    sh_dialog_close(dialog);
}

static void test_bad_input(void **state) {
    (void)state;
    static ear e;
    sh_dialog *dialog = begin(&e, "5x5/3", false);
    static const char *const lines[] = {"dance",
                                        "\x01\x02\xff",
                                        "position",
                                        "position fen",
                                        "position fen x x",
                                        "position here",
                                        "query",
                                        "query weather",
                                        "go",
                                        "go depth",
                                        "setoption",
                                        "setoption name Hash",
                                        "setoption name Hash value",
                                        "setoption name Hash value 0",
                                        "setoption name Hash value 99999999999",
                                        "setoption name Threads value x",
                                        "setoption name Game value star37:3p",
                                        "setoption name Game value none",
                                        "setoption name Rules value mine",
                                        "setoption name Tables value /nonexistent",
                                        "setoption name Level value -1",
                                        "setoption name Wings value 1",
                                        "ccp",
                                        "protocol"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect(dialog, &e, lines[i], "info string error: ");
    expect(dialog, &e, "position startpos\ngo depth x", "bestmove 0000");
    expect(dialog, &e, "go movetime 99999999999999999999", "bestmove 0000");
    expect(dialog, &e, "go sideways 3", "bestmove 0000");
    char *line = malloc(SH_DIALOG_LINE + 10);
    assert_non_null(line);
    memset(line, 'x', SH_DIALOG_LINE + 9);
    line[SH_DIALOG_LINE + 9] = 0;
    expect(dialog, &e, line, "at most");
    free(line);
    expect(dialog, &e, "setoption name Game value 7x7/3\ngo nodes 10", "no position");
    expect(dialog, &e, "position startpos\ngo nodes 10", "bestmove ");
    sh_dialog_close(dialog);
}

static void test_ccp(void **state) {
    (void)state;
    static ear e;
    char line[256], cells[SH_CCERL_CELLS + 1];
    sh_dialog *dialog = begin(&e, NULL, true);
    expect(dialog, &e, "ccp", "\nccpok\n");
    expect(dialog, &e, "protocol", "protocol ccp 1\n");
    expect(dialog, &e, "position startpos\ngo nodes 100", "bestmove ");
    memset(cells, '.', sizeof cells - 1);
    memset(cells, '1', 10);
    memset(cells + 111, '0', 10);
    cells[SH_CCERL_CELLS] = 0;
    snprintf(line, sizeof line, "position cells %s player 1 ply 90\ngo nodes 10", cells);
    expect(dialog, &e, line, "bestmove 0000\n"); // over
    // Player 0 has one piece before its goal, which can only go in: 9 are inside and locked.
    cells[111] = '.';
    cells[102] = '0';
    memset(cells, '.', 10);
    memset(cells + 20, '1', 10);
    snprintf(line, sizeof line, "position cells %s player 0 ply 90\ngo nodes 200", cells);
    expect(dialog, &e, line, "bestmove 102-111\n");
    expect(dialog, &e, "position cells ... player 0 ply 1", "error: a position has 121 cells");
    expect(dialog, &e, "go nodes 10", "bestmove 0000");
    expect(dialog, &e, "position cells", "error: ");
    expect(dialog, &e, "position startpos player 2", "error: ");
    expect(dialog, &e, "query result", "unknown command");
    expect(dialog, &e, "setoption name Game value 7x7/3", "there is no option");
    sh_dialog_close(dialog);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ugi),       cmocka_unit_test(test_searches),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_moves_to_go),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_ccp)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
