// SPDX-License-Identifier: MIT
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

sh_line *sh_lines_open(size_t count) {
    sh_line *lines = aligned_alloc(sizeof(sh_line), count * sizeof(sh_line));
    if (lines) memset(lines, 0, count * sizeof(sh_line));
    return lines;
}

sh_status sh_scratch_open(sh_scratch *scratch, const sh_cube *cube, sh_error *error) {
    size_t blocks = (size_t)cube->blocks, height = blocks * SH_LANES;
    size_t lines = blocks * height, words = (size_t)cube->words;
    assert(cube->sets < height);
    *scratch = (sh_scratch){
        .height = height,
        .known_rows = sh_lines_open(lines),
        .unknown_rows = sh_lines_open(lines),
        .news = sh_lines_open(lines),
        .rest = sh_lines_open(lines),
        .open = sh_lines_open(lines),
        .found = sh_lines_open(lines),
        .occupied = sh_lines_open(blocks * (size_t)cube->triples->cells),
        .marks = calloc(blocks * words, sizeof(uint64_t)),
        .flags = calloc(blocks, sizeof *scratch->flags),
        .ids = malloc(cube->sets * sizeof(uint32_t)),
        .visit = malloc(cube->subsets * sizeof(uint32_t)),
    };
    if (scratch->known_rows && scratch->unknown_rows && scratch->news && scratch->rest &&
        scratch->open && scratch->found && scratch->occupied && scratch->marks && scratch->flags &&
        scratch->ids && scratch->visit)
        return SH_OK;
    sh_scratch_close(scratch);
    return sh_fail(error, SH_RESOURCES, "no memory for a worker's lines");
}

void sh_scratch_close(sh_scratch *scratch) {
    free(scratch->known_rows);
    free(scratch->unknown_rows);
    free(scratch->news);
    free(scratch->rest);
    free(scratch->open);
    free(scratch->found);
    free(scratch->occupied);
    free(scratch->marks);
    free(scratch->flags);
    free(scratch->ids);
    free(scratch->visit);
    memset(scratch, 0, sizeof *scratch);
}
