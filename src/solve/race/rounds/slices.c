// SPDX-License-Identifier: MIT
// Memory of a worker, and which variant this CPU runs.
#include "solve/race/rounds/slices.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "solve/race/rounds/slices_variants.h"

const sh_slices *sh_slices_get(sh_cpu_level level) {
#ifdef __x86_64__
    if (level == SH_CPU_AVX512) return &sh_slices_avx512;
    if (level == SH_CPU_AVX2) return &sh_slices_avx2;
#endif
    return &sh_slices_generic;
}

sh_strip *sh_strips_open(size_t count) {
    sh_strip *strips = aligned_alloc(sizeof(sh_strip), count * sizeof(sh_strip));
    if (strips) memset(strips, 0, count * sizeof(sh_strip));
    return strips;
}

sh_status sh_scratch_open(sh_scratch *scratch, const sh_cube *cube, sh_error *error) {
    size_t blocks = (size_t)cube->blocks, height = blocks * SH_LANES;
    size_t strips = blocks * height, words = (size_t)cube->words;
    assert(cube->sets < height);
    *scratch = (sh_scratch){
        .height = height,
        .known_rows = sh_strips_open(strips),
        .unknown_rows = sh_strips_open(strips),
        .news = sh_strips_open(strips),
        .rest = sh_strips_open(strips),
        .questions = sh_strips_open(strips),
        .found = sh_strips_open(strips),
        .occupied = sh_strips_open(blocks * (size_t)cube->triples->cells),
        .marks = calloc(blocks * words, sizeof(uint64_t)),
        .flags = calloc(blocks, sizeof *scratch->flags),
        .ids = malloc(cube->sets * sizeof(uint32_t)),
        .visit = malloc(cube->subsets * sizeof(uint32_t)),
    };
    if (scratch->known_rows && scratch->unknown_rows && scratch->news && scratch->rest &&
        scratch->questions && scratch->found && scratch->occupied && scratch->marks &&
        scratch->flags && scratch->ids && scratch->visit)
        return SH_OK;
    sh_scratch_close(scratch);
    return sh_fail(error, SH_RESOURCES, "no memory for a worker's strips");
}

void sh_scratch_close(sh_scratch *scratch) {
    free(scratch->known_rows);
    free(scratch->unknown_rows);
    free(scratch->news);
    free(scratch->rest);
    free(scratch->questions);
    free(scratch->found);
    free(scratch->occupied);
    free(scratch->marks);
    free(scratch->flags);
    free(scratch->ids);
    free(scratch->visit);
    memset(scratch, 0, sizeof *scratch);
}

uint64_t sh_scratch_bytes(const sh_cube *cube) {
    uint64_t blocks = (uint64_t)cube->blocks, strips = 6 * blocks * blocks * SH_LANES;
    return (strips + blocks * (uint64_t)cube->triples->cells) * sizeof(sh_strip);
}
