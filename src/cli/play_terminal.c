// SPDX-License-Identifier: MIT
// A file of its own, for <term.h> has macros for such words as "lines".
#include "cli/play_show.h"

#ifdef SH_NCURSES

#include <curses.h> // OK
#include <term.h>   // setupterm
#include <unistd.h> // STDOUT_FILENO

bool sh_play_terminal(void) {
    int known;
    return setupterm(NULL, STDOUT_FILENO, &known) == OK && cursor_address;
}

#else

bool sh_play_terminal(void) { return false; }

#endif
