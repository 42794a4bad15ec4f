// SPDX-License-Identifier: MIT
// Ranks that solve together find what one process finds, save what any number of ranks can load,
// and notice what was damaged on the way.
#include "solving.h"

#include <unistd.h> // unlink

#include "crews.h"
#include "rank/subset.h"
#include "rank/turn.h"
#include "solve/duel/shares.h"
#include "solve/duel/squeezed/parcels.h"

// One rank: what it is asked to do, and what it found.
typedef struct member {
    sh_game game;
    sh_solve_options options;
    const sh_backend *backend;
    int stop_after; // rounds; 0: the end
    sh_status status;
    sh_error error;
    sh_solution *solution;
    uint16_t *values; // rank 0: of some states, asked for one by one
    uint16_t *rows;   // by mover: of this rank's blocks, zero elsewhere
    sh_move line[SH_MAX_PLIES];
    int length;
    sh_zugzwang zugzwang;
} member;

enum { SOME = 997 }; // one state in so many is asked for

static sh_position position_at(const sh_solution *solution, uint64_t state) {
    uint64_t columns = sh_pairs_columns(solution->pairs);
    sh_position position;
    sh_pairs_position(solution->pairs, (sh_pair){state / columns, state % columns}, &position);
    return position;
}

static void ask(member *own, uint64_t states) {
    sh_position start;
    own->values = malloc((states / SOME + 1) * sizeof *own->values);
    for (uint64_t i = 0; i < states; i += SOME) {
        sh_position position = position_at(own->solution, i);
        own->status |= sh_solution_value(own->solution, &position, &own->values[i / SOME]);
    }
    sh_position_start(&own->game, &start);
    own->status |=
        sh_solution_line(own->solution, &start, own->line, SH_MAX_PLIES, &own->length, NULL);
}

static uint16_t lane_value(const sh_value_lanes *lanes, int lane, bool distances) {
    uint16_t won = lanes->won >> lane & 1;
    if (lanes->illegal >> lane & 1) return SH_VALUE_ILLEGAL;
    if (lanes->drawn >> lane & 1) return SH_VALUE_DRAW;
    return distances ? (uint16_t)(2 * lanes->half[lane] + won) : won;
}

// A sh_mover_use: every mover of the block against every waiter that leaves it room.
static void keep_block(void *user, const sh_mover_block *block) {
    member *own = user;
    const sh_pairs *pairs = own->solution->pairs;
    int cells = own->game.board.cells, pieces = own->game.pieces;
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    uint64_t sets = binomials.of[pieces][cells], rows = sh_pairs_rows(pairs) - block->first;
    if (rows > 64 * block->bands) rows = 64 * block->bands;
    b64 taken[SH_VALUE_MAX_ROWS], waiter = sh_subset64_lowest(pieces);
    for (uint64_t n = 0; n < rows; n++) {
        sh_set mover = sh_pairs_waiter(pairs, block->first + n);
        taken[n] = sh_turn64(b64_from(&mover), cells);
    }
    for (uint64_t i = 0; i < sets; i++, waiter = sh_subset64_next(waiter)) {
        sh_value_lanes lanes[SH_MOVER_BANDS];
        block->lanes(block, waiter, lanes);
        for (uint64_t n = 0; n < rows; n++) {
            assert_int_equal(lanes[n / 64].apart >> n % 64 & 1, !(waiter & taken[n]));
            if (waiter & taken[n]) continue;
            own->rows[(block->first + n) * sh_pairs_columns(pairs) +
                      sh_subset64_rank_beside(&binomials, waiter, taken[n], pieces)] =
                lane_value(&lanes[n / 64], (int)(n % 64), own->options.metric == SH_DTW);
        }
    }
}

static void read_rows(member *own, uint64_t states) {
    uint64_t rows = sh_pairs_rows(own->solution->pairs);
    const sh_crew *crew = own->options.crew;
    sh_value_source source = sh_solution_source(own->solution);
    own->rows = calloc(states, sizeof *own->rows);
    for (uint64_t block = (uint64_t)crew->rank; block * source.block_rows < rows;
         block += (uint64_t)crew->ranks)
        own->status |= source.movers(source.context, block, keep_block, own);
}

static void *run_member(void *context) {
    member *own = context;
    sh_plan plan;
    solving_stopper stopper = {.after = own->stop_after};
    sh_monitor monitor = {.report = own->stop_after ? solving_count_down : NULL,
                          .user = &stopper,
                          .stop = &stopper.stop};
    own->status = own->backend->plan(&own->game, &own->options, &plan, &own->error);
    if (!own->status)
        own->status =
            sh_solve(&own->solution, &own->game, &own->options, &plan, &monitor, &own->error);
    if (!own->status) own->status = sh_solution_finish(own->solution, &own->error);
    if (own->status) return NULL;
    uint64_t states = plan.states;
    own->status = sh_solution_zugzwang(own->solution, &own->zugzwang, &own->error);
    read_rows(own, states);
    if (own->options.crew->rank == 0) ask(own, states);
    sh_solution_serve(own->solution);
    return NULL;
}

typedef struct fleet {
    crews all;
    const sh_backend *odd; // of ranks with an odd number
    member member[CREWS_MOST];
} fleet;

// Solves with so many ranks.
static void sail(fleet *f, int ranks, const sh_game *game, sh_solve_options options,
                 int stop_after) {
    void *contexts[CREWS_MOST];
    memset(f->member, 0, sizeof f->member);
    if (!f->odd) f->odd = &sh_backend_cluster;
    for (int rank = 0; rank < ranks; rank++) {
        f->member[rank] = (member){.game = *game,
                                   .options = options,
                                   .stop_after = stop_after,
                                   .backend = rank % 2 ? f->odd : &sh_backend_cluster};
        f->member[rank].options.crew = &f->all.crew[rank];
        f->member[rank].options.threads = 1 + rank % 2;
        contexts[rank] = &f->member[rank];
    }
    crews_run(&f->all, run_member, contexts);
}

static void land(fleet *f) {
    for (int rank = 0; rank < f->all.ranks; rank++) {
        sh_solution_close(f->member[rank].solution);
        free(f->member[rank].values);
        free(f->member[rank].rows);
    }
    crews_close(&f->all);
}

// The value of the same pieces with the other player to move.
static uint16_t other_turn(sh_solution *solution, const uint16_t *values, uint64_t state) {
    sh_position position = position_at(solution, state);
    position.turn = 1;
    sh_pair pair = sh_pairs_find(solution->pairs, &position);
    return values[pair.row * sh_pairs_columns(solution->pairs) + pair.column];
}

static void compare_fleet(fleet *f, sh_solution *want) {
    size_t count;
    uint16_t *values = solving_values(want, &count);
    sh_zugzwang zugzwang;
    sh_move line[SH_MAX_PLIES];
    int length;
    sh_position start;
    sh_position_start(&want->game, &start);
    assert_int_equal(sh_solution_zugzwang(want, &zugzwang, NULL), SH_OK);
    assert_int_equal(sh_solution_line(want, &start, line, SH_MAX_PLIES, &length, NULL), SH_OK);
    for (int rank = 0; rank < f->all.ranks; rank++) {
        const member *m = &f->member[rank];
        if (m->status) fail_msg("rank %d: %s", rank, m->error.text);
        assert_memory_equal(&m->zugzwang, &zugzwang, sizeof zugzwang);
        assert_memory_equal(m->solution->done.proven, want->done.proven, sizeof want->done.proven);
        assert_memory_equal(m->solution->done.example_set, want->done.example_set,
                            sizeof want->done.example_set);
    }
    for (size_t i = 0; i < count; i += SOME)
        assert_int_equal(f->member[0].values[i / SOME], values[i]);
    assert_int_equal(f->member[0].length, length);
    assert_memory_equal(f->member[0].line, line, (size_t)length * sizeof *line);
    uint64_t columns = sh_pairs_columns(want->pairs);
    for (size_t i = 0; i < count; i++) {
        const member *m = &f->member[i / columns / 512 % (uint64_t)f->all.ranks];
        uint16_t value = other_turn(want, values, i);
        if (m->rows[i] != value) fail_msg("state %zu by mover: %d, not %d", i, m->rows[i], value);
    }
    free(values);
}

static void test_ranks(void **state) {
    static const struct {
        const char *name;
        sh_profile profile;
        sh_metric metric;
        int from, to;
    } cases[] = {{"5x5/3", SH_STRICT, SH_DTW, 1, 5},
                 {"5x5/3", SH_PUBLISHED, SH_WDL, 2, 3},
                 {"5x5/2", SH_STRICT, SH_DTW, 4, 5},
                 {"4x4/6", SH_PUBLISHED, SH_DTW, 3, 4},
                 {"3x3/1", SH_STRICT, SH_WDL, 5, 5}};
    fleet *f = calloc(1, sizeof *f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_game game;
        test_game(&game, cases[i].name, cases[i].profile);
        sh_solution *want = solving(cases[i].name, cases[i].profile, solving_here(cases[i].metric));
        for (int ranks = cases[i].from; ranks <= cases[i].to; ranks++) {
            f->odd = ranks % 2 ? &sh_backend_cluster : &sh_backend_cluster_coded;
            crews_open(&f->all, ranks);
            sail(f, ranks, &game, solving_here(cases[i].metric), 0);
            compare_fleet(f, want);
            land(f);
        }
        sh_solution_close(want);
    }
    free(f);
}

static void share_file(char name[128], const char *file, int set, int number) {
    snprintf(name, 128, "%s.%c%03d", file, set ? 'b' : 'a', number);
}

// The blocks of a checkpoint, whichever files they are in: a sum over all of them.
static uint64_t sum_blocks(const char *file, int files, uint64_t *blocks) {
    uint64_t sum = 0;
    *blocks = 0;
    for (int n = 0; n < files; n++) {
        char name[128];
        sh_solve_state state;
        sh_loader *loader;
        int set = 0;
        share_file(name, file, set, n);
        if (access(name, F_OK)) share_file(name, file, 1, n);
        assert_int_equal(sh_loader_open(&loader, name, &state, NULL), SH_OK);
        for (const void *bytes; !sh_loader_read(loader, 48, &bytes, NULL);) {
            const uint64_t *header = bytes;
            if (!header[3]) break;
            sum += (header[1] * 1000003 + header[2] + 1) * header[5]; // plane, block, checksum
            (*blocks)++;
            assert_true(sh_loader_skip(loader, header[4]));
        }
        sh_loader_close(loader);
    }
    return sum;
}

// Saved by one number of ranks and resumed by another: the same blocks and the same values.
static void test_resume(void **state) {
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_cluster_%ld", (long)getpid());
    sh_game game;
    test_game(&game, "5x5/3", SH_STRICT);
    sh_solution *want = solving("5x5/3", SH_STRICT, solving_here(SH_DTW));
    sh_solve_options options = solving_here(SH_DTW);
    options.checkpoint = file;
    fleet *f = calloc(1, sizeof *f);
    uint64_t first = 0;
    static const int pairs[][2] = {{4, 3}, {1, 2}, {3, 1}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        options.resume = false;
        crews_open(&f->all, pairs[i][0]);
        sail(f, pairs[i][0], &game, options, 5);
        for (int rank = 0; rank < pairs[i][0]; rank++)
            assert_int_equal(f->member[rank].status, SH_INTERRUPTED);
        land(f);
        uint64_t blocks, sum = sum_blocks(file, pairs[i][0], &blocks);
        assert_true(blocks > 0);
        if (i == 0) first = sum;
        assert_int_equal(sum, first);
        options.resume = true;
        crews_open(&f->all, pairs[i][1]);
        sail(f, pairs[i][1], &game, options, 0);
        compare_fleet(f, want);
        land(f);
    }
    assert_int_equal(sh_shares_clear(file, NULL), SH_OK);
    assert_int_not_equal(access(file, F_OK), 0);
    sh_solution_close(want);
    free(f);
}

static void change_byte(const char *name, long at) {
    FILE *stream = fopen(name, "r+b");
    assert_non_null(stream);
    fseek(stream, at, SEEK_SET);
    int byte = fgetc(stream);
    fseek(stream, at, SEEK_SET);
    fputc(byte ^ 4, stream);
    fclose(stream);
}

// A damaged or missing file of a checkpoint is named.
static void test_bad_shares(void **state) {
    char file[64], share[128];
    snprintf(file, sizeof file, "/tmp/test_shares_%ld", (long)getpid());
    sh_game game;
    test_game(&game, "5x5/2", SH_STRICT);
    sh_solve_options options = solving_here(SH_WDL);
    options.checkpoint = file;
    fleet *f = calloc(1, sizeof *f);
    crews_open(&f->all, 2);
    sail(f, 2, &game, options, 3);
    options.resume = true;
    share_file(share, file, 0, 0);
    change_byte(share, (long)(16 + sizeof(sh_solve_state) + 48 + 20)); // in the first block
    sail(f, 2, &game, options, 0);
    for (int rank = 0; rank < 2; rank++) {
        assert_int_equal(f->member[rank].status, SH_DATA);
        assert_non_null(strstr(f->member[rank].error.text, share));
    }
    unlink(share);
    sail(f, 2, &game, options, 0);
    assert_int_equal(f->member[1].status, SH_DATA);
    assert_non_null(strstr(f->member[1].error.text, "missing"));
    assert_int_equal(sh_shares_clear(file, NULL), SH_OK);
    share_file(share, file, 0, 1);
    unlink(share);
    land(f);
    free(f);
}

// Flips a bit of the 40th byte or the last of a long chunk, once.
static void flip(crews *all, int from, uint8_t *bytes, uint32_t count) {
    if (count < 100 || all->spoiled++) return;
    bytes[from == 1 ? 40 : count - 1] ^= 16;
}

// What is damaged between ranks is noticed by all of them.
static void test_spoiled(void **state) {
    sh_game game;
    test_game(&game, "5x5/3", SH_STRICT);
    for (int ranks = 2; ranks <= 3; ranks++) {
        fleet *f = calloc(1, sizeof *f);
        crews_open(&f->all, ranks);
        f->all.spoil = flip;
        sail(f, ranks, &game, solving_here(SH_WDL), 0);
        for (int rank = 0; rank < ranks; rank++) {
            assert_int_equal(f->member[rank].status, SH_DATA);
            assert_non_null(strstr(f->member[rank].error.text, "parcel from rank"));
        }
        land(f);
        free(f);
    }
}

// Rank 1 has two letters of one length for block 0, about 5 and 7 states.
typedef struct sender {
    sh_crew *crew;
    sh_status proven, status;
    sh_error error;
} sender;

static void *send_two(void *context) {
    sender *own = context;
    sh_mail mail;
    sh_parcel_traffic traffic = {0};
    assert_true(sh_mail_open(&mail, 2));
    for (int i = 0; own->crew->rank == 1 && i < 2; i++) {
        char *bytes = strdup(i ? "seven states" : "only 5 states");
        sh_letter letter = sh_letter_write(0, bytes, 12, i ? 7 : 5);
        letter.place = (uint64_t)(uintptr_t)bytes;
        assert_true(sh_mail_send(&mail, 0, &letter));
    }
    own->proven = sh_mail_compare(&mail, own->crew->rank == 1 ? 12 : 1, NULL);
    own->status = sh_parcels_exchange(&mail, own->crew, &traffic, &own->error);
    for (uint64_t i = 0; i < mail.sent[0].count; i++)
        free((void *)(uintptr_t)mail.sent[0].letter[i].place);
    sh_mail_close(&mail);
    return NULL;
}

// A parcel comes twice and the next one not at all; each is whole.
static void repeat(crews *all, int from, uint8_t *bytes, uint32_t count) {
    if (count == 2 * 44) memcpy(bytes + 44, bytes, 44);
}

// What was proven, sent and received is compared.
static void test_lost(void **state) {
    crews all;
    for (int lost = 0; lost <= 1; lost++) {
        crews_open(&all, 2);
        all.spoil = lost ? repeat : NULL;
        sender both[2] = {{.crew = &all.crew[0]}, {.crew = &all.crew[1]}};
        crews_run(&all, send_two, (void *[]){&both[0], &both[1]});
        assert_int_equal(both[0].proven, SH_DATA); // one state, and nothing was sent
        assert_int_equal(both[1].proven, SH_OK);
        for (int rank = 0; rank < 2; rank++) {
            assert_int_equal(both[rank].status, lost ? SH_DATA : SH_OK);
            if (lost)
                assert_non_null(strstr(both[rank].error.text,
                                       "2 parcels with 12 states were sent and 2 with 10 arrived"));
        }
        crews_close(&all);
    }
}

static void *disagree(void *context) {
    member *own = context;
    const char *word = own->options.crew->rank == 2 ? "6x6/3" : "5x5/3";
    own->status = sh_crew_same(own->options.crew, "game", word, 5, &own->error);
    return NULL;
}

static void test_disagreement(void **state) {
    fleet *f = calloc(1, sizeof *f);
    void *contexts[CREWS_MOST];
    crews_open(&f->all, 3);
    for (int rank = 0; rank < 3; rank++) {
        f->member[rank].options.crew = &f->all.crew[rank];
        contexts[rank] = &f->member[rank];
    }
    crews_run(&f->all, disagree, contexts);
    for (int rank = 0; rank < 3; rank++) {
        assert_int_equal(f->member[rank].status, SH_USAGE);
        assert_non_null(strstr(f->member[rank].error.text, "rank 2: this rank has another game"));
    }
    crews_close(&f->all);
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_bad_shares),   cmocka_unit_test(test_spoiled),
        cmocka_unit_test(test_disagreement), cmocka_unit_test(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
