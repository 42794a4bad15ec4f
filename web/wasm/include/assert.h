// SPDX-License-Identifier: MIT
// What must hold is checked here, too; there is nobody to print the reason to.
#undef assert
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
