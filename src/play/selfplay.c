// SPDX-License-Identifier: MIT
// Playing, writing and reading games of an agent against itself.
#include "play/selfplay.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // memcpy
#include <unistd.h> // close
#include <xxhash.h> // XXH3_64bits

#include "base/file.h"
#include "base/random.h"
#include "play/opening.h"

static const char magic[8] = "SHGAMES\n";
static const sh_mark mark = {magic, sizeof magic, 0, "a file of games"};

enum { VERSION = 2 };

typedef struct head {
    char magic[8];
    uint32_t version, games;
    char game[SH_MAX_NAME];
    uint64_t run;             // a hash of what decides the games
    uint64_t bytes, checksum; // of what follows
} head;

struct sh_selfplay {
    uint8_t *bytes;
    size_t size;
    sh_game game;
    size_t at;
    uint32_t left;
    uint64_t run;
};

// A game on its way to the file.
typedef struct text {
    uint8_t bytes[8 + 4 * SH_SELFPLAY_PLIES];
    size_t count;
} text;

static void put(text *t, unsigned value) { t->bytes[t->count++] = (uint8_t)value; }

static void put_move(text *t, sh_move move) {
    put(t, move.from);
    put(t, move.to);
}

// Who plays: the agent, and its rival, which may be NULL.
typedef struct cast {
    sh_agent *agent, *rival;
} cast;

// The seats of the rival, as bits: at least one, and not all.
static unsigned draw_seats(const sh_selfplay_options *o, sh_random *random) {
    unsigned all = (1u << o->game->players) - 1;
    return o->rival ? 1 + (unsigned)sh_random_below(random, all - 1) : 0;
}

static bool slips(const sh_selfplay_options *o, sh_random *random) {
    return o->slips && (int)sh_random_below(random, 100) < o->slips;
}

static sh_agent_choice draw_move(const sh_record *record, sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(sh_record_game(record), sh_record_position(record), moves);
    return (sh_agent_choice){.move = moves[sh_random_below(random, (uint64_t)count)],
                             .score = SH_SLIP};
}

// Plays one game; its plies and score go to `t`.
static sh_status play(const sh_selfplay_options *o, const cast *who, uint64_t seed, text *t,
                      sh_error *error) {
    sh_record *record = NULL;
    sh_random random = {seed};
    int opening = o->opening ? (int)sh_random_below(&random, (uint64_t)o->opening) + 1 : 0;
    sh_status status = sh_opening_draw(&record, o->game, opening, sh_random_next(&random), error);
    unsigned seats = draw_seats(o, &random);
    sh_agent_reset(who->agent, seed);
    if (who->rival) sh_agent_reset(who->rival, seed);
    t->count = 5;
    for (int i = 0; i < opening && !status; i++) put_move(t, sh_record_move(record, i));
    while (!status && sh_record_result(record).ending == SH_GOES_ON &&
           sh_record_count(record) < SH_SELFPLAY_PLIES) {
        sh_agent_choice choice;
        bool rival = seats >> sh_record_position(record)->turn & 1;
        if (slips(o, &random))
            choice = draw_move(record, &random);
        else
            status = sh_agent_choose(rival ? who->rival : who->agent, record, NULL, &choice, error);
        if (!status) status = sh_record_play(record, choice.move, error);
        put_move(t, choice.move);
        put(t, (unsigned)choice.score & 255);
        put(t, (unsigned)choice.score >> 8);
    }
    if (!status) {
        int winner = sh_record_result(record).winner, plies = sh_record_count(record);
        t->bytes[0] = (uint8_t)opening;
        t->bytes[1] = (uint8_t)plies;
        t->bytes[2] = (uint8_t)(plies >> 8);
        t->bytes[3] = (uint8_t)(winner < 0 ? o->game->players : winner);
        t->bytes[4] = 0;
    }
    sh_record_close(record);
    return status;
}

// The games of a run so far.
typedef struct games {
    uint8_t *bytes;
    size_t size, room;
    int count;
} games;

static uint64_t hash_run(const sh_selfplay_options *o) {
    char words[64];
    int count = snprintf(words, sizeof words, "%d %llu", o->opening, (unsigned long long)o->seed);
    if (o->slips) count += snprintf(words + count, sizeof words - (size_t)count, " %d", o->slips);
    uint64_t hash =
        XXH3_64bits_withSeed(o->agent, strlen(o->agent), XXH3_64bits(words, (size_t)count));
    return o->rival ? XXH3_64bits_withSeed(o->rival, strlen(o->rival), hash) : hash;
}

static sh_status add_game(games *g, const uint8_t *bytes, size_t count, int games_of_it,
                          sh_error *error) {
    if (g->room - g->size < count) {
        size_t room = 2 * g->room + count;
        uint8_t *more = realloc(g->bytes, room);
        if (!more) return sh_fail(error, SH_RESOURCES, "out of memory for games");
        g->bytes = more;
        g->room = room;
    }
    if (count) memcpy(g->bytes + g->size, bytes, count);
    g->size += count;
    g->count += games_of_it;
    return SH_OK;
}

static sh_status save(const sh_selfplay_options *o, const games *g, const char *file,
                      sh_error *error) {
    sh_writer *writer;
    head h = {.version = VERSION,
              .games = (uint32_t)g->count,
              .run = hash_run(o),
              .bytes = g->size,
              .checksum = XXH3_64bits(g->bytes, g->size)};
    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.game, o->game->name, strlen(o->game->name));
    sh_status status = sh_writer_open(&writer, file, &mark, error);
    if (status) return status;
    sh_writer_write(writer, &h, sizeof h);
    sh_writer_write(writer, g->bytes, g->size);
    return sh_writer_commit(writer, error);
}

// Plays the games that are missing. What was played is saved in any case.
static sh_status play_all(const sh_selfplay_options *o, const cast *who, games *g, const char *file,
                          const sh_monitor *monitor, sh_error *error) {
    sh_status status = SH_OK;
    text t;
    double began = sh_clock(), saved = began;
    while (g->count < o->games && !status && !sh_stopped(monitor)) {
        status = play(o, who, o->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)g->count, &t, error);
        if (!status) status = add_game(g, t.bytes, t.count, 1, error);
        if (status) break;
        sh_report(monitor, &(sh_progress){.phase = "play",
                                          .done = (uint64_t)g->count,
                                          .total = (uint64_t)o->games,
                                          .seconds = sh_clock() - began});
        if (o->every <= 0 || sh_clock() - saved < o->every) continue;
        status = save(o, g, file, error);
        saved = sh_clock();
    }
    sh_status last = g->count ? save(o, g, file, status ? NULL : error) : SH_OK;
    if (status || last) return status ? status : last;
    return g->count < o->games ? SH_INTERRUPTED : SH_OK;
}

// Takes over what an earlier run has left. Without `resume` nothing is, and a file with some of
// these games is not replaced.
static sh_status take_over(const sh_selfplay_options *o, const char *name, games *g,
                           sh_error *error) {
    sh_selfplay *file;
    if (access(name, F_OK) != 0) return SH_OK;
    sh_status status = sh_selfplay_open(&file, o->game, name, o->resume ? error : NULL);
    if (status) return o->resume ? status : SH_OK;
    bool same = file->run == hash_run(o);
    int count = (int)file->left;
    if (!o->resume && same && count && count < o->games)
        status = sh_fail(error, SH_USAGE,
                         "%.200s has %d of these games: --resume goes on with them, or remove it",
                         name, count);
    else if (o->resume && (!same || count > o->games))
        status = sh_fail(error, SH_USAGE,
                         "%.200s has %d games of another agent, opening or seed, or more than are "
                         "asked for: it cannot be gone on with",
                         name, count);
    else if (o->resume)
        status = add_game(g, file->bytes + file->at, file->size - file->at, count, error);
    sh_selfplay_close(file);
    return status;
}

static sh_status check_players(const sh_selfplay_options *o, sh_error *error) {
    const sh_game *game = o->game;
    if (game->players < 2)
        return sh_fail(error, SH_USAGE, "games are kept for two players or more, and %s has %d",
                       game->name, game->players);
    if (o->slips && game->players == 2)
        return sh_fail(error, SH_USAGE,
                       "slips are for three players or more, and %s has two: results would be "
                       "learned from them",
                       game->name);
    if (o->rival && game->players == 2)
        return sh_fail(error, SH_USAGE,
                       "a rival sits among three players or more, and %s has two: what it thinks "
                       "would be learned",
                       game->name);
    return SH_OK;
}

sh_status sh_selfplay_write(const sh_selfplay_options *options, const char *file,
                            const sh_monitor *monitor, sh_error *error) {
    const sh_game *game = options->game;
    cast who = {NULL, NULL};
    games g = {0};
    sh_status status = check_players(options, error);
    if (!status) status = sh_writer_check(file, &mark, error); // an agent may take long to open
    if (!status) status = take_over(options, file, &g, error);
    if (!status)
        status = sh_agent_open(&who.agent, game, options->agent, options->seed, monitor, error);
    if (!status && options->rival)
        status = sh_agent_open(&who.rival, game, options->rival, options->seed, monitor, error);
    if (!status) status = play_all(options, &who, &g, file, monitor, error);
    sh_agent_close(who.rival);
    sh_agent_close(who.agent);
    free(g.bytes);
    return status;
}

// The whole file; tens of megabytes at most.
static sh_status read_all(sh_selfplay *file, const char *name, sh_error *error) {
    int descriptor;
    uint64_t size;
    sh_status status = sh_file_open(&descriptor, &size, name, error);
    if (status) return status;
    file->size = size;
    file->bytes = malloc(size);
    status = file->bytes ? sh_file_read(descriptor, 0, file->bytes, size, error)
                         : sh_fail(error, SH_RESOURCES, "out of memory for games");
    close(descriptor);
    return status;
}

static sh_status check_head(sh_selfplay *file, const sh_game *game, const char *name,
                            sh_error *error) {
    head h;
    memset(&h, 0, sizeof h);
    if (file->size >= sizeof h) memcpy(&h, file->bytes, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic) != 0 || h.version != VERSION ||
        h.bytes != file->size - sizeof h ||
        h.checksum != XXH3_64bits(file->bytes + sizeof h, h.bytes))
        return sh_fail(error, SH_DATA, "%.200s is no file of games, or damaged", name);
    if (strncmp(h.game, game->name, sizeof h.game) != 0)
        return sh_fail(error, SH_DATA, "%.200s has games of %.31s, not of %s", name, h.game,
                       game->name);
    file->at = sizeof h;
    file->left = h.games;
    file->run = h.run;
    return SH_OK;
}

sh_status sh_selfplay_open(sh_selfplay **file, const sh_game *game, const char *name,
                           sh_error *error) {
    sh_selfplay *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for games");
    made->game = *game;
    sh_status status = read_all(made, name, error);
    if (!status) status = check_head(made, game, name, error);
    if (status)
        sh_selfplay_close(made);
    else
        *file = made;
    return status;
}

void sh_selfplay_close(sh_selfplay *file) {
    if (!file) return;
    free(file->bytes);
    free(file);
}

int sh_selfplay_games(const sh_selfplay *file) { return (int)file->left; }

sh_status sh_selfplay_next(sh_selfplay *file, sh_selfplay_game *game, sh_error *error) {
    if (file->left == 0) return SH_NO;
    const uint8_t *b = file->bytes + file->at;
    size_t room = file->size - file->at;
    game->opening = room >= 5 ? b[0] : 0;
    game->plies = room >= 5 ? b[1] | b[2] << 8 : SH_SELFPLAY_PLIES + 1;
    size_t bytes = 5 + 4 * (size_t)game->plies - 2 * (size_t)game->opening;
    if (game->plies > SH_SELFPLAY_PLIES || game->opening > game->plies || bytes > room ||
        b[3] > file->game.players)
        return sh_fail(error, SH_DATA, "a game of the file is malformed");
    game->winner = b[3] == file->game.players ? -1 : b[3];
    b += 5;
    for (int i = 0; i < game->plies; i++) {
        bool played = i >= game->opening;
        game->move[i] = (sh_move){b[0], b[1]};
        game->score[i] = played ? (int16_t)(b[2] | b[3] << 8) : 0;
        b += played ? 4 : 2;
    }
    file->at += bytes;
    file->left--;
    return SH_OK;
}
