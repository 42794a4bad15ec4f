// SPDX-License-Identifier: MIT
// Includes the file named by TEMPLATE once for each width of bitboards, with W defined (see
// bits.h).
#define W 64
#include TEMPLATE
#undef W

#define W 128
#include TEMPLATE
#undef W

#define W 256
#include TEMPLATE
#undef W

#undef TEMPLATE
