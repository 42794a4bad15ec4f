// SPDX-License-Identifier: MIT
// Values of options and words: numbers, times, games and positions.
#include <errno.h>  // errno
#include <math.h>   // isfinite
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtoll
#include <string.h> // strchr

#include "cli/cli.h"

sh_status sh_cli_number(const char *what, const char *text, int64_t least, int64_t most,
                        int64_t *number, sh_error *error) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
        return sh_fail(error, SH_USAGE, "%s must be a whole number from %lld to %lld, not '%.40s'",
                       what, (long long)least, (long long)most, text);
    *number = value;
    return SH_OK;
}

sh_status sh_cli_seconds(const char *what, const char *text, double *seconds, sh_error *error) {
    char *end;
    *seconds = strtod(text, &end);
    if (end != text && !*end && *seconds > 0 && isfinite(*seconds)) return SH_OK;
    return sh_fail(error, SH_USAGE, "%s must be a number of seconds above 0, not '%.40s'", what,
                   text);
}

sh_status sh_cli_share(const char *what, const char *text, double *share, sh_error *error) {
    char *end;
    *share = strtod(text, &end);
    if (end != text && !*end && *share > 0 && *share <= 1) return SH_OK;
    return sh_fail(error, SH_USAGE, "%s must be a number above 0, at most 1, not '%.40s'", what,
                   text);
}

sh_status sh_cli_read_metric(void *member, const char *text, sh_error *error) {
    return sh_metric_parse(member, text, error);
}

sh_status sh_cli_index(const char *text, sh_index *index, sh_error *error) {
    static const sh_index largest = ~(sh_index)0;
    sh_index value = 0;
    bool good = *text != '\0';
    for (const char *at = text; *at && good; at++) {
        unsigned digit = (unsigned)(*at - '0');
        good = digit <= 9 && value <= (largest - digit) / 10;
        value = value * 10 + digit;
    }
    if (!good)
        return sh_fail(error, SH_USAGE, "an index is a whole number from 0 up, not '%.40s'", text);
    *index = value;
    return SH_OK;
}

sh_status sh_cli_game(const sh_cli *cli, const char *name, sh_game *game, sh_error *error) {
    const char *slash = strchr(name, '/');
    if (slash && strchr(slash + 1, '/') && !strchr(name, ' '))
        return sh_fail(error, SH_USAGE,
                       "this looks like a position without the side to move: write '%.200s %c', in "
                       "quotes",
                       name, strpbrk(name, "xo") ? 'x' : 'a');
    return sh_game_parse(game, name, cli->profile, error);
}

sh_status sh_cli_position(const sh_game *game, const char *text, sh_position *position,
                          sh_error *error) {
    return sh_position_parse(game, text ? text : "startpos", position, error);
}

// A position alone names its game if that is on a rhombus: as many rows as columns.
static sh_status infer_game(const sh_cli *cli, const char *text, sh_game *game, sh_error *error) {
    int rows = 1, pieces = 0;
    for (const char *at = text; *at && *at != ' '; at++) {
        rows += *at == '/';
        pieces += *at == 'x';
    }
    if (rows <= SH_MAX_CELLS && pieces <= SH_MAX_CELLS) {
        char name[SH_MAX_NAME];
        snprintf(name, sizeof name, "%dx%d/%d", rows, rows, pieces);
        if (sh_game_parse(game, name, cli->profile, NULL) == SH_OK) return SH_OK;
    }
    return sh_fail(error, SH_DATA,
                   "the position has %d rows and %d pieces of x, which fits no rhombus; for other "
                   "boards write GAME POSITION",
                   rows, pieces);
}

sh_status sh_cli_game_position(const sh_cli *cli, const sh_cli_words *words, sh_game *game,
                               sh_position *position, sh_error *error) {
    bool alone =
        words->count == 1 && strchr(words->word[0], ' '); // no game has a space in its name
    sh_status status = alone ? infer_game(cli, words->word[0], game, error)
                             : sh_cli_game(cli, words->word[0], game, error);
    if (status) return status;
    return sh_cli_position(game, words->word[alone ? 0 : 1], position, error);
}
