// SPDX-License-Identifier: MIT
// sternhalma puzzle check: a certificate replayed by the rules, and its levels computed again.
#include <stdio.h>  // printf
#include <stdlib.h> // free

#include "cli/puzzle_choices.h"
#include "puzzle/transfer_recheck.h"
#include "json/certificate.h"

typedef struct comparing {
    sh_cli *cli;
    const sh_certificate *c;
    int different; // the first level that differs, -1
} comparing;

static void compare_level(void *user, int time, uint64_t boards, uint64_t hash) {
    comparing *own = user;
    for (int i = 0; i < own->c->levels; i++) {
        const sh_certificate_level *l = &own->c->level[i];
        if (l->time == time && (l->boards != boards || l->hash != hash) && own->different < 0)
            own->different = time;
    }
    sh_cli_progress_end(own->cli);
    if (!own->cli->json)
        printf("level %d: %llu boards, %016llx\n", time, (unsigned long long)boards,
               (unsigned long long)hash);
    fflush(stdout);
}

// Computes the levels of an impossibility proof with the second program.
static sh_status recheck(sh_cli *cli, const sh_certificate *c, const sh_cli_puzzle *choices,
                         sh_error *error) {
    comparing own = {cli, c, -1};
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_transfer_recheck_options options = {.length = c->none,
                                           .known = c->known,
                                           .monitor = &monitor,
                                           .listener = compare_level,
                                           .user = &own};
    bool found;
    if (c->puzzle.kind != SH_PUZZLE_TRANSFER)
        return sh_fail(error, SH_USAGE, "levels of games are rechecked by puzzle game --recheck");
    sh_status status = sh_transfer_recheck(&c->puzzle, &options, &found, error);
    if (status) return status;
    if (found) return sh_fail(error, SH_NO, "there is a solution of %d moves", c->none);
    if (own.different >= 0)
        return sh_fail(error, SH_NO, "level %d is another than the certificate says",
                       own.different);
    return SH_OK;
}

static sh_status judge(const sh_certificate *c, sh_error *error) {
    if (!c->moves && c->none >= 0) return SH_OK; // only an impossibility
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
    if (c->none >= 0)
        printf("no solution of %d moves or less: %s\n", c->none,
               confirmed ? "confirmed by the second program"
                         : "claimed; --recheck computes the levels again");
}

sh_status sh_cli_puzzle_check(sh_cli *cli, const char *file, const char *puzzle,
                              const sh_cli_puzzle *choices, sh_error *error) {
    char *text;
    sh_certificate *c = calloc(1, sizeof *c);
    if (!c) return sh_fail(error, SH_RESOURCES, "no memory for a certificate");
    sh_status status = sh_cli_read_text(file, &text, error);
    if (!status) {
        status =
            sh_certificate_read(c, text, puzzle, SH_PUZZLE_TRANSFER, choices->jumps_only, error);
        free(text);
        // A malformed file and an illegal move are both a no to the question.
        if (status == SH_DATA) status = SH_NO;
    }
    bool read = status == SH_OK, confirmed = false;
    if (!status) status = judge(c, error);
    if (!status && choices->recheck && c->none >= 0) {
        status = recheck(cli, c, choices, error);
        confirmed = status == SH_OK;
    }
    sh_cli_progress_end(cli);
    if (read && cli->json) print_json(c, status == SH_OK, confirmed);
    if (!status && !cli->json) print_text(c, confirmed);
    sh_certificate_free(c);
    free(c);
    return status;
}
