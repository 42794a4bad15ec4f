// SPDX-License-Identifier: MIT
// See game_rebuild.h. Candidates for a parent are told by two XORs before their moves are tried. Of
// the board and its images the one that follows from the position played so far is taken, by the
// legal moves of the rules.
#include "puzzle/game_rebuild.h"

#include <stdlib.h> // malloc, free
#include <string.h> // memcmp, memcpy

typedef struct sought {
    sh_game_batch batch;
    const uint64_t *child;
    size_t words;
    bool seen;
    uint64_t sums[SH_GAME_BATCH];
    uint64_t boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} sought;

static void look(sh_game_batch *batch) {
    sought *own = batch->user;
    for (size_t i = 0; i < batch->count; i++)
        own->seen |=
            memcmp(own->boards + i * own->words, own->child, own->words * sizeof *own->child) == 0;
    batch->count = 0;
}

bool sh_game_leads(const sh_game_case *one, const sh_game_kernel *kernel, const void *field,
                   int level, const uint64_t *parent, const uint64_t *child) {
    sought *own = malloc(sizeof *own);
    if (!own) return false;
    own->batch =
        (sh_game_batch){.boards = own->boards, .sums = own->sums, .full = look, .user = own};
    own->child = child;
    own->words = sh_game_words(kernel->width);
    own->seen = false;
    kernel->expand(field, parent, sh_game_left_at(one, level), sh_game_winner_only(one, level),
                   &own->batch);
    look(&own->batch);
    bool seen = own->seen;
    free(own);
    return seen;
}

static int differ(const uint64_t *a, const uint64_t *b, size_t words) {
    int count = 0;
    for (size_t i = 0; i < words; i++) count += __builtin_popcountll(a[i] ^ b[i]);
    return count;
}

typedef struct family {
    const sh_game_store *store;
    const sh_game_kernel *kernel;
    const void *field;
    int images;
    size_t half;
    const uint64_t *child;
    int level;
    uint64_t *found; // where to put it
    bool seen;
    uint64_t image[SH_MAX_SYMMETRIES + 1][SH_GAME_MOST_WORDS];
} family;

// One man of the winner moved and at most one of the loser.
static bool near(const family *f, const uint64_t *parent) {
    for (int i = 0; i < f->images; i++)
        if (differ(parent, f->image[i], f->half) == 2 &&
            differ(parent + f->half, f->image[i] + f->half, f->half) <= 2)
            return true;
    return false;
}

static bool is_parent(void *context, const uint64_t *board) {
    family *f = context;
    const sh_game_case *one = f->store->one;
    if (!near(f, board) || !sh_game_leads(one, f->kernel, f->field, f->level, board, f->child))
        return true;
    memcpy(f->found, board, f->store->words * sizeof *board);
    f->seen = true;
    return false;
}

static bool is_arrived(void *context, const uint64_t *board) {
    family *f = context;
    if (!sh_game_arrived(f->store->one, board)) return true;
    memcpy(f->found, board, f->store->words * sizeof *board);
    f->seen = true;
    return false;
}

// Copies the first board of a level that the viewer takes to `found`.
static bool find(family *f, int level, sh_game_viewer *viewer, uint64_t *found) {
    f->level = level;
    f->found = found;
    f->seen = false;
    for (int part = 0; part < SH_FRONTIER_PARTS && !f->seen; part++)
        if (!sh_game_store_view(f->store, level, part, viewer, f)) return false;
    return f->seen;
}

sh_status sh_game_rebuild(const sh_game_store *store, const sh_game_kernel *kernel,
                          const void *field, sh_game_result *result, sh_error *error) {
    uint64_t(*chain)[SH_GAME_MOST_WORDS] = calloc(SH_GAME_MOST_MOVES, sizeof *chain);
    if (!chain) return sh_fail(error, SH_RESOURCES, "no memory for the moves of a game");
    int last = store->levels - 1;
    family f = {.store = store,
                .kernel = kernel,
                .field = field,
                .images = store->one->images,
                .half = store->words / 2};
    bool found = find(&f, last, is_arrived, chain[last - 1]);
    for (int level = last - 1; found && level > 0; level--) {
        f.child = chain[level];
        for (int i = 0; i < f.images; i++) sh_game_image(store->one, i, chain[level], f.image[i]);
        found = find(&f, level, is_parent, chain[level - 1]);
    }
    sh_status status =
        found ? sh_game_replay(store->one, (const uint64_t(*)[SH_GAME_MOST_WORDS])chain, last,
                               result, error)
              : sh_fail(error, SH_DATA, "a level of the search has lost the boards of its game");
    free(chain);
    return status;
}

// Is this position one of the images of a board?
static bool is_image(const sh_game_case *one, const sh_position *position, const uint64_t *board) {
    size_t half = (size_t)one->puzzle->game.board.width / 64;
    uint64_t mapped[SH_GAME_MOST_WORDS];
    for (int i = 0; i < one->images; i++) {
        sh_game_image(one, i, board, mapped);
        bool same = true;
        for (int role = 0; role < SH_GAME_ROLES; role++)
            same &= memcmp(position->army[one->player[role]].w, mapped + (size_t)role * half,
                           half * sizeof *mapped) == 0;
        if (same) return true;
    }
    return false;
}

// Plays until the winner has moved and the board is an image of `board`.
static bool play_to(const sh_game_case *one, sh_position *position, const uint64_t *board,
                    sh_game_result *result) {
    const sh_puzzle *puzzle = one->puzzle;
    sh_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    int count = moves ? sh_moves_list(&puzzle->game, position, moves) : 0;
    bool winner = position->turn == one->player[SH_GAME_WINNER], done = false;
    for (int i = 0; i < count && !done; i++) {
        result->move[result->moves++] = moves[i];
        sh_move_apply(&puzzle->game, position, moves[i]);
        done = winner ? is_image(one, position, board) : play_to(one, position, board, result);
        if (done) break;
        sh_move_undo(&puzzle->game, position, moves[i]);
        result->moves--;
    }
    free(moves);
    return done;
}

sh_status sh_game_replay(const sh_game_case *one, const uint64_t (*chain)[SH_GAME_MOST_WORDS],
                         int boards, sh_game_result *result, sh_error *error) {
    sh_position position;
    sh_position_start(&one->puzzle->game, &position);
    result->moves = 0;
    for (int i = 0; i < boards; i++)
        if (!play_to(one, &position, chain[i], result))
            return sh_fail(error, SH_DATA,
                           "board %d of the game does not follow from the one "
                           "before",
                           i + 1);
    return SH_OK;
}
