// SPDX-License-Identifier: MIT
// The API with objects that do not belong together: positions of other games, of none at all,
// moves, paths, cells, ranks and depths of any value. Nothing may crash; what has a status says no,
// and what is no position of the game has no moves, no rank and no value.
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "fuzz_tables.h"
#include "games.h"
#include "sternhalma/sternhalma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The input, a byte at a time; zeros after its end.
typedef struct input {
    const uint8_t *at, *end;
} input;

static uint8_t next(input *in) { return in->at < in->end ? *in->at++ : 0; }

static uint64_t next_number(input *in) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number = number << 8 | next(in);
    return number;
}

static int next_int(input *in) {
    static const int odd[] = {INT_MIN, -1, 0, 1, 2, 255, 256, INT_MAX};
    uint8_t byte = next(in);
    return byte < 8 ? odd[byte] : byte;
}

static const sh_table *table_of(unsigned choice) {
    static const struct {
        const char *game;
        sh_metric metric;
    } kinds[] = {{"3x3/1", SH_WDL}, {"4x4/2", SH_DTW}, {"star13:3p", SH_CONTROL}};
    static sh_table *tables[3];
    sh_table **table = &tables[choice % 3];
    if (*table) return *table;
    size_t size;
    char name[64];
    uint8_t *bytes = fuzz_table(kinds[choice % 3].game, kinds[choice % 3].metric, 0, &size);
    int file = fuzz_file(bytes, size, name);
    if (sh_table_open(table, name, 0, NULL)) abort();
    close(file);
    free(bytes);
    return *table;
}

// A position of some game, with pieces taken away and added, or of any bytes.
static void make_position(input *in, sh_position *position) {
    uint8_t how = next(in);
    sh_position_start(fuzz_game(next(in)), position);
    if (how & 1) {
        uint8_t *bytes = (uint8_t *)position;
        for (size_t i = 0; i < sizeof *position; i++) bytes[i] = next(in);
        return;
    }
    for (int i = 0; i < (how >> 1 & 7); i++) {
        uint8_t cell = next(in);
        position->army[next(in) % SH_MAX_PLAYERS].w[cell >> 6] ^= 1ULL << (cell & 63);
    }
    if (how & 16) position->turn = next(in);
}

static void ask_rules(const sh_game *game, const sh_position *position, input *in) {
    int winner, x, y;
    char text[SH_MAX_POSITION_TEXT], move_text[SH_MAX_MOVE_TEXT], cell_text[SH_MAX_CELL_TEXT];
    sh_position other;
    bool good = sh_position_check(game, position, NULL) == SH_OK;
    sh_position_verdict(game, position, &winner);
    sh_position_verdict(game, position, NULL);
    (void)!sh_position_check_legal(game, position, NULL);
    sh_position_blocked(game, position, next_int(in));
    sh_position_occupied(game, position);
    sh_position_transform(game, &game->symmetry[next(in) % game->symmetries], position, &other);
    sh_position_print(game, position, text);
    assert(strlen(text) < sizeof text);
    if (good) {
        assert(sh_position_parse(game, text, &other, NULL) == SH_OK);
        assert(sh_position_equal(position, &other));
    }
    sh_move move = {next(in), next(in)};
    sh_path path = {.length = next_int(in)};
    for (int i = 0; i < 8; i++) path.cell[i] = next(in);
    bool legal = sh_move_check(game, position, move, NULL) == SH_OK;
    assert(good || !legal);
    sh_move_print(game, move, move_text);
    sh_path_print(game, &path, move_text);
    (void)!sh_path_check(game, position, &path, &(sh_move){0}, NULL);
    sh_move_path(game, position, move, &path);
    assert(!legal || path.length >= 2);
    other = *position;
    sh_move_apply(game, &other, move);
    assert(!legal || sh_position_check(game, &other, NULL) == SH_OK);
    sh_move_undo(game, &other, move);
    assert(!legal || sh_position_equal(position, &other));
    sh_cell_print(game, next_int(in), cell_text);
    sh_board_drawing(&game->board, next_int(in), &x, &y);
    sh_board_direction(&game->board, next_int(in), next_int(in), next_int(in));
    sh_board_cell(&game->board, next_int(in), next_int(in));
    sh_game_letter(game, next_int(in));
}

static void ask_moves(const sh_game *game, const sh_position *position, input *in) {
    static sh_move moves[SH_MAX_MOVES];
    bool good = sh_position_check(game, position, NULL) == SH_OK;
    int count = sh_moves_list(game, position, moves);
    assert(good || count == 0);
    for (int i = 0; i < count; i++) assert(sh_move_check(game, position, moves[i], NULL) == SH_OK);
    sh_moves_list_plain(game, position, moves);
    int depth = next_int(in);
    if (depth >= 2 && depth <= SH_MAX_PERFT) depth = 1;
    uint64_t sequences = sh_perft_legal(game, position, depth);
    assert(depth != 1 || sequences == (uint64_t)count);
    sh_record *record;
    if (sh_record_open(&record, game, next(in) & 1 ? position : NULL, NULL)) return;
    for (int i = 0; i < 4; i++) {
        sh_move move = {next(in), next(in)};
        (void)!sh_record_play(record, move, NULL);
        sh_record_move(record, next_int(in));
        next(in) & 1 ? sh_record_undo(record) : sh_record_redo(record);
    }
    sh_record_result(record);
    sh_record_close(record);
}

static void ask_ranks(const sh_game *game, const sh_position *position, input *in) {
    sh_ranker *ranker;
    sh_position other;
    if (sh_ranker_open(&ranker, game, NULL)) return;
    bool good = sh_position_check(game, position, NULL) == SH_OK;
    sh_index index = sh_position_rank(ranker, position);
    const sh_set *army = position->army;
    if (good) {
        assert(sh_position_unrank(ranker, index, &other, NULL) == SH_OK);
        assert(sh_position_equal(position, &other));
    }
    sh_rank_first(ranker, &army[2]);
    sh_rank_second(ranker, &army[1], &army[2]);
    sh_unrank_first(ranker, next_number(in));
    sh_unrank_second(ranker, &army[next(in) % 3], next_number(in) >> next(in) % 64);
    sh_next_first(ranker, &army[0]);
    sh_next_second(ranker, &army[1], &army[0]);
    if (sh_position_unrank(ranker, next_number(in), &other, NULL) == SH_OK)
        assert(sh_position_check(game, &other, NULL) == SH_OK);
    sh_ranker_close(ranker);
}

static void ask_table(const sh_table *table, const sh_position *position, input *in) {
    static sh_probed_move moves[SH_MAX_MOVES];
    bool good = sh_position_check(sh_table_game(table), position, NULL) == SH_OK;
    int count = 0, length = 0;
    sh_value value;
    sh_control control;
    sh_move line[8], move;
    uint64_t rank = next_number(in) >> next(in) % 64;
    uint16_t code;
    assert(good || sh_probe(table, position, &value, NULL) == SH_DATA);
    if (sh_probe(table, position, &value, NULL) == SH_OK) assert(good);
    (void)!sh_probe_control(table, position, &control, NULL);
    (void)!sh_probe_moves(table, position, moves, &count, NULL);
    (void)!sh_probe_line(table, position, line, next(in) % 9, &length, NULL);
    (void)!sh_probe_ranks(table, &rank, 1, &code, NULL);
    sh_perfect_play *play;
    if (sh_perfect_play_open(&play, table, NULL)) return;
    (void)!sh_perfect_play_move(play, position, &move, &value, NULL);
    sh_perfect_play_close(play);
}

static void ask_nothing(void) {
    sh_table_close(NULL);
    sh_tables_close(NULL);
    sh_ranker_close(NULL);
    sh_record_close(NULL);
    sh_perfect_play_close(NULL);
    sh_error_set(NULL, SH_OK, "nobody listens");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    sh_position position;
    uint8_t what = next(&in), choice = next(&in);
    make_position(&in, &position);
    const sh_game *game = fuzz_game(choice);
    switch (what % 4) {
    case 0:
        ask_rules(game, &position, &in);
        break;
    case 1:
        ask_moves(game, &position, &in);
        break;
    case 2:
        ask_ranks(game, &position, &in);
        break;
    default:
        ask_table(table_of(choice), &position, &in);
    }
    ask_nothing();
    sh_metric_name((sh_metric)(int8_t)choice);
    sh_profile_name((sh_profile)(int8_t)choice);
    sh_status_name((sh_status)choice);
    return 0;
}
