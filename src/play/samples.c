// SPDX-License-Identifier: MIT
// Samples from files of games: every game is played through again.
#include "play/samples.h"

#include <stdlib.h> // realloc
#include <string.h> // memset
#include <xxhash.h> // XXH3_64bits

#include "base/random.h"
#include "play/bands.h"
#include "play/march.h"
#include "play/scopes.h"

#define ALONE 20000000

typedef struct loader {
    const sh_training *training;
    const sh_monitor *monitor;
    sh_samples *samples;
    sh_course course;
    sh_march march;
    int place[SH_MAX_CELLS]; // of each inner cell in ascending order
} loader;

static sh_lesson_sample *add(sh_samples *samples) {
    if (samples->count == samples->room) {
        size_t room = samples->room ? 2 * samples->room : 65536;
        sh_lesson_sample *more = realloc(samples->sample, room * sizeof *more);
        if (!more) return NULL;
        samples->sample = more;
        samples->room = room;
    }
    return memset(&samples->sample[samples->count++], 0, sizeof *samples->sample);
}

static void place_army(const loader *l, const sh_set *army, int viewer, uint8_t *cells) {
    for (int cell = sh_set_next(army, 0); cell >= 0; cell = sh_set_next(army, cell + 1)) {
        int place = l->place[cell];
        *cells++ = (uint8_t)(viewer ? l->samples->cells - 1 - place : place);
    }
}

static int lead_of(const loader *l, const sh_position *inner) {
    int mine = sh_march_moves(&l->march, inner->turn, &inner->army[inner->turn]);
    int theirs = sh_march_moves(&l->march, 1 - inner->turn, &inner->army[1 - inner->turn]);
    return mine == SH_MARCH_UNKNOWN || theirs == SH_MARCH_UNKNOWN ? 0 : theirs - mine;
}

// The true value, where there is a table.
static sh_status find_truth(const loader *l, const sh_position *position, sh_lesson_sample *sample,
                            sh_error *error) {
    sh_value value;
    if (!l->training->table) return SH_OK;
    sh_status status = sh_probe(l->training->table, position, &value, error);
    if (!status) sample->result = 0.5f + 0.5f * (float)value.outcome;
    return status;
}

// One number for a position, its mirror image and the same with players swapped.
static uint64_t hash_view(const loader *l, const sh_lesson_sample *sample) {
    uint64_t least = UINT64_MAX;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        sh_set view[2] = {sh_set_empty(), sh_set_empty()};
        for (int i = 0; i < l->samples->pieces; i++) {
            const uint8_t *mirror = l->samples->mirror;
            sh_set_add(&view[0], mirrored ? mirror[sample->own[i]] : sample->own[i]);
            sh_set_add(&view[1], mirrored ? mirror[sample->other[i]] : sample->other[i]);
        }
        uint64_t hash = XXH3_64bits(view, sizeof view);
        if (hash < least) least = hash;
    }
    return least;
}

static sh_status load_position(loader *l, const sh_position *position, int winner, int score,
                               uint64_t group, sh_error *error) {
    sh_lesson_sample *sample = add(l->samples);
    sh_position inner;
    if (!sample) return sh_fail(error, SH_RESOURCES, "out of memory for samples");
    sh_course_enter(&l->course, position, &inner);
    place_army(l, &inner.army[inner.turn], inner.turn, sample->own);
    place_army(l, &inner.army[1 - inner.turn], inner.turn, sample->other);
    uint64_t hash = l->training->table ? hash_view(l, sample) : group;
    sample->kept = sh_mix(hash) % 10 == 0;
    sample->lead = (int8_t)lead_of(l, &inner);
    sample->result = winner < 0 ? 0.5f : winner == position->turn ? 1 : 0;
    sample->score = (float)score;
    return find_truth(l, position, sample, error);
}

// The position after a move drawn at random, where there is a table to say what it is worth.
static sh_status load_stray(loader *l, sh_position position, sh_random *random, sh_error *error) {
    const sh_game *game = l->training->game;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, &position, moves);
    sh_move_apply(game, &position, moves[sh_random_below(random, (uint64_t)count)]);
    if (sh_moves_list(game, &position, moves) == 0) return SH_OK; // that ended the game
    return load_position(l, &position, -1, 0, 0, error);
}

static sh_status load_game(void *user, const sh_selfplay_game *game, uint64_t group,
                           sh_error *error) {
    loader *l = user;
    sh_position position;
    sh_status status = SH_OK;
    sh_random random = {sh_mix(group)};
    sh_position_start(l->training->game, &position);
    for (int i = 0; i < game->plies && !status; i++) {
        bool undecided = i >= game->opening && !sh_value_decides(game->score[i]);
        status = sh_move_check(l->training->game, &position, game->move[i], error);
        if (!status && undecided)
            status = load_position(l, &position, game->winner, game->score[i], group, error);
        if (!status && undecided && l->training->table)
            status = load_stray(l, position, &random, error);
        if (!status) sh_move_apply(l->training->game, &position, game->move[i]);
    }
    return status;
}

static void map_mirror(loader *l) {
    const sh_game *game = &l->course.game;
    const sh_symmetry *mirror = sh_symmetry_mirror(game);
    for (int cell = 0; cell < game->board.span; cell++)
        if (sh_set_has(&game->board.mask, cell))
            l->samples->mirror[l->place[cell]] =
                (uint8_t)l->place[mirror ? mirror->cell[cell] : cell];
}

static sh_status open_loader(loader *l, sh_error *error) {
    sh_status status = sh_scope_check(&sh_pvs_scope, l->training->game, error);
    if (!status) status = sh_course_make(&l->course, l->training->game, error);
    if (!status)
        status = sh_march_open(&l->march, &l->course, ALONE, l->training->cache, l->monitor, error);
    if (status) return status;
    const sh_set *mask = &l->course.game.board.mask;
    int count = 0;
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1))
        l->place[cell] = count++;
    l->samples->cells = count;
    l->samples->pieces = l->course.game.pieces;
    map_mirror(l);
    return SH_OK;
}

sh_status sh_samples_load(sh_samples *samples, const sh_training *training,
                          const sh_monitor *monitor, sh_error *error) {
    memset(samples, 0, sizeof *samples);
    loader *l = calloc(1, sizeof *l);
    if (!l) return sh_fail(error, SH_RESOURCES, "out of memory for samples");
    l->training = training;
    l->monitor = monitor;
    l->samples = samples;
    sh_status status = open_loader(l, error);
    if (!status) status = sh_training_read(training, monitor, load_game, l, error);
    if (!status && samples->count == 0)
        status = sh_fail(error, SH_DATA, "the files hold no position to train on");
    sh_march_close(&l->march);
    free(l);
    return status;
}

void sh_samples_free(sh_samples *samples) { free(samples->sample); }
