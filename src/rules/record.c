// SPDX-License-Identifier: MIT
// The record of a game: an array of positions and the moves between them. A set of the keys of all
// positions that were left, also of those taken back, says when it is worth looking for the same
// position among the earlier ones.
#include "sternhalma/record.h"

#include <stdlib.h> // realloc

#include "base/keyset.h"
#include "rules/ending.h"
#include "sternhalma/key.h"

// One ply: the position before the move, and the move if one was played from here.
typedef struct ply {
    sh_position position;
    uint64_t key;
    sh_move move;
} ply;

struct sh_record {
    const sh_game *game;
    sh_keys keys;
    sh_keyset left; // keys of positions
    ply *plies;
    int now;      // the index of the current position
    int last;     // the last index that redo can reach
    int capacity; // of plies
};

static bool make_room(sh_record *record, int count) {
    if (count <= record->capacity) return true;
    int capacity = 2 * count;
    ply *plies = realloc(record->plies, (size_t)capacity * sizeof *plies);
    if (!plies) return false;
    record->plies = plies;
    record->capacity = capacity;
    return true;
}

sh_status sh_record_open(sh_record **record, const sh_game *game, const sh_position *start,
                         sh_error *error) {
    sh_position position;
    sh_position_start(game, &position);
    if (start) position = *start;
    sh_status status = sh_position_check_legal(game, &position, error);
    if (status) return status;
    sh_record *made = calloc(1, sizeof *made);
    if (!made || !make_room(made, 64)) {
        free(made);
        return sh_fail(error, SH_RESOURCES, "out of memory for a game record");
    }
    made->game = game;
    made->left.words = 1;
    sh_keys_make(&made->keys, game, NULL);
    made->plies[0].position = position;
    made->plies[0].key = sh_position_key(&made->keys, &position);
    *record = made;
    return SH_OK;
}

void sh_record_close(sh_record *record) {
    if (!record) return;
    sh_keyset_close(&record->left);
    free(record->plies);
    free(record);
}

sh_status sh_record_play(sh_record *record, sh_move move, sh_error *error) {
    sh_status status = sh_record_check_ongoing(record, error);
    if (!status) status = sh_move_check(record->game, sh_record_position(record), move, error);
    if (status) return status;
    if (!make_room(record, record->now + 2) ||
        sh_keyset_add(&record->left, &record->plies[record->now].key) == SH_RESOURCES)
        return sh_fail(error, SH_RESOURCES, "out of memory for a game record");
    ply *from = &record->plies[record->now], *to = from + 1;
    from->move = move;
    to->position = from->position;
    to->key = sh_key_after(&record->keys, from->key, from->position.turn, move);
    sh_move_apply(record->game, &to->position, move);
    record->last = ++record->now;
    return SH_OK;
}

bool sh_record_undo(sh_record *record) {
    if (record->now == 0) return false;
    record->now--;
    return true;
}

bool sh_record_redo(sh_record *record) {
    if (record->now == record->last) return false;
    record->now++;
    return true;
}

const sh_game *sh_record_game(const sh_record *record) { return record->game; }

const sh_position *sh_record_position(const sh_record *record) {
    return &record->plies[record->now].position;
}

static bool repeated(const sh_record *record) {
    const ply *now = &record->plies[record->now], *earlier = record->plies;
    if (!sh_keyset_find(&record->left, &now->key, NULL)) return false;
    while (earlier < now && !sh_position_equal(&earlier->position, &now->position)) earlier++;
    return earlier < now;
}

sh_result sh_record_result(const sh_record *record) {
    sh_move moves[SH_MAX_MOVES];
    int count;
    sh_past past = {record->now, repeated(record)};
    return sh_ending_find(record->game, sh_record_position(record), past, moves, &count);
}

bool sh_record_over(const sh_record *record) {
    return sh_record_result(record).ending != SH_GOES_ON;
}

sh_status sh_record_check_ongoing(const sh_record *record, sh_error *error) {
    sh_result result = sh_record_result(record);
    if (result.ending == SH_GOES_ON) return SH_OK;
    const char *how = sh_ending_name(result.ending);
    if (result.winner < 0) return sh_fail(error, SH_DATA, "the game is over (%s)", how);
    return sh_fail(error, SH_DATA, "the game is over (%s): %c has won", how,
                   sh_game_letter(record->game, result.winner));
}

int sh_record_count(const sh_record *record) { return record->now; }

sh_move sh_record_move(const sh_record *record, int index) {
    if (index < 0 || index >= record->now) return (sh_move){0, 0};
    return record->plies[index].move;
}
