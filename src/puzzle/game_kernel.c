// SPDX-License-Identifier: MIT
// See game_kernel.h.
#include "puzzle/game_kernel.h"

#include <assert.h> // assert
#include <string.h> // memcpy

#include "base/cpu.h"
#include "base/random.h"
#include "puzzle/game_kernels.h"

static const sh_game_kernel *of_this_cpu(void) {
#if defined(__x86_64__)
    if (sh_cpu_level_get() >= SH_CPU_AVX512) return sh_game_kernels_avx512;
    if (sh_cpu_level_get() >= SH_CPU_AVX2) return sh_game_kernels_avx2;
#endif
    return sh_game_kernels_portable;
}

const sh_game_kernel *sh_game_kernel_get(int width) {
    const sh_game_kernel *kernels = of_this_cpu();
    for (int i = 0; i < SH_GAME_WIDTHS; i++)
        if (kernels[i].width == width) return &kernels[i];
    assert(!"a width of bitboards");
    return NULL;
}

static size_t army_words(const sh_game_case *one) {
    return (size_t)one->puzzle->game.board.width / 64;
}

void sh_game_first_board(const sh_game_case *one, uint64_t *board) {
    size_t half = army_words(one);
    for (int role = 0; role < SH_GAME_ROLES; role++)
        memcpy(board + (size_t)role * half, one->start[role].w, half * sizeof *board);
}

void sh_game_image(const sh_game_case *one, int image, const uint64_t *from, uint64_t *to) {
    size_t half = army_words(one);
    memset(to, 0, 2 * half * sizeof *to);
    for (size_t i = 0; i < 2 * half; i++)
        for (uint64_t rest = from[i]; rest; rest &= rest - 1) {
            int cell = one->image[image][64 * (i % half) + (size_t)__builtin_ctzll(rest)];
            to[i / half * half + (size_t)cell / 64] |= 1ULL << (cell & 63);
        }
}

bool sh_game_arrived(const sh_game_case *one, const uint64_t *board) {
    return memcmp(board, one->goal[SH_GAME_WINNER].w, army_words(one) * sizeof *board) == 0;
}

uint64_t sh_game_hash(const sh_game_case *one, const uint64_t *board) {
    size_t half = army_words(one);
    uint64_t sum = 0;
    for (size_t i = 0; i < 2 * half; i++)
        for (uint64_t rest = board[i]; rest; rest &= rest - 1)
            sum += one->code[i / half][64 * (i % half) + (size_t)__builtin_ctzll(rest)];
    return sh_mix(sum);
}

sh_game_left sh_game_left_at(const sh_game_case *one, int level) {
    int made = level && one->winner_first ? level - 1 : level; // by the loser
    return (sh_game_left){one->moves[SH_GAME_WINNER] - level, one->moves[SH_GAME_LOSER] - made};
}

int sh_game_played_at(const sh_game_case *one, int level) {
    return 2 * level - (one->winner_first ? 1 : 0);
}
