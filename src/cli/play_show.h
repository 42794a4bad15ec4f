// SPDX-License-Identifier: MIT
// The two ways in which `play` shows a session: on a whole screen, and in lines.
#pragma once

#include "cli/play_session.h"

// Lines of text, for pipes, for terminals that can do no more, and for those who like it.
sh_status sh_play_lines(sh_cli *cli, sh_play_session *session, sh_error *error) SH_NODISCARD;

// Can the cursor of the terminal be moved? ncurses takes dumb ones, too, and garbles them.
bool sh_play_terminal(void);

// The screen of a terminal (ncurses). SH_NO, with a sentence, where this terminal has none or the
// program was built without ncurses: then lines are left.
sh_status sh_play_screen(sh_cli *cli, sh_play_session *session, sh_error *error) SH_NODISCARD;
