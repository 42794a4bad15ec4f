// SPDX-License-Identifier: MIT
// See puzzle_game.h. With --json every level is a line, and the last line is the answer.
#include "cli/puzzle_game.h"

#include <stdio.h>  // printf
#include <string.h> // strcmp

#include "base/memory.h"
#include "puzzle/beam_game.h"
#include "puzzle/game_shortest.h"
#include "puzzle/recheck.h"
#include "json/certificate.h"

enum { USUAL_BEAM = 32000 };

typedef struct telling {
    sh_cli *cli;
    const sh_puzzle *puzzle;
    const char *picture, *out; // or NULL
    const char *way;           // "search", "beam", "recheck"
    int length;
    bool winner_first;
    double begun;
} telling;

static void print_hash(uint64_t hash, char *text, size_t size) {
    snprintf(text, size, "%016llx", (unsigned long long)hash);
}

static json_t *encode_stage(const sh_game_stage *stage) {
    char hash[17];
    print_hash(stage->hash, hash, sizeof hash);
    return json_pack("{s:i, s:I, s:s}", "moves", stage->moves, "boards", (json_int_t)stage->boards,
                     "hash", hash);
}

static void tell_stage(void *user, const sh_game_stage *stage) {
    telling *own = user;
    sh_cli_level level = {own->puzzle,
                          own->way,
                          own->length,
                          stage->moves,
                          stage->boards,
                          stage->hash,
                          sh_clock() - own->begun};
    sh_cli_tell_level(own->cli, &level);
}

static json_t *encode_result(const sh_game_result *result) {
    json_t *levels = json_array();
    for (int i = 0; i < result->stages; i++)
        json_array_append_new(levels, encode_stage(&result->stage[i]));
    return json_pack("{s:i, s:b, s:I, s:o}", "length", result->length, "found", result->found,
                     "boards", (json_int_t)result->boards, "levels", levels);
}

// The moves with their paths, as the paper writes them.
static json_t *encode_moves(const sh_puzzle *puzzle, const sh_game_result *result) {
    json_t *list = json_array();
    sh_position position;
    sh_position_start(&puzzle->game, &position);
    for (int i = 0; i < result->moves; i++) {
        sh_path path;
        char text[SH_MAX_MOVE_TEXT];
        sh_move_path(&puzzle->game, &position, result->move[i], &path);
        sh_path_print(&puzzle->game, &path, text);
        sh_move_apply(&puzzle->game, &position, result->move[i]);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static void print_moves(const json_t *moves) {
    for (size_t i = 0; i < json_array_size(moves); i++)
        printf("%s%s", i ? ", " : "", json_string_value(json_array_get(moves, i)));
    if (json_array_size(moves)) printf("\n");
}

// The answer for one length or all; `lengths` is released.
static void print_answer(const telling *own, const sh_game_result *last, bool proved,
                         json_t *lengths, uint64_t boards) {
    json_t *moves = last ? encode_moves(own->puzzle, last) : json_array();
    double seconds = sh_clock() - own->begun;
    sh_cli_progress_end(own->cli);
    if (own->cli->json) {
        json_t *answer = json_pack(
            "{s:s, s:s, s:o?, s:b, s:f, s:I, s:I, s:O, s:O}", "game", own->puzzle->game.name,
            "kind", "game", "length", last ? json_integer(last->moves) : NULL, "proved", proved,
            "seconds", seconds, "boards", (json_int_t)boards, "peak_bytes",
            (json_int_t)sh_memory_peak(), "solution", moves, "lengths", lengths);
        if (last && last->games) {
            char digits[SH_CLI_TEXT];
            sh_cli_print_digits(last->games, digits);
            json_object_set_new(answer, "games", json_string(digits));
            json_object_set_new(answer, "images", json_integer(last->images));
        }
        sh_cli_print_json(answer);
        own->cli->told = true;
    } else if (last) {
        print_moves(moves);
        printf("%s: a game of %d moves%s, %.1f s\n", own->puzzle->game.name, last->moves,
               proved ? ", and none is shorter" : "", seconds);
        if (last->games) {
            char digits[SH_CLI_TEXT];
            sh_cli_print_count(last->games, digits);
            printf("%s sequences of moves", digits);
            if (last->images > 1) {
                sh_cli_print_count(last->games / (sh_index)last->images, digits);
                printf(", %s up to mirror image", digits);
            }
            printf("\n");
        }
    }
    json_decref(moves);
    json_decref(lengths);
}

// Appends the levels of a length without a game.
static int add_levels(const sh_game_result *result, sh_certificate_level *level) {
    for (int i = 0; i < result->stages; i++)
        level[i] = (sh_certificate_level){.length = result->length,
                                          .time = result->stage[i].moves,
                                          .boards = result->stage[i].boards,
                                          .hash = result->stage[i].hash};
    return result->stages;
}

// A length without a game excludes shorter ones with the same winner, so the last two prove all.
// `none` says whether every length up to the last was searched.
static sh_status write_certificate(const telling *own, const sh_game_result *result, int count,
                                   bool none, sh_error *error) {
    if (!own->out || count == 0) return SH_OK;
    bool found = result[count - 1].found;
    int searched = count - found;
    sh_certificate_level *level = calloc(2 * SH_GAME_MOST_MOVES, sizeof *level);
    if (!level) return sh_fail(error, SH_RESOURCES, "no memory for a certificate");
    sh_certificate_claim claim = {
        .puzzle = own->puzzle,
        .picture = own->picture,
        .solution = found ? result[count - 1].moves : -1,
        .move = found ? result[count - 1].move : NULL,
        .none = none && searched > 0 ? result[searched - 1].length : -1,
        .level = level,
    };
    for (int i = searched > 2 ? searched - 2 : 0; i < searched; i++)
        claim.levels += add_levels(&result[i], level + claim.levels);
    sh_status status = sh_certificate_write(own->out, &claim, error);
    free(level);
    return status;
}

// The answer to the question for one length.
static sh_status answer_one(telling *own, const sh_game_result *result, const char *no,
                            sh_error *error) {
    json_t *lengths = json_pack("[o]", encode_result(result));
    print_answer(own, result->found ? result : NULL, false, lengths, result->boards);
    return result->found ? SH_OK : sh_fail(error, SH_NO, "%s of %d moves", no, own->length);
}

static sh_status search_one(telling *own, const sh_game_options *options, sh_error *error) {
    sh_game_result *result = calloc(1, sizeof *result);
    if (!result) return sh_fail(error, SH_RESOURCES, "no memory for the levels");
    sh_status status = sh_game_search(own->puzzle, own->length, options, result, error);
    if (!status) status = write_certificate(own, result, 1, false, error);
    if (!status) status = answer_one(own, result, "there is no game", error);
    free(result);
    return status;
}

// The device of a beam, or NULL for the CPU.
static sh_status choose_runtime(const char *backend, const sh_gpu_runtime **runtime,
                                sh_error *error) {
    sh_gpu *gpu;
    *runtime = NULL;
    if (backend && strcmp(backend, "cpu") == 0) return SH_OK;
    if (backend && strcmp(backend, "emulated") == 0) {
        *runtime = sh_gpu_emulator();
        return SH_OK;
    }
    if (backend && strcmp(backend, "cuda") != 0)
        return sh_fail(error, SH_USAGE, "beams run on cpu, cuda or emulated, not on '%.20s'",
                       backend);
    const sh_gpu_runtime *found = sh_gpu_load(backend ? error : NULL);
    if (!found || found->open(&gpu, backend ? error : NULL)) return backend ? SH_RESOURCES : SH_OK;
    found->close(gpu);
    *runtime = found;
    return SH_OK;
}

static sh_status beam_one(telling *own, const sh_cli_puzzle *choices,
                          const sh_game_options *options, sh_error *error) {
    sh_game_result *result = calloc(1, sizeof *result);
    if (!result) return sh_fail(error, SH_RESOURCES, "no memory for the levels");
    sh_beam_options beam = {.threads = (int)choices->threads,
                            .width = (size_t)choices->beam,
                            .weights = SH_BEAM_USUAL,
                            .seed = (uint64_t)choices->seed,
                            .noise = (int)choices->noise,
                            .monitor = options->monitor,
                            .listener = tell_stage,
                            .user = own};
    own->way = "beam";
    sh_status status = choose_runtime(choices->backend, &beam.runtime, error);
    if (!status) status = sh_beam_game(own->puzzle, own->length, &beam, result, error);
    if (!status && result->found) status = write_certificate(own, result, 1, false, error);
    if (!status) status = answer_one(own, result, "the beam found no game", error);
    free(result);
    return status;
}

static bool tell_recheck(void *user, int level, sh_recheck_level found) {
    telling *own = user;
    sh_game_stage stage = {2 * level - (own->winner_first ? 1 : 0), found.boards, found.hash};
    tell_stage(user, &stage);
    return true;
}

static sh_status recheck_one(telling *own, const sh_game_options *options, sh_error *error) {
    own->way = "recheck";
    own->winner_first = own->length % 2 == 1;
    sh_recheck_options recheck = {.threads = options->threads,
                                  .monitor = options->monitor,
                                  .listener = tell_recheck,
                                  .user = own};
    bool found = false;
    sh_status status = sh_recheck_game(own->puzzle, own->length, &recheck, &found, error);
    if (status || found) return status;
    return sh_fail(error, SH_NO, "there is no game of %d moves", own->length);
}

static void tell_settled(void *user, const sh_game_result *result) {
    telling *own = user;
    sh_cli_progress_end(own->cli);
    char count[SH_CLI_TEXT];
    sh_cli_print_count(result->boards, count);
    if (!own->cli->json && !result->found)
        printf("no game of %d moves (%s boards, %.1f s)\n", result->length, count,
               sh_clock() - own->begun);
    fflush(stdout);
}

static sh_status find_shortest(telling *own, const sh_cli_puzzle *choices,
                               const sh_game_options *options, sh_error *error) {
    sh_game_shortest shortest;
    size_t beam = choices->beam < 0 ? USUAL_BEAM : (size_t)choices->beam;
    sh_status status =
        sh_game_find_shortest(own->puzzle, options, beam, tell_settled, own, &shortest, error);
    json_t *lengths = json_array();
    uint64_t boards = 0;
    for (int i = 0; i < shortest.lengths; i++) {
        json_array_append_new(lengths, encode_result(&shortest.result[i]));
        boards += shortest.result[i].boards;
    }
    const sh_game_result *last = status ? NULL : &shortest.result[shortest.lengths - 1];
    if (last || own->cli->json)
        print_answer(own, last, last && shortest.proved, lengths, boards);
    else
        json_decref(lengths);
    // What was proved before the search ended is worth keeping.
    sh_status kept =
        write_certificate(own, shortest.result, shortest.lengths, true, status ? NULL : error);
    sh_game_shortest_free(&shortest);
    return status ? status : kept;
}

// A puzzle that cannot be solved is answered as one that was searched.
static sh_status refuse(sh_cli *cli, const sh_puzzle *puzzle, sh_status status) {
    telling own = {.cli = cli, .puzzle = puzzle, .begun = sh_clock()};
    if (cli->json && status == SH_NO) print_answer(&own, NULL, false, json_array(), 0);
    return status;
}

sh_status sh_cli_puzzle_game(sh_cli *cli, const sh_puzzle *puzzle, const char *picture,
                             const sh_cli_puzzle *choices, sh_error *error) {
    sh_status status = sh_puzzle_check(puzzle, error);
    if (status) return refuse(cli, puzzle, status);
    sh_monitor monitor = sh_cli_monitor(cli);
    telling own = {.cli = cli,
                   .puzzle = puzzle,
                   .picture = picture,
                   .out = choices->out,
                   .way = "search",
                   .length = (int)choices->length,
                   .begun = sh_clock()};
    sh_game_options options = {.threads = (int)choices->threads,
                               .memory = choices->memory ? choices->memory
                                                         : sh_memory_available() / 4 * 3,
                               .scratch = choices->scratch,
                               .bounds = SH_GAME_ALL_BOUNDS,
                               .count = choices->all,
                               .monitor = &monitor};
    if (!choices->length) return find_shortest(&own, choices, &options, error);
    if (choices->recheck) return recheck_one(&own, &options, error);
    if (choices->beam > 0) return beam_one(&own, choices, &options, error);
    options.listener = tell_stage;
    options.user = &own;
    return search_one(&own, &options, error);
}
