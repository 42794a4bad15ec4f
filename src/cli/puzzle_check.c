// SPDX-License-Identifier: MIT
// sternhalma puzzle check: a certificate replayed by the rules, and its levels computed again.
#include <stdio.h>  // printf
#include <stdlib.h> // free

#include "cli/puzzle_choices.h"
#include "puzzle/recheck.h"
#include "puzzle/transfer_recheck.h"
#include "json/certificate.h"

// The levels of one length, as the second program computes them.
typedef struct comparing {
    sh_cli *cli;
    const sh_certificate *c;
    int length;
    int same;      // levels that are as the certificate says
    int different; // the time of the first that is not, -1
} comparing;

static void compare_level(void *user, int time, uint64_t boards, uint64_t hash) {
    comparing *own = user;
    for (int i = 0; i < own->c->levels; i++) {
        const sh_certificate_level *l = &own->c->level[i];
        if (l->length != own->length || l->time != time) continue;
        if (l->boards == boards && l->hash == hash)
            own->same++;
        else if (own->different < 0)
            own->different = time;
    }
    sh_cli_progress_end(own->cli);
    if (!own->cli->json)
        printf("%d moves, level %d: %llu boards, %016llx\n", own->length, time,
               (unsigned long long)boards, (unsigned long long)hash);
    fflush(stdout);
}

static bool compare_game_level(void *user, int level, sh_recheck_level found) {
    comparing *own = user;
    compare_level(own, 2 * level - own->length % 2, found.boards, found.hash);
    return true;
}

static sh_status recheck_game(comparing *own, const sh_cli_puzzle *choices,
                              const sh_monitor *monitor, bool *found, sh_error *error) {
    sh_recheck_options options = {.threads = (int)choices->threads,
                                  .monitor = monitor,
                                  .listener = compare_game_level,
                                  .user = own};
    return sh_recheck_game(&own->c->puzzle, own->length, &options, found, error);
}

static int known_of(const sh_certificate *c, int length) {
    for (int i = 0; i < c->levels; i++)
        if (c->level[i].length == length) return c->level[i].known;
    return 0;
}

static sh_status recheck_transfer(comparing *own, const sh_monitor *monitor, bool *found,
                                  sh_error *error) {
    sh_transfer_recheck_options options = {.length = own->length,
                                           .known = known_of(own->c, own->length),
                                           .monitor = monitor,
                                           .listener = compare_level,
                                           .user = own};
    return sh_transfer_recheck(&own->c->puzzle, &options, found, error);
}

// Computes the levels of one length with the second program.
static sh_status recheck_length(sh_cli *cli, const sh_certificate *c, int length,
                                const sh_cli_puzzle *choices, sh_error *error) {
    comparing own = {cli, c, length, 0, -1};
    sh_monitor monitor = sh_cli_monitor(cli);
    bool found;
    int claimed = 0;
    sh_status status = c->puzzle.kind == SH_PUZZLE_GAME
                           ? recheck_game(&own, choices, &monitor, &found, error)
                           : recheck_transfer(&own, &monitor, &found, error);
    if (status) return status;
    if (found) return sh_fail(error, SH_NO, "there is a solution of %d moves", length);
    if (own.different >= 0)
        return sh_fail(error, SH_NO, "level %d of %d moves is another than the certificate says",
                       own.different, length);
    for (int i = 0; i < c->levels; i++) claimed += c->level[i].length == length;
    if (own.same != claimed)
        return sh_fail(error, SH_NO, "the certificate has levels of %d moves that do not exist",
                       length);
    return SH_OK;
}

static bool has_length(const sh_certificate *c, int length) {
    for (int i = 0; i < c->levels; i++)
        if (c->level[i].length == length) return true;
    return false;
}

// Do the lengths with levels exclude what `none` says? Those of one length exclude every second one
// before it: a game of an even and one of an odd length have different winners, and a transfer can
// be made longer by a move and its opposite.
static sh_status judge_lengths(const sh_certificate *c, sh_error *error) {
    const sh_game *game = &c->puzzle.game;
    if (c->none < 0) return SH_OK;
    if (!has_length(c, c->none))
        return sh_fail(error, SH_NO, "the file lacks the levels that exclude %d moves or less",
                       c->none);
    bool before = c->none == 0 || has_length(c, c->none - 1);
    sh_status status = SH_OK;
    if (c->puzzle.kind == SH_PUZZLE_TRANSFER) {
        if (sh_set_equal(game->camp[0], game->goal[0]))
            return sh_fail(error, SH_NO, "there is a solution of 0 moves: the goal is the start");
        if (!before) status = sh_transfer_recheck_covers(&c->puzzle, c->none, &before, error);
    }
    if (status || before) return status;
    return sh_fail(error, SH_NO,
                   "the file has levels of %d moves, but not those that exclude %d moves: whether "
                   "there is such a solution stays open",
                   c->none, c->none - 1);
}

// Is this the first level of its length?
static bool begins_length(const sh_certificate *c, int i) {
    for (int k = 0; k < i; k++)
        if (c->level[k].length == c->level[i].length) return false;
    return true;
}

static sh_status recheck(sh_cli *cli, const sh_certificate *c, const sh_cli_puzzle *choices,
                         sh_error *error) {
    sh_status status = judge_lengths(c, error);
    for (int i = 0; i < c->levels && !status; i++)
        if (begins_length(c, i))
            status = recheck_length(cli, c, c->level[i].length, choices, error);
    return status;
}

static sh_status judge(const sh_certificate *c, sh_error *error) {
    if (!c->moves && c->levels) return SH_OK; // only an impossibility
    if (!c->arrived)
        return sh_fail(error, SH_NO, "%d legal moves, but the goal is not filled", c->moves);
    if (c->claimed >= 0 && c->claimed != c->moves)
        return sh_fail(error, SH_NO, "%d moves, not %d as the file says", c->moves, c->claimed);
    return SH_OK;
}

static void print_json(const sh_certificate *c, bool good, bool confirmed) {
    sh_cli_print_json(json_pack(
        "{s:s, s:s, s:i, s:b, s:o, s:b}", "game", c->puzzle.game.name, "kind",
        sh_puzzle_kind_name(c->puzzle.kind), "length", c->moves, "solution", good && c->arrived,
        "excluded", c->none >= 0 ? json_integer(c->none) : json_null(), "confirmed", confirmed));
}

static void print_text(const sh_certificate *c, bool confirmed) {
    if (c->moves)
        printf("%s, %s: %d moves, a solution\n", c->puzzle.game.name,
               sh_puzzle_kind_name(c->puzzle.kind), c->moves);
    const char *how = confirmed ? "confirmed by the second program"
                                : "claimed; --recheck computes the levels again";
    if (c->none >= 0) printf("no solution of %d moves or less: %s\n", c->none, how);
    for (int i = 0; i < c->levels && c->none < 0; i++)
        if (begins_length(c, i))
            printf("no game of %d moves, nor of less with the same winner: %s\n",
                   c->level[i].length, how);
}

sh_status sh_cli_puzzle_check(sh_cli *cli, const char *file, const char *puzzle,
                              const sh_cli_puzzle *choices, sh_error *error) {
    char *text;
    sh_certificate *c = calloc(1, sizeof *c);
    if (!c) return sh_fail(error, SH_RESOURCES, "no memory for a certificate");
    sh_status status = sh_cli_read_text(file, &text, error);
    if (!status) {
        status = sh_certificate_read(c, text, puzzle, SH_PUZZLE_TRANSFER, (int)choices->moves,
                                     choices->jumps_only, error);
        free(text);
        // A malformed file and an illegal move are both a no to the question.
        if (status == SH_DATA) status = SH_NO;
    }
    bool read = status == SH_OK, confirmed = false;
    if (!status) status = judge(c, error);
    if (!status && choices->recheck && (c->levels || c->none >= 0)) {
        status = recheck(cli, c, choices, error);
        confirmed = status == SH_OK;
    }
    sh_cli_progress_end(cli);
    if (read && cli->json) {
        print_json(c, status == SH_OK, confirmed);
        cli->told = true;
    }
    if (!status && !cli->json) print_text(c, confirmed);
    sh_certificate_free(c);
    free(c);
    return status;
}
