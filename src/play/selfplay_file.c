// SPDX-License-Identifier: MIT
// Writing and reading files of games.
#include "play/selfplay_file.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy
#include <unistd.h> // close
#include <xxhash.h> // XXH3_64bits

#include "base/file.h"

static const char magic[8] = "SHGAMES\n";
static const sh_mark mark = {magic, sizeof magic, 0, "a file of games"};

enum { VERSION = 3, LEAST_GAME = 5 }; // bytes of a game without moves

typedef struct head {
    char magic[8];
    uint32_t version, games;
    char game[SH_MAX_NAME];
    uint32_t rules, zero;     // sh_profile
    uint64_t run;             // see sh_selfplay_content
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

sh_status sh_selfplay_check_place(const char *name, sh_error *error) {
    return sh_writer_check(name, &mark, error);
}

sh_status sh_selfplay_save(const char *name, const sh_game *game,
                           const sh_selfplay_content *content, sh_error *error) {
    sh_writer *writer;
    head h = {.version = VERSION,
              .games = (uint32_t)content->games,
              .rules = game->profile,
              .run = content->run,
              .bytes = content->size,
              .checksum = XXH3_64bits(content->bytes, content->size)};
    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.game, game->name, strlen(game->name));
    sh_status status = sh_writer_open(&writer, name, &mark, error);
    if (status) return status;
    sh_writer_write(writer, &h, sizeof h);
    sh_writer_write(writer, content->bytes, content->size);
    return sh_writer_commit(writer, error);
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

static sh_status check_game(const head *h, const sh_game *game, const char *name, sh_error *error) {
    if (strncmp(h->game, game->name, sizeof h->game) == 0 && h->rules == game->profile)
        return SH_OK;
    const char *rules = h->rules <= SH_PUBLISHED ? sh_profile_name(h->rules) : "unknown";
    return sh_fail(error, SH_DATA, "%.200s has games of %.31s (%s rules), not of %s (%s)", name,
                   h->game, rules, game->name, sh_profile_name(game->profile));
}

static sh_status check_head(sh_selfplay *file, const sh_game *game, const char *name,
                            sh_error *error) {
    head h;
    memset(&h, 0, sizeof h);
    if (file->size >= sizeof h) memcpy(&h, file->bytes, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic) == 0 && h.version < VERSION)
        return sh_fail(error, SH_DATA,
                       "%.200s is of an earlier version, which does not say by which rules its "
                       "games were played: make it again with 'sternhalma datagen'",
                       name);
    if (memcmp(h.magic, magic, sizeof magic) != 0 || h.version != VERSION ||
        h.bytes != file->size - sizeof h || h.games > h.bytes / LEAST_GAME ||
        h.checksum != XXH3_64bits(file->bytes + sizeof h, h.bytes))
        return sh_fail(error, SH_DATA, "%.200s is not a file of games, or damaged", name);
    sh_status status = check_game(&h, game, name, error);
    if (status) return status;
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

sh_selfplay_content sh_selfplay_content_of(const sh_selfplay *file) {
    return (sh_selfplay_content){.run = file->run,
                                 .games = (int)file->left,
                                 .bytes = file->bytes + file->at,
                                 .size = file->size - file->at};
}

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

static sh_status read_each(const sh_selfplay_source *source, uint64_t number, sh_selfplay *file,
                           sh_selfplay_game *played, sh_error *error) {
    sh_status status;
    while (!(status = sh_selfplay_next(file, played, error)) &&
           !(status = source->take(source->user, played, number, error)) &&
           !(status = sh_stopped(source->monitor) ? SH_INTERRUPTED : SH_OK))
        number++;
    return status == SH_NO ? SH_OK : status;
}

sh_status sh_selfplay_read(const sh_selfplay_source *source, sh_error *error) {
    sh_selfplay_game *played = malloc(sizeof *played);
    sh_status status = played ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for games");
    for (int i = 0; i < source->file_count && !status; i++) {
        sh_selfplay *file;
        status = sh_selfplay_open(&file, source->game, source->files[i], error);
        if (status) break;
        status = read_each(source, (uint64_t)i << 32, file, played, error);
        sh_selfplay_close(file);
    }
    free(played);
    return status;
}

sh_status sh_selfplay_recognise(const char *name, bool *yes, sh_error *error) {
    int descriptor;
    uint64_t size;
    char begin[sizeof magic] = "";
    sh_status status = sh_file_open(&descriptor, &size, name, error);
    if (status) return status;
    if (size >= sizeof begin) status = sh_file_read(descriptor, 0, begin, sizeof begin, error);
    close(descriptor);
    *yes = memcmp(begin, magic, sizeof begin) == 0;
    return status;
}
