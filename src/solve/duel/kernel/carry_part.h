// SPDX-License-Identifier: MIT
// Carries the news of one tile over to the other view of the table: included by kernel_template.h.
//
// Dense tiles are transposed whole; of sparse ones each state is carried over by itself.
#define FEW_STATES 256

static bool is_sparse(const sh_strip *news, const uint64_t *changed, size_t words) {
    int states = 0;
    for (size_t w = 0; w < words; w++)
        for (uint64_t left = changed[w]; left; left &= left - 1) {
            states += sh_strip_count(&news[w * 64 + __builtin_ctzll(left)]);
            if (states >= FEW_STATES) return false;
        }
    return true;
}

static void carry(const sh_strip *news, size_t strips, const uint64_t *changed, sh_strip *plane,
                  uint64_t *dirty, bool clear) {
    if (is_sparse(news, changed, strips / 64)) {
        for (size_t w = 0; w < strips / 64; w++)
            for (uint64_t left = changed[w]; left; left &= left - 1) {
                const sh_strip *strip = &news[w * 64 + __builtin_ctzll(left)];
                SH_EACH_WORD(i) for (uint64_t lanes = strip->w[i]; lanes; lanes &= lanes - 1) {
                    int lane = i * 64 + __builtin_ctzll(lanes);
                    if (clear)
                        plane[lane].w[w] &= ~(left & -left);
                    else
                        plane[lane].w[w] |= left & -left;
                    sh_bit_set(dirty, (uint64_t)lane);
                }
            }
        return;
    }
    sh_strip tile[SH_LANES];
    transpose(news, strips, tile);
    for (int lane = 0; lane < SH_LANES; lane++) {
        if (!sh_strip_any(&tile[lane])) continue;
        if (clear)
            SH_EACH_WORD(i) plane[lane].w[i] &= ~tile[lane].w[i];
        else
            SH_EACH_WORD(i) plane[lane].w[i] |= tile[lane].w[i];
        sh_bit_set(dirty, (uint64_t)lane);
    }
}
