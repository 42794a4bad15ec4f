// SPDX-License-Identifier: MIT
// One source for the device and for the host: the few words in which the two differ.
//
// A kernel is a function sh_gpu_NAME(args, unit) that a warp of 32 threads runs once for each unit.
// Code outside SH_EACH_LANE is the same for the whole warp; inside, `lane` is the thread. On the
// device the macro is the thread itself, on the host a loop over the 32 lanes, so that a value
// carried from one SH_EACH_LANE to the next must be declared with SH_LANE_STATE or SH_LANE_ARRAY
// and read with SH_OF(name, lane); the whole warp reads one lane's with SH_FROM(name, lane). A vote
// (SH_VOTE) is a phase of its own. Inside SH_EACH_LANE, sh_gpu_any is a hint: the whole warp's
// answer on the device, the lane's own on the host; code must be right with either.
#pragma once

#include <stdint.h> // uint32_t

#include "board/template.h"

#define SH_WARP 32

#ifdef __CUDACC__

#define SH_GPU_CODE static __device__ __forceinline__
#define SH_GPU_CALL static __device__ __noinline__ // where copies would be too many
#define SH_GPU_TABLE static __device__ const
#define SH_UNROLL _Pragma("unroll")
#define SH_ROLLED _Pragma("unroll 1")
#define SH_EACH_LANE(lane)                                                                         \
    for ([[maybe_unused]] unsigned lane = threadIdx.x % SH_WARP, once_ = 1; once_; once_ = 0)
#define SH_LANE_STATE(type, name) type name
#define SH_LANE_ARRAY(type, name, count) type name[count]
#define SH_OF(name, lane) name
#define SH_FROM(name, lane) __shfl_sync(0xffffffffu, name, lane)
#define SH_FROM_ARRAY(name, lane, i) __shfl_sync(0xffffffffu, name[i], lane)
#define SH_VOTE(result, lane, expression)                                                          \
    do {                                                                                           \
        const unsigned lane = threadIdx.x % SH_WARP;                                               \
        (void)lane;                                                                                \
        result = __ballot_sync(0xffffffffu, (expression));                                         \
    } while (0)

// The sum of 32-bit numbers over all lanes.
#define SH_SUM(result, lane, expression)                                                           \
    do {                                                                                           \
        const unsigned lane = threadIdx.x % SH_WARP;                                               \
        (void)lane;                                                                                \
        result = __reduce_add_sync(0xffffffffu, (unsigned)(expression));                           \
    } while (0)

// All their bits.
#define SH_UNION(result, lane, expression)                                                         \
    do {                                                                                           \
        const unsigned lane = threadIdx.x % SH_WARP;                                               \
        (void)lane;                                                                                \
        result = __reduce_or_sync(0xffffffffu, (unsigned)(expression));                            \
    } while (0)

// The largest of them.
#define SH_MOST(result, lane, expression)                                                          \
    do {                                                                                           \
        const unsigned lane = threadIdx.x % SH_WARP;                                               \
        (void)lane;                                                                                \
        result = __reduce_max_sync(0xffffffffu, (unsigned)(expression));                           \
    } while (0)

// Bit i of lane j's word becomes bit j of lane i's.
#define SH_TRANSPOSE(name) name = sh_gpu_transposed(name)
SH_GPU_CODE uint32_t sh_gpu_transposed(uint32_t word) {
    const unsigned lane = threadIdx.x % SH_WARP;
    word = __byte_perm(word, __shfl_xor_sync(0xffffffffu, word, 16), lane & 16 ? 0x3276 : 0x5410);
    word = __byte_perm(word, __shfl_xor_sync(0xffffffffu, word, 8), lane & 8 ? 0x3715 : 0x6240);
    uint32_t low = 0x0f0f0f0f; // the places that keep their half
    SH_UNROLL for (unsigned step = 4; step; step /= 2, low ^= low << step) {
        const uint32_t other = __shfl_xor_sync(0xffffffffu, word, step);
        const uint32_t keep = lane & step ? ~low : low;
        word =
            (word & keep) | (__funnelshift_l(other, other, lane & step ? 32 - step : step) & ~keep);
    }
    return word;
}

// Four words at a place that is a multiple of 16 bytes.
SH_GPU_CODE void sh_gpu_store4(uint32_t *to, const uint32_t *from) {
    *(uint4 *)to = make_uint4(from[0], from[1], from[2], from[3]);
}
// The same from such a place.
SH_GPU_CODE void sh_gpu_load4(uint32_t *to, const uint32_t *from) {
    const uint4 words = *(const uint4 *)from;
    to[0] = words.x;
    to[1] = words.y;
    to[2] = words.z;
    to[3] = words.w;
}
// The 32 bits from place `shift` < 32 on of two words.
SH_GPU_CODE uint32_t sh_gpu_window(uint32_t low, uint32_t high, uint32_t shift) {
    return __funnelshift_r(low, high, shift);
}
SH_GPU_CODE bool sh_gpu_any(uint32_t x) { return __any_sync(0xffffffffu, x != 0); }
SH_GPU_CODE int sh_gpu_count(uint32_t x) { return __popc(x); }
SH_GPU_CODE int sh_gpu_count64(uint64_t x) { return __popcll(x); }
SH_GPU_CODE int sh_gpu_first(uint32_t x) { return __ffs((int)x) - 1; }
SH_GPU_CODE int sh_gpu_first64(uint64_t x) { return __ffsll((long long)x) - 1; }
SH_GPU_CODE int sh_gpu_leading(uint32_t x) { return __clz((int)x); } // zeros above the first one
SH_GPU_CODE uint64_t sh_gpu_reverse(uint64_t x) { return __brevll(x); }
SH_GPU_CODE void sh_gpu_or(uint32_t *word, uint32_t bits) { atomicOr(word, bits); }
SH_GPU_CODE uint32_t sh_gpu_fetch_or(uint32_t *word, uint32_t bits) { return atomicOr(word, bits); }
SH_GPU_CODE void sh_gpu_and(uint32_t *word, uint32_t bits) { atomicAnd(word, bits); }
SH_GPU_CODE uint32_t sh_gpu_fetch_and(uint32_t *word, uint32_t bits) {
    return atomicAnd(word, bits);
}
SH_GPU_CODE void sh_gpu_add(uint64_t *sum, uint64_t x) {
    atomicAdd((unsigned long long *)sum, (unsigned long long)x);
}
SH_GPU_CODE void sh_gpu_least(uint64_t *least, uint64_t x) {
    if (x < *(volatile uint64_t *)least)
        atomicMin((unsigned long long *)least, (unsigned long long)x);
}
SH_GPU_CODE uint32_t sh_gpu_take(uint32_t *next, uint32_t count) { return atomicAdd(next, count); }
// A word or a byte that other warps may be writing, read or written as it comes.
SH_GPU_CODE uint32_t sh_gpu_see(const uint32_t *word) { return *word; }
SH_GPU_CODE uint8_t sh_gpu_see_byte(const uint8_t *byte) { return *byte; }
SH_GPU_CODE void sh_gpu_put(uint32_t *word, uint32_t value) { *word = value; }
SH_GPU_CODE void sh_gpu_put_byte(uint8_t *byte, uint8_t value) { *byte = value; }

#else

#define SH_GPU_CODE static inline __attribute__((always_inline, unused))
#define SH_GPU_CALL static __attribute__((unused))
#define SH_GPU_TABLE static const
#define SH_UNROLL
#define SH_ROLLED
#define SH_EACH_LANE(lane) for (unsigned lane = 0; lane < SH_WARP; lane++)
#define SH_LANE_STATE(type, name) type name[SH_WARP]
#define SH_LANE_ARRAY(type, name, count) type name[SH_WARP][count]
#define SH_OF(name, lane) name[lane]
#define SH_FROM(name, lane) name[lane]
#define SH_FROM_ARRAY(name, lane, i) name[lane][i]
#define SH_VOTE(result, lane, expression)                                                          \
    do {                                                                                           \
        uint32_t vote_ = 0;                                                                        \
        for (unsigned lane = 0; lane < SH_WARP; lane++)                                            \
            vote_ |= (uint32_t)((expression) != 0) << lane;                                        \
        result = vote_;                                                                            \
    } while (0)

#define SH_SUM(result, lane, expression)                                                           \
    do {                                                                                           \
        uint32_t sum_ = 0;                                                                         \
        for (unsigned lane = 0; lane < SH_WARP; lane++) sum_ += (uint32_t)(expression);            \
        result = sum_;                                                                             \
    } while (0)

#define SH_UNION(result, lane, expression)                                                         \
    do {                                                                                           \
        uint32_t bits_ = 0;                                                                        \
        for (unsigned lane = 0; lane < SH_WARP; lane++) bits_ |= (uint32_t)(expression);           \
        result = bits_;                                                                            \
    } while (0)

#define SH_MOST(result, lane, expression)                                                          \
    do {                                                                                           \
        uint32_t most_ = 0;                                                                        \
        for (unsigned lane = 0; lane < SH_WARP; lane++)                                            \
            if (most_ < (uint32_t)(expression)) most_ = (uint32_t)(expression);                    \
        result = most_;                                                                            \
    } while (0)

#include <stdbool.h> // bool

#define SH_TRANSPOSE(name) sh_gpu_transpose(name)
SH_GPU_CODE void sh_gpu_transpose(uint32_t *words) {
    uint32_t low = 0x0000ffff;
    for (unsigned step = 16; step; step /= 2, low ^= low << step)
        for (unsigned i = 0; i < SH_WARP; i = ((i | step) + 1) & ~step) {
            const uint32_t differing = (words[i] >> step ^ words[i | step]) & low;
            words[i | step] ^= differing;
            words[i] ^= differing << step;
        }
}
// What a test may put between the kernels and memory (tests/oracle/hostile_gpu.c): a place where
// other warps may come first, and words that are read late or early.
#ifndef SH_GPU_PAUSE
#define SH_GPU_PAUSE(word) ((void)(word))
#define SH_GPU_SEE(word) (*(word))
#define SH_GPU_SEE_BYTE(byte) (*(byte))
#endif
SH_GPU_CODE uint32_t sh_gpu_see(const uint32_t *word) { return SH_GPU_SEE(word); }
SH_GPU_CODE uint8_t sh_gpu_see_byte(const uint8_t *byte) { return SH_GPU_SEE_BYTE(byte); }
SH_GPU_CODE void sh_gpu_put(uint32_t *word, uint32_t value) {
    SH_GPU_PAUSE(word);
    *word = value;
}
SH_GPU_CODE void sh_gpu_put_byte(uint8_t *byte, uint8_t value) {
    SH_GPU_PAUSE(byte);
    *byte = value;
}
SH_GPU_CODE void sh_gpu_store4(uint32_t *to, const uint32_t *from) {
    for (int i = 0; i < 4; i++) sh_gpu_put(to + i, from[i]);
}
SH_GPU_CODE void sh_gpu_load4(uint32_t *to, const uint32_t *from) {
    for (int i = 0; i < 4; i++) to[i] = sh_gpu_see(from + i);
}
SH_GPU_CODE uint32_t sh_gpu_window(uint32_t low, uint32_t high, uint32_t shift) {
    return (uint32_t)(((uint64_t)high << 32 | low) >> shift);
}
SH_GPU_CODE bool sh_gpu_any(uint32_t x) { return x != 0; }
SH_GPU_CODE int sh_gpu_count(uint32_t x) { return __builtin_popcount(x); }
SH_GPU_CODE int sh_gpu_count64(uint64_t x) { return __builtin_popcountll(x); }
SH_GPU_CODE int sh_gpu_first(uint32_t x) { return __builtin_ffs((int)x) - 1; }
SH_GPU_CODE int sh_gpu_first64(uint64_t x) { return __builtin_ffsll((long long)x) - 1; }
SH_GPU_CODE int sh_gpu_leading(uint32_t x) { return x ? __builtin_clz(x) : 32; }
SH_GPU_CODE uint64_t sh_gpu_reverse(uint64_t x) {
    uint64_t reversed = 0;
    for (; x; x &= x - 1) reversed |= 1ULL << (63 - __builtin_ctzll(x));
    return reversed;
}
SH_GPU_CODE void sh_gpu_or(uint32_t *word, uint32_t bits) {
    SH_GPU_PAUSE(word);
    __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}
SH_GPU_CODE uint32_t sh_gpu_fetch_or(uint32_t *word, uint32_t bits) {
    SH_GPU_PAUSE(word);
    return __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}
SH_GPU_CODE void sh_gpu_and(uint32_t *word, uint32_t bits) {
    SH_GPU_PAUSE(word);
    __atomic_fetch_and(word, bits, __ATOMIC_RELAXED);
}
SH_GPU_CODE uint32_t sh_gpu_fetch_and(uint32_t *word, uint32_t bits) {
    SH_GPU_PAUSE(word);
    return __atomic_fetch_and(word, bits, __ATOMIC_RELAXED);
}
SH_GPU_CODE void sh_gpu_add(uint64_t *sum, uint64_t x) {
    __atomic_fetch_add(sum, x, __ATOMIC_RELAXED);
}
SH_GPU_CODE void sh_gpu_least(uint64_t *least, uint64_t x) {
    if (x < *least) *least = x;
}
SH_GPU_CODE uint32_t sh_gpu_take(uint32_t *next, uint32_t count) {
    SH_GPU_PAUSE(next);
    return __atomic_fetch_add(next, count, __ATOMIC_RELAXED);
}

#endif
