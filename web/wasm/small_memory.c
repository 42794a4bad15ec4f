// SPDX-License-Identifier: MIT
// malloc for a module: sizes are rounded up to powers of two, each with its own list of free
// blocks.
//
// A block begins with 64 bytes that hold its class, so every block is aligned to 64 bytes. Memory
// grows and is never given back: a worker that ends takes it all with it.
#include <stddef.h> // size_t
#include <stdint.h> // uintptr_t
#include <stdlib.h> // malloc
#include <string.h> // memcpy

enum { HEAD = 64, LEAST = 7, COMMON = 20, CLASSES = 32, WASM_PAGE = 65536 };

typedef struct block {
    int class;          // its list; up to COMMON all blocks of a list have 1 << class bytes
    size_t held, bytes; // what was asked for, and what there is without the head
    struct block *next; // in its list
} block;

extern unsigned char __heap_base;
static block *unused[CLASSES];
static uintptr_t top, end;

static block *extend(size_t size) {
    if (!top) {
        top = ((uintptr_t)&__heap_base + HEAD - 1) & -(uintptr_t)HEAD;
        end = (uintptr_t)__builtin_wasm_memory_size(0) * WASM_PAGE;
    }
    if (size > end - top) {
        size_t pages = (size - (end - top) + WASM_PAGE - 1) / WASM_PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
        end += pages * WASM_PAGE;
    }
    block *made = (block *)top;
    top += size;
    return made;
}

// The first free block of a list with room enough; taken out of it.
static block *reuse(int class, size_t size) {
    for (block **at = &unused[class]; *at; at = &(*at)->next)
        if ((*at)->bytes >= size) {
            block *found = *at;
            *at = found->next;
            return found;
        }
    return NULL;
}

void *malloc(size_t size) {
    if (size > (size_t)1 << 30) return NULL;
    int class = LEAST;
    while (((size_t)1 << class) < size + HEAD) class ++;
    block *made = reuse(class, size);
    if (!made) {
        // Large blocks take what they need: half of a large power of two would be wasted.
        size_t whole = class > COMMON ? (size + 2 * HEAD - 1) & -(size_t)HEAD : (size_t)1 << class;
        made = extend(whole);
        if (!made) return NULL;
        made->bytes = whole - HEAD;
    }
    made->class = class;
    made->held = size;
    return (unsigned char *)made + HEAD;
}

void free(void *memory) {
    if (!memory) return;
    block *own = (block *)((unsigned char *)memory - HEAD);
    own->next = unused[own->class];
    unused[own->class] = own;
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    void *memory = malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t size) {
    void *made = malloc(size);
    if (!memory || !made) return made;
    size_t held = ((block *)((unsigned char *)memory - HEAD))->held;
    memcpy(made, memory, held < size ? held : size);
    free(memory);
    return made;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return alignment <= HEAD ? malloc(size) : NULL;
}
