// SPDX-License-Identifier: MIT
// Games are appended with one write each; where that fails the file is cut back to whole games.
#include "arena/journal.h"

#include <errno.h>    // errno
#include <fcntl.h>    // open
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // strcmp
#include <sys/file.h> // flock
#include <sys/stat.h> // fstat
#include <unistd.h>   // write
#include <xxhash.h>   // XXH3_64bits

#include "arena/game_text.h"
#include "base/file.h"

static const char magic[] = "% sternhalma games";
static const sh_mark mark = {magic, sizeof magic - 1, 0, "a record of games"};

enum { HEAD = 8192 };
#define LARGEST ((off_t)1 << 32)

struct sh_journal {
    const sh_match_options *options;
    char name[512];
    int file;
    off_t size; // of whole games
};

static int agents_of(const sh_match_options *o) { return o->agents ? o->agents : 2; }

// The line that says what match it is.
static void describe(const sh_match_options *o, char head[HEAD]) {
    char openings[64];
    if (o->openings)
        snprintf(openings, sizeof openings, "openings %016llx",
                 (unsigned long long)XXH3_64bits(o->openings->position,
                                                 (size_t)o->openings->count *
                                                     sizeof *o->openings->position));
    else
        snprintf(openings, sizeof openings, "openings of %d plies", o->opening);
    int used = snprintf(head, HEAD, "%s: match of %s (%s), ", magic, o->game->name,
                        sh_profile_name(o->game->profile));
    for (int i = 0; i < agents_of(o) && used < HEAD; i++)
        used +=
            snprintf(head + used, (size_t)(HEAD - used), "%s%s", i ? " against " : "", o->agent[i]);
    if (used < HEAD)
        snprintf(head + used, (size_t)(HEAD - used), ", seed %llu, %s, longest %d%s\n",
                 (unsigned long long)o->seed, openings, o->longest ? o->longest : SH_MATCH_LONGEST,
                 o->game->players > 2 ? ", who fails is taken out: " SH_STAND_IN " stands in" : "");
}

static sh_status make_file(const char *name, const char *head, sh_error *error) {
    sh_writer *writer;
    sh_status status = sh_writer_open(&writer, name, &mark, error);
    if (status) return status;
    sh_writer_write(writer, head, strlen(head));
    return sh_writer_commit(writer, error);
}

// Opens the file for this run alone.
static sh_status open_file(sh_journal *journal, sh_error *error) {
    char path[4096];
    struct stat about;
    sh_status status = sh_place_find(journal->name, &mark, path, error);
    if (status) return status;
    journal->file = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (journal->file < 0)
        return sh_fail(error, SH_RESOURCES, "cannot open %.200s: %s", journal->name,
                       strerror(errno));
    if (flock(journal->file, LOCK_EX | LOCK_NB))
        return sh_fail(error, SH_RESOURCES, "%.200s: another run is writing it", journal->name);
    if (fstat(journal->file, &about) || about.st_size > LARGEST)
        return sh_fail(error, SH_DATA, "%.200s is too large for a record", journal->name);
    journal->size = about.st_size;
    return SH_OK;
}

static sh_status read_text(const sh_journal *journal, char **text, sh_error *error) {
    *text = calloc((size_t)journal->size + 1, 1);
    if (!*text) return sh_fail(error, SH_RESOURCES, "out of memory for a record");
    return sh_file_read(journal->file, 0, *text, (size_t)journal->size, error);
}

// Is this the next game of the match? Then it counts.
static bool count(const sh_match_options *o, const sh_played *p, sh_match_score *score) {
    int players = o->game->players;
    sh_seats_result how = {.winner = p->winner};
    if (!p->summed || !p->over || p->round != score->games + 1) return false;
    sh_seating_find(players, agents_of(o), score->games, how.seat);
    for (int i = 0; i < players; i++) {
        if (strcmp(p->agent[i], o->agent[how.seat[i]]) != 0) return false;
        how.out[i] = players > 2 ? p->out[i] : strcmp(p->end, "fault") == 0 && i != p->winner;
        score->nodes[how.seat[i]] += p->nodes[i];
        score->faults[how.seat[i]] += how.out[i];
    }
    int plies = sh_record_count(p->record);
    int last = (sh_record_position(p->record)->turn + players - 1) % players;
    how.late[last] = sh_record_result(p->record).ending == SH_ENDED_CAMP;
    int begins = (sh_record_position(p->record)->turn + players - plies % players) % players;
    for (int i = p->opening; i < plies; i++) score->moves[how.seat[(begins + i) % players]]++;
    sh_score_count(score, o->game, sh_record_position(p->record), &how, agents_of(o));
    return true;
}

// Counts the games of a text, and finds where the last whole one ends.
static sh_status replay(sh_journal *journal, const char *text, size_t head, sh_match_score *score,
                        sh_error *error) {
    const char *at = text + head;
    int line = 2;
    sh_played played;
    sh_error why = {.text = ""};
    for (;;) {
        const char *game = at;
        sh_status status = sh_game_text_parse(&played, &at, &line, &why);
        journal->size = game - text;
        if (status == SH_NO) return SH_OK;
        // A game that is cut off is the last one, and begins as games do.
        bool last = !strstr(game + 1, "\n[Sum ");
        if (status && last) return SH_OK;
        if (status)
            return sh_fail(error, SH_DATA, "%.200s is damaged: %.250s", journal->name, why.text);
        bool counted = count(journal->options, &played, score);
        sh_played_close(&played);
        if (!counted)
            return sh_fail(error, SH_DATA, "%.200s: line %d: this is not game %d of the match",
                           journal->name, line, score->games + 1);
    }
}

static sh_status go_on(sh_journal *journal, const char *head, sh_match_score *score,
                       sh_error *error) {
    char *text = NULL;
    sh_status status = read_text(journal, &text, error);
    if (!status && strncmp(text, head, strlen(head)) != 0)
        status = sh_fail(error, SH_USAGE, "%.100s is of another match, %.*s", journal->name,
                         (int)strcspn(text, "\n"), text);
    if (!status) status = replay(journal, text, strlen(head), score, error);
    free(text);
    if (!status && ftruncate(journal->file, journal->size))
        status =
            sh_fail(error, SH_RESOURCES, "cannot write %.200s: %s", journal->name, strerror(errno));
    return status;
}

static sh_status begin(sh_journal *journal, bool resume, sh_match_score *score, sh_error *error) {
    char head[HEAD];
    describe(journal->options, head);
    bool there = access(journal->name, F_OK) == 0;
    if (there && !resume) {
        sh_status status = sh_writer_check(journal->name, &mark, error);
        return status ? status
                      : sh_fail(error, SH_USAGE, "%.200s is there already: --resume continues it",
                                journal->name);
    }
    sh_status status = there ? SH_OK : make_file(journal->name, head, error);
    if (!status) status = open_file(journal, error);
    return status ? status : go_on(journal, head, score, error);
}

sh_status sh_journal_open(sh_journal **journal, const char *file, const sh_match_options *options,
                          bool resume, sh_match_score *score, sh_error *error) {
    sh_journal *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a record");
    made->options = options;
    made->file = -1;
    if (snprintf(made->name, sizeof made->name, "%s", file) >= (int)sizeof made->name) {
        free(made);
        return sh_fail(error, SH_USAGE, "file name too long: %.60s…", file);
    }
    sh_status status = begin(made, resume, score, error);
    if (!status) {
        *journal = made;
        return SH_OK;
    }
    if (made->file >= 0) close(made->file);
    free(made);
    return status;
}

static sh_status append(sh_journal *journal, const sh_text *text, sh_error *error) {
    size_t done = 0;
    while (done < text->length) {
        ssize_t written = pwrite(journal->file, text->at + done, text->length - done,
                                 journal->size + (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int why = written < 0 ? errno : ENOSPC;
            if (ftruncate(journal->file, journal->size)) why = errno;
            return sh_fail(error, SH_RESOURCES, "cannot write %.200s: %s", journal->name,
                           strerror(why));
        }
        done += (size_t)written;
    }
    journal->size += (off_t)text->length;
    return SH_OK;
}

static const char *end_name(const sh_match_game *game) {
    sh_ending ending = sh_record_result(game->record).ending;
    if (game->faulty >= 0 && sh_record_game(game->record)->players == 2) return "fault";
    return ending == SH_GOES_ON ? "length" : sh_ending_name(ending);
}

sh_status sh_journal_add(sh_journal *journal, const sh_match_game *game, sh_error *error) {
    const sh_match_options *o = journal->options;
    sh_played *played = calloc(1, sizeof *played);
    sh_text text = {0};
    if (!played) return sh_fail(error, SH_RESOURCES, "out of memory for a record");
    played->game = *o->game;
    played->record = (sh_record *)game->record; // only read
    played->round = game->number + 1;
    played->opening = game->opening;
    played->over = true;
    played->winner = game->how.winner;
    for (int player = 0; player < o->game->players; player++) {
        snprintf(played->agent[player], SH_AGENT_TEXT, "%s", o->agent[game->how.seat[player]]);
        played->nodes[player] = game->nodes[player];
        played->out[player] = game->how.out[player];
    }
    snprintf(played->end, sizeof played->end, "%s", end_name(game));
    snprintf(played->fault, sizeof played->fault, "%s", game->fault);
    sh_game_text_print(&text, played, game->choices);
    sh_status status = text.failed ? sh_fail(error, SH_RESOURCES, "out of memory for a record")
                                   : append(journal, &text, error);
    sh_text_free(&text);
    free(played);
    return status;
}

sh_status sh_journal_close(sh_journal *journal, sh_error *error) {
    sh_status status = SH_OK;
    if (!journal) return SH_OK;
    if (fsync(journal->file))
        status =
            sh_fail(error, SH_RESOURCES, "cannot write %.200s: %s", journal->name, strerror(errno));
    close(journal->file);
    free(journal);
    return status;
}
