// SPDX-License-Identifier: MIT
// See puzzle_transfer.h. Runs the search of transfer_shortest.h, tells levels and lengths as they
// come, and prints or writes what it found.
#include "cli/puzzle_transfer.h"

#include <stdio.h>  // printf
#include <stdlib.h> // free
#include <string.h> // strchr

#include "base/memory.h"
#include "puzzle/beam_transfer.h"
#include "puzzle/transfer_shortest.h"
#include "json/certificate.h"

enum { USUAL_BEAM = 20000 };

typedef struct telling {
    sh_cli *cli;
    const sh_puzzle *puzzle;
    const sh_cli_puzzle *choices;
    double began;
} telling;

static void tell_settled(void *user, const sh_transfer_settled *s) {
    telling *own = user;
    char boards[SH_CLI_TEXT];
    sh_cli_progress_end(own->cli);
    if (own->cli->json) return;
    sh_cli_print_count(s->boards, boards);
    printf("%s of %d moves%s (%s boards, %.1f s)\n", s->found ? "a solution" : "no solution",
           s->length, own->choices->palindrome ? " that is a palindrome" : "", boards, s->seconds);
    fflush(stdout);
}

static void tell_level(void *user, int time, const sh_transfer_level *found) {
    telling *own = user;
    sh_cli_level level = {own->puzzle,   "search",    (int)own->choices->length, time,
                          found->boards, found->hash, sh_clock() - own->began};
    sh_cli_tell_level(own->cli, &level);
}

static json_t *list_moves(const char *text) {
    json_t *list = json_array();
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ", \n");
        json_array_append_new(list, json_stringn(at, length));
        at += length;
        at += strspn(at, ", \n");
    }
    return list;
}

static json_t *list_levels(const sh_transfer_settled *s) {
    json_t *list = json_array();
    for (int i = 0; i < s->levels; i++) {
        char hash[20];
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->level[i].hash);
        json_array_append_new(list, json_pack("{s:i, s:I, s:s}", "moves", i, "boards",
                                              (json_int_t)s->level[i].boards, "hash", hash));
    }
    return list;
}

static json_t *list_lengths(const sh_transfer_answer *a) {
    json_t *list = json_array();
    for (int i = 0; i < a->settled_count; i++) {
        const sh_transfer_settled *s = &a->settled[i];
        json_array_append_new(list, json_pack("{s:i, s:b, s:I, s:f, s:o}", "length", s->length,
                                              "found", s->found, "boards", (json_int_t)s->boards,
                                              "seconds", s->seconds, "levels", list_levels(s)));
    }
    return list;
}

static json_t *digits(sh_index number) {
    char text[SH_CLI_TEXT];
    sh_cli_print_digits(number, text);
    return json_string(text);
}

static void print_json(const telling *own, const sh_transfer_answer *a, const char *moves) {
    json_t *o = json_pack(
        "{s:s, s:s, s:o, s:b, s:f, s:I, s:I, s:o}", "game", own->puzzle->game.name, "kind",
        "transfer", "length", a->length >= 0 ? json_integer(a->length) : json_null(), "proved",
        a->proved, "seconds", sh_clock() - own->began, "boards", (json_int_t)a->boards,
        "peak_bytes", (json_int_t)sh_memory_peak(), "solution", list_moves(moves));
    json_object_set_new(o, "jumps_only", json_boolean(sh_puzzle_jumps_only(own->puzzle)));
    json_object_set_new(o, "palindrome", json_boolean(own->choices->palindrome));
    json_object_set_new(o, "excluded", a->excluded >= 0 ? json_integer(a->excluded) : json_null());
    json_object_set_new(o, "lengths", list_lengths(a));
    if (a->counted) {
        json_object_set_new(o, "solutions", digits(a->count.solutions));
        json_object_set_new(o, "classes", digits(a->count.classes));
        json_object_set_new(o, "palindromes",
                            digits(a->count.palindromes[0] + a->count.palindromes[1]));
    }
    sh_cli_print_json(o);
    own->cli->told = true;
}

static void print_counts(const sh_transfer_count *count, bool proved) {
    char all[SH_CLI_TEXT], classes[SH_CLI_TEXT], own[SH_CLI_TEXT];
    sh_cli_print_count(count->solutions, all);
    sh_cli_print_count(count->classes, classes);
    sh_cli_print_count(count->palindromes[0] + count->palindromes[1], own);
    printf("%s %s, %s up to mirror image and reversal; %s are palindromes\n", all,
           proved ? "shortest solutions" : "solutions of this length", classes, own);
}

static void print_text(const telling *own, const sh_transfer_answer *a, const char *moves) {
    const char *what = own->choices->palindrome ? "palindrome" : "solution";
    const char *name = own->puzzle->game.name;
    if (a->length >= 0) {
        printf("%s%s", moves, *moves ? "\n" : "");
        printf("%s: a %s of %d moves", name, what, a->length);
        if (a->proved)
            printf(", and none is shorter");
        else if (a->excluded >= 0)
            printf("; none has %d or less", a->excluded);
        printf(" (%.1f s)\n", sh_clock() - own->began);
    } else if (a->excluded >= 0) {
        printf("%s: no %s of %d moves or less (%.1f s)\n", name, what, a->excluded,
               sh_clock() - own->began);
    }
    if (a->counted) print_counts(&a->count, a->proved);
}

// The proof that counts is of the longest length excluded.
static const sh_transfer_settled *proof_of(const sh_transfer_answer *a) {
    const sh_transfer_settled *proof = NULL;
    for (int i = 0; i < a->settled_count; i++) {
        const sh_transfer_settled *s = &a->settled[i];
        if (!s->found && s->length <= a->excluded && (!proof || s->length > proof->length))
            proof = s;
    }
    return proof;
}

// The length before, where the proof needs it, too.
static const sh_transfer_settled *proof_before(const sh_transfer_answer *a,
                                               const sh_transfer_settled *proof) {
    for (int i = 0; i < a->settled_count && !proof->covers; i++)
        if (!a->settled[i].found && a->settled[i].length == proof->length - 1)
            return &a->settled[i];
    return NULL;
}

static void claim_levels(sh_certificate_claim *claim, sh_certificate_level *level,
                         const sh_transfer_settled *s) {
    for (int i = 0; i < s->levels; i++)
        level[claim->levels++] =
            (sh_certificate_level){s->length, s->known, i, s->level[i].boards, s->level[i].hash};
}

static sh_status write_certificate(const telling *own, const sh_transfer_answer *a,
                                   const char *picture, sh_error *error) {
    sh_certificate_level level[2 * (SH_MAX_TRANSFER + 1)];
    sh_certificate_claim claim = {.puzzle = own->puzzle,
                                  .picture = picture,
                                  .solution = a->length,
                                  .move = a->moves,
                                  .none = -1,
                                  .level = level};
    const sh_transfer_settled *proof = own->choices->palindrome ? NULL : proof_of(a);
    if (proof) {
        const sh_transfer_settled *before = proof_before(a, proof);
        claim.none = a->excluded;
        if (before) claim_levels(&claim, level, before);
        claim_levels(&claim, level, proof);
    }
    return sh_certificate_write(own->choices->out, &claim, error);
}

static sh_status answer(const telling *own, const sh_transfer_answer *a, const char *picture,
                        sh_error *error) {
    char *moves = sh_certificate_moves(own->puzzle, a->moves, a->length > 0 ? a->length : 0);
    if (!moves) return sh_fail(error, SH_RESOURCES, "no memory for the solution");
    sh_cli_progress_end(own->cli);
    if (own->cli->json)
        print_json(own, a, moves);
    else
        print_text(own, a, moves);
    sh_status status = own->choices->out ? write_certificate(own, a, picture, error) : SH_OK;
    free(moves);
    return status;
}

// Only a beam, without exact search: for puzzles too large for it.
static sh_status beam_alone(const telling *own, const sh_monitor *monitor, sh_transfer_answer *a,
                            sh_error *error) {
    const sh_cli_puzzle *choices = own->choices;
    sh_transfer_beam beam = {.threads = (int)choices->threads,
                             .width = (size_t)choices->beam,
                             .symmetry = 5,
                             .noise = own->cli->given[SH_OPTION_NOISE] ? (double)choices->noise : 1,
                             .seed = (uint64_t)choices->seed,
                             .most = (int)choices->length,
                             .monitor = monitor};
    *a = (sh_transfer_answer){.length = -1, .excluded = -1};
    int count;
    sh_status status = sh_beam_transfer(own->puzzle, &beam, a->moves, &count, &a->boards, error);
    if (!status && count) a->length = count;
    if (!status && !count) status = sh_fail(error, SH_NO, "the beam found no solution");
    return status;
}

static sh_transfer_search search_of(telling *own, const sh_monitor *monitor) {
    const sh_cli_puzzle *choices = own->choices;
    return (sh_transfer_search){
        .options = {.threads = (int)choices->threads,
                    .memory = choices->memory,
                    .scratch = choices->scratch,
                    .known = (int)choices->known,
                    .hashes = choices->length || own->cli->json || choices->out,
                    .listener = choices->length ? tell_level : NULL,
                    .user = own},
        .beam = USUAL_BEAM,
        .length = (int)choices->length,
        .palindrome = choices->palindrome,
        .all = choices->all,
        .monitor = monitor,
        .listener = tell_settled,
        .user = own};
}

sh_status sh_cli_puzzle_transfer(sh_cli *cli, const sh_puzzle *puzzle, const char *picture,
                                 const sh_cli_puzzle *choices, sh_error *error) {
    telling own = {cli, puzzle, choices, sh_clock()};
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_transfer_answer *a = calloc(1, sizeof *a);
    if (!a) return sh_fail(error, SH_RESOURCES, "no memory for a search");
    a->length = a->excluded = -1;
    sh_status status = sh_puzzle_check(puzzle, error);
    if (!status && choices->beam > 0) {
        status = beam_alone(&own, &monitor, a, error);
    } else if (!status) {
        sh_transfer_search search = search_of(&own, &monitor);
        status = sh_transfer_find_shortest(puzzle, &search, a, error);
    }
    // What was found and proved before the search ended is worth telling.
    bool some = a->length >= 0 || a->settled_count > 0 || (cli->json && status == SH_NO);
    sh_status told = some ? answer(&own, a, picture, status ? NULL : error) : SH_OK;
    if (!status) status = told;
    if (!status && choices->length && a->length < 0)
        status = sh_fail(error, SH_NO, "there is no solution of %d moves", (int)choices->length);
    sh_transfer_answer_free(a);
    free(a);
    return status;
}
