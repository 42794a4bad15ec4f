// SPDX-License-Identifier: MIT
// Warps are coroutines. Memory has a journal of what words held before they were written, from
// which plain reads are answered with old values; it is thrown away whenever nothing is in flight.
#include "oracle/hostile_gpu.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset
#include <ucontext.h>

#include "base/memory.h"

static void hostile_pause(void *word);
static uint32_t hostile_see(const uint32_t *word);
static uint8_t hostile_see_byte(const uint8_t *byte);
#define SH_GPU_PAUSE(word) hostile_pause(word)
#define SH_GPU_SEE(word) hostile_see(word)
#define SH_GPU_SEE_BYTE(byte) hostile_see_byte(byte)
#include "solve/cuda/kernels.h"

#define WARPS 6 // of a launch in flight
#define STACK ((size_t)256 << 10)
#define QUEUE 4096
#define BUCKETS (1 << 16)

typedef enum op_kind { OP_LAUNCH, OP_FILL, OP_MARK, OP_WAIT } op_kind;

typedef struct op {
    op_kind kind;
    sh_gpu_kernel kernel;
    sh_gpu_args args;
    void *memory; // to fill
    int byte;
    uint64_t bytes;
    uint64_t mark; // to make or to wait for
} op;

typedef struct warp {
    ucontext_t context;
    void *stack;
    struct side *side;
    uint64_t unit;
    bool busy;
} warp;

typedef struct side {
    op *queue;
    uint64_t first, end;
    bool begun;       // the first is a launch in flight
    uint64_t started; // when
    uint64_t units, given, done, step, next;
    warp warps[WARPS];
} side;

// What a word (by its four bytes) held before a write.
typedef struct past {
    uintptr_t at;
    uint64_t time;
    uint32_t value;
    uint32_t before; // the entry before it in its bucket, plus one
} past;

struct sh_gpu {
    side sides[2];
    uint64_t random, time, marks, patience;
    unsigned bias; // of 16: how often the side beside goes on
    uint64_t made[SH_GPU_MARKS], reached[2];
    int mark_side[SH_GPU_MARKS];
    ucontext_t scheduler;
    warp *running;
    past *journal;
    uint32_t entries, room;
    uint32_t *buckets;
};

static sh_gpu *now;        // the one whose kernels run
static uint64_t next_seed; // of the one that is opened next

static uint64_t draw(sh_gpu *gpu, uint64_t below) {
    gpu->random = gpu->random * 6364136223846793005 + 1442695040888963407;
    return (gpu->random >> 33) % below;
}

static uint32_t *bucket_of(sh_gpu *gpu, uintptr_t at) {
    return &gpu->buckets[at / 4 * 0x9e3779b97f4a7c15 >> 48 & (BUCKETS - 1)];
}

static void remember(sh_gpu *gpu, uintptr_t at) {
    if (gpu->entries == gpu->room) {
        gpu->room = gpu->room ? 2 * gpu->room : 4096;
        gpu->journal = realloc(gpu->journal, gpu->room * sizeof *gpu->journal);
    }
    uint32_t *bucket = bucket_of(gpu, at);
    gpu->journal[gpu->entries] =
        (past){.at = at, .time = ++gpu->time, .value = *(const uint32_t *)at, .before = *bucket};
    *bucket = ++gpu->entries;
}

static void forget(sh_gpu *gpu) {
    for (uint32_t i = 0; i < gpu->entries; i++) *bucket_of(gpu, gpu->journal[i].at) = 0;
    gpu->entries = 0;
}

// Before a word or byte is written: others may come first.
static void hostile_pause(void *word) {
    sh_gpu *gpu = now;
    if (!gpu->patience--) {
        gpu->patience = draw(gpu, 1 + draw(gpu, 64));
        swapcontext(&gpu->running->context, &gpu->scheduler);
    }
    remember(gpu, (uintptr_t)word & ~(uintptr_t)3);
}

static uint32_t hostile_see(const uint32_t *word) {
    sh_gpu *gpu = now;
    uint32_t value = *word;
    const uint64_t since = gpu->running->side->started;
    for (uint32_t i = *bucket_of(gpu, (uintptr_t)word); i; i = gpu->journal[i - 1].before) {
        const past *old = &gpu->journal[i - 1];
        if (old->time <= since) break;
        if (old->at != (uintptr_t)word) continue;
        if (draw(gpu, 4) == 0) break;
        value = old->value;
    }
    return value;
}

static uint8_t hostile_see_byte(const uint8_t *byte) {
    const uintptr_t at = (uintptr_t)byte, word = at & ~(uintptr_t)3;
    const uint32_t value = hostile_see((const uint32_t *)word);
    return (uint8_t)(value >> (at - word) * 8);
}

static void run_unit(sh_gpu_kernel kernel, const sh_gpu_args *args, uint64_t unit) {
    switch (kernel) {
#define KERNEL(name)                                                                               \
    case SH_GPU_##name:                                                                            \
        sh_gpu_##name(args, unit);                                                                 \
        break;
        SH_GPU_KERNELS(KERNEL)
#undef KERNEL
    case SH_GPU_KERNEL_COUNT:
        break;
    }
}

static void warp_main(void) {
    sh_gpu *gpu = now;
    for (;;) {
        warp *self = gpu->running;
        const op *launch = &self->side->queue[self->side->first % QUEUE];
        run_unit(launch->kernel, &launch->args, self->unit);
        self->busy = false;
        self->side->done++;
        swapcontext(&self->context, &gpu->scheduler);
    }
}

static bool make_side(side *made) {
    made->queue = calloc(QUEUE, sizeof *made->queue);
    if (!made->queue) return false;
    for (int i = 0; i < WARPS; i++) {
        warp *one = &made->warps[i];
        one->side = made;
        one->stack = malloc(STACK);
        if (!one->stack || getcontext(&one->context)) return false;
        one->context.uc_stack.ss_sp = one->stack;
        one->context.uc_stack.ss_size = STACK;
        makecontext(&one->context, warp_main, 0);
    }
    return true;
}

static void close_hostile(sh_gpu *gpu) {
    for (int i = 0; i < 2; i++) {
        free(gpu->sides[i].queue);
        for (int j = 0; j < WARPS; j++) free(gpu->sides[i].warps[j].stack);
    }
    free(gpu->journal);
    free(gpu->buckets);
    free(gpu);
    now = NULL;
}

static sh_status open_hostile(sh_gpu **gpu, sh_error *error) {
    sh_gpu *opened = calloc(1, sizeof *opened);
    assert(opened && !now);
    opened->random = next_seed;
    for (int i = 0; i < 8; i++) draw(opened, 2);
    opened->bias = 1 + (unsigned)draw(opened, 15);
    opened->buckets = calloc(BUCKETS, sizeof *opened->buckets);
    assert(opened->buckets && make_side(&opened->sides[0]) && make_side(&opened->sides[1]));
    *gpu = now = opened;
    return SH_OK;
}

// A step through the units that reaches all of them.
static uint64_t choose_step(sh_gpu *gpu, uint64_t units) {
    uint64_t step = draw(gpu, units) + 1, a = step, b = units;
    for (; b; a ^= b, b ^= a, a ^= b) a %= b; // Euclid
    return a == 1 ? step : 1;
}

static void begin_launch(sh_gpu *gpu, side *on, const op *launch) {
    on->begun = true;
    on->started = gpu->time;
    on->units = launch->args.units;
    on->given = on->done = 0;
    on->step = choose_step(gpu, on->units);
    on->next = draw(gpu, on->units);
}

// Lets one warp of a launch go on; whether the launch is over.
static bool resume_warp(sh_gpu *gpu, side *on) {
    warp *one = &on->warps[draw(gpu, WARPS)];
    if (!one->busy && on->given < on->units) {
        one->busy = true;
        one->unit = on->next;
        on->next = (on->next + on->step) % on->units;
        on->given++;
    }
    if (one->busy) {
        gpu->running = one;
        swapcontext(&gpu->scheduler, &one->context);
    }
    return on->done == on->units;
}

static bool is_quiet(const sh_gpu *gpu) { return !gpu->sides[0].begun && !gpu->sides[1].begun; }

// One step of a side; false where it has nothing to do or must wait.
static bool step_side(sh_gpu *gpu, int number) {
    side *on = &gpu->sides[number];
    if (on->first == on->end) return false;
    const op *first = &on->queue[on->first % QUEUE];
    switch (first->kind) {
    case OP_LAUNCH:
        if (!on->begun) begin_launch(gpu, on, first);
        if (!resume_warp(gpu, on)) return true;
        on->begun = false;
        if (is_quiet(gpu)) forget(gpu);
        break;
    case OP_FILL:
        memset(first->memory, first->byte, first->bytes);
        break;
    case OP_MARK:
        gpu->reached[number] = first->mark;
        break;
    case OP_WAIT:
        if (gpu->reached[1 - number] < first->mark) return false;
        break;
    }
    on->first++;
    return true;
}

// Goes on until a side is through; both, where `number` is 2.
static void drain(sh_gpu *gpu, int number) {
    for (;;) {
        bool left[2];
        for (int i = 0; i < 2; i++) left[i] = gpu->sides[i].first != gpu->sides[i].end;
        if (number == 2 ? !left[0] && !left[1] : !left[number]) return;
        const int choice = draw(gpu, 16) < gpu->bias;
        if (!step_side(gpu, choice)) {
            bool moved = step_side(gpu, 1 - choice);
            assert(moved && "both sides wait");
        }
    }
}

static void put(sh_gpu *gpu, sh_gpu_side number, const op *added) {
    side *on = &gpu->sides[number];
    if (on->end - on->first == QUEUE) drain(gpu, (int)number);
    on->queue[on->end++ % QUEUE] = *added;
}

static sh_status describe(sh_gpu *gpu, sh_gpu_info *info, sh_error *error) {
    *info = (sh_gpu_info){.name = "a hostile one",
                          .memory = sh_memory_total(),
                          .available = sh_memory_available(),
                          .processors = 1};
    return SH_OK;
}

// In whole words: the journal keeps the word in which a byte lies.
static void *allocate(sh_gpu *gpu, uint64_t bytes, sh_error *error) {
    void *memory = calloc(bytes / 4 + 1, 4);
    assert(memory);
    return memory;
}

static void release(sh_gpu *gpu, void *memory) {
    drain(gpu, 2);
    free(memory);
}

static void unpin(sh_gpu *gpu, void *memory, uint64_t bytes) { release(gpu, memory); }

static void fill(sh_gpu *gpu, void *memory, int byte, uint64_t bytes) {
    put(gpu, SH_GPU_MAIN, &(op){.kind = OP_FILL, .memory = memory, .byte = byte, .bytes = bytes});
}

// Copies wait for the main side only.
static void copy(sh_gpu *gpu, void *to, const void *from, uint64_t bytes) {
    drain(gpu, SH_GPU_MAIN);
    memcpy(to, from, bytes);
}

static void launch(sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, const sh_gpu_args *args) {
    put(gpu, side, &(op){.kind = OP_LAUNCH, .kernel = kernel, .args = *args});
}

static int mark(sh_gpu *gpu, sh_gpu_side side) {
    const int number = (int)(gpu->marks++ % SH_GPU_MARKS);
    gpu->made[number] = gpu->marks;
    gpu->mark_side[number] = (int)side;
    put(gpu, side, &(op){.kind = OP_MARK, .mark = gpu->marks});
    return number;
}

static void wait(sh_gpu *gpu, sh_gpu_side side, int number) {
    if (gpu->mark_side[number] == (int)side) return; // in order anyway
    put(gpu, side, &(op){.kind = OP_WAIT, .mark = gpu->made[number]});
}

static sh_status finish(sh_gpu *gpu, sh_error *error) {
    drain(gpu, 2);
    return SH_OK;
}

static double seconds(sh_gpu *gpu, sh_gpu_kernel kernel) { return 0; }

const sh_gpu_runtime *hostile_gpu(uint64_t seed) {
    static const sh_gpu_runtime runtime = {.interface = SH_GPU_INTERFACE,
                                           .open = open_hostile,
                                           .close = close_hostile,
                                           .describe = describe,
                                           .allocate = allocate,
                                           .release = release,
                                           .pin = allocate,
                                           .unpin = unpin,
                                           .fill = fill,
                                           .upload = copy,
                                           .download = copy,
                                           .launch = launch,
                                           .mark = mark,
                                           .wait = wait,
                                           .finish = finish,
                                           .seconds = seconds};
    next_seed = seed;
    return &runtime;
}
