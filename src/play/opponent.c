// SPDX-License-Identifier: MIT
// Levels of play.
//
// What a level notices: a step or a single hop with the chance `sight`, and with each further hop
// of a chain that chance is taken once more. The search then chooses among the noticed moves, so
// what is played is sensible, only not the best there was. Deeper in its tree it overlooks nothing,
// but low levels look two plies ahead at most. The number of nodes varies by a quarter up or down,
// so that two games are not the same.
#include "sternhalma/opponent.h"

#include <stdlib.h>  // calloc
#include <string.h>  // strcmp
#include <strings.h> // strcasecmp

#include "base/random.h"

typedef struct strength {
    const char *name;
    int sight;      // chance in a hundred that a step or a hop is noticed
    int depth;      // plies; 0: no limit
    uint64_t nodes; // 0: no limit
} strength;

static const strength STRENGTHS[] = {
    {"beginner", 29, 1, 0},        {"novice", 38, 1, 0},       {"learner", 49, 1, 0},
    {"hobbyist", 60, 1, 0},        {"casual", 76, 1, 0},       {"regular", 80, 2, 0},
    {"club", 100, 0, 170},         {"solid", 100, 0, 400},     {"skilled", 100, 0, 900},
    {"strong", 100, 0, 2200},      {"expert", 100, 0, 6000},   {"master", 100, 0, 30000},
    {"strongest", 100, 0, 400000}, {"perfect", 100, 0, 50000},
};

struct sh_opponent {
    int level;
    const strength *strength;
    sh_engine *engine;
    sh_random random;
};

const char *sh_level_name(int level) {
    return level >= 1 && level <= SH_LEVEL_PERFECT ? STRENGTHS[level - 1].name : NULL;
}

sh_status sh_level_parse(int *level, const char *text, sh_error *error) {
    char *end;
    long number = strtol(text, &end, 10);
    for (int i = 1; i <= SH_LEVEL_PERFECT; i++)
        if ((end != text && !*end && number == i) || strcasecmp(text, sh_level_name(i)) == 0) {
            *level = i;
            return SH_OK;
        }
    return sh_fail(error, SH_USAGE,
                   "a level is a number from 1 (beginner) to %d (strongest), or perfect, not "
                   "'%.20s'",
                   SH_LEVEL_STRONGEST, text);
}

sh_status sh_opponent_open(sh_opponent **opponent, const sh_game *game, int level,
                           const sh_engine_options *options, uint64_t seed, sh_error *error) {
    sh_engine_options used = {0};
    if (!sh_level_name(level))
        return sh_fail(error, SH_USAGE, "levels are 1 to %d", SH_LEVEL_PERFECT);
    if (options) {
        used.hash_bytes = options->hash_bytes;
        used.cache = options->cache;
        used.placements = options->placements;
        used.progress = options->progress;
        used.user = options->user;
        used.tables = level == SH_LEVEL_PERFECT ? options->tables : NULL;
    }
    if (level == SH_LEVEL_PERFECT && !(used.tables && sh_tables_find(used.tables, game)))
        return sh_fail(error, SH_NO, "perfect play of %s (%s rules) needs its table", game->name,
                       sh_profile_name(game->profile));
    sh_opponent *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for an opponent");
    made->level = level;
    made->strength = &STRENGTHS[level - 1];
    made->random.state = seed;
    sh_status status = sh_engine_open(&made->engine, game, &used, error);
    if (status)
        sh_opponent_close(made);
    else
        *opponent = made;
    return status;
}

void sh_opponent_close(sh_opponent *opponent) {
    if (!opponent) return;
    sh_engine_close(opponent->engine);
    free(opponent);
}

int sh_opponent_level(const sh_opponent *opponent) { return opponent->level; }

void sh_opponent_reset(sh_opponent *opponent, uint64_t seed) {
    opponent->random.state = seed;
    sh_engine_reset(opponent->engine);
}

void sh_opponent_stop(sh_opponent *opponent) { sh_engine_stop(opponent->engine); }

// Is a move noticed? Once for each hop; a path of n cells has n - 1.
static bool notices(sh_opponent *opponent, const sh_record *record, sh_move move) {
    sh_path path;
    sh_move_path(sh_record_game(record), sh_record_position(record), move, &path);
    for (int i = 1; i < path.length; i++)
        if (sh_random_below(&opponent->random, 100) >= (uint64_t)opponent->strength->sight)
            return false;
    return true;
}

// The moves it notices, at least one.
static int look_around(sh_opponent *opponent, const sh_record *record, sh_move *moves) {
    int all = sh_moves_list(sh_record_game(record), sh_record_position(record), moves), count = 0;
    sh_move any = moves[sh_random_below(&opponent->random, (uint64_t)all)];
    for (int i = 0; i < all; i++)
        if (notices(opponent, record, moves[i])) moves[count++] = moves[i];
    if (count == 0) moves[count++] = any;
    return count;
}

sh_status sh_opponent_choose(sh_opponent *opponent, const sh_record *record,
                             const sh_limits *limits, sh_finding *finding, sh_error *error) {
    const strength *s = opponent->strength;
    sh_limits used = limits ? *limits : (sh_limits){0};
    sh_move moves[SH_MAX_MOVES];
    sh_status status = sh_record_check_ongoing(record, error);
    if (status) return status;
    used.depth = s->depth;
    used.nodes = s->nodes * (75 + sh_random_below(&opponent->random, 51)) / 100;
    if (s->sight < 100) {
        used.only_count = look_around(opponent, record, moves);
        used.only = moves;
    }
    return sh_engine_search(opponent->engine, record, &used, NULL, NULL, finding, error);
}
