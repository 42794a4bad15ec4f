// SPDX-License-Identifier: MIT
// What follows from the twelve bits of a code. The types are asked in the order of the article's
// table: the first that fits counts.
#include "rank/control.h"

static bool is_ongoing(sh_control_code control) { return !(control >> SH_CONTROL_BITS); }

int sh_control_victor(sh_control_code control) {
    if (!is_ongoing(control)) return sh_control_winner(control);
    for (int i = 0; i < 3; i++)
        if (control & sh_control_solo(i)) return i;
    return -1;
}

bool sh_control_kingmaker(sh_control_code control, int i, int j) {
    return is_ongoing(control) && sh_control_enables(control, i, j) &&
           !(control & sh_control_solo(j));
}

bool sh_control_shut_out(sh_control_code control, int i) {
    return is_ongoing(control) && !(control & (sh_control_solo(i) | sh_control_draw(i)));
}

int sh_control_crowned(sh_control_code control) {
    int crowned = 0;
    for (int j = 0; j < 3; j++)
        crowned += sh_control_kingmaker(control, (j + 1) % 3, j) ||
                   sh_control_kingmaker(control, (j + 2) % 3, j);
    return crowned;
}

sh_control_type sh_control_classify(sh_control_code control) {
    if (control == SH_CONTROL_ILLEGAL) return SH_TYPE_ILLEGAL;
    if (!is_ongoing(control)) return SH_TYPE_TERMINAL;
    if (control & 7) return SH_TYPE_SOLO_WIN;
    if (control >> 9) return SH_TYPE_SPOILER_DRAW;
    return control ? SH_TYPE_KINGMAKER : SH_TYPE_OTHER;
}

const char *sh_control_type_name(sh_control_type type) {
    static const char *const names[SH_TYPES] = {
        [SH_TYPE_ILLEGAL] = "illegal",     [SH_TYPE_TERMINAL] = "terminal",
        [SH_TYPE_SOLO_WIN] = "solo_win",   [SH_TYPE_SPOILER_DRAW] = "spoiler_draw",
        [SH_TYPE_KINGMAKER] = "kingmaker", [SH_TYPE_OTHER] = "other"};
    return names[type];
}

sh_control_code sh_control_turn(sh_control_code control, int shift) {
    if (control == SH_CONTROL_ILLEGAL) return control;
    if (!is_ongoing(control)) return sh_control_won((sh_control_winner(control) + 3 - shift) % 3);
    sh_control_code turned = 0;
    for (int group = 0; group < SH_CONTROL_BITS; group += 3)
        for (int i = 0; i < 3; i++)
            if (control >> (group + (i + shift) % 3) & 1)
                turned = (sh_control_code)(turned | 1 << (group + i));
    return turned;
}

sh_control sh_control_players(sh_control_code code, int mover) {
    sh_control control = {0};
    int winner = sh_control_winner(code);
    for (int i = 0; i < 3; i++) {
        uint8_t player = (uint8_t)(1 << (mover + i) % 3);
        bool ongoing = is_ongoing(code);
        if (i == winner || (ongoing && code & sh_control_solo(i))) control.solo_win |= player;
        if (ongoing ? sh_control_shut_out(code, i) : i != winner) control.solo_loss |= player;
        if (ongoing && code & sh_control_next(i)) control.enable_next |= player;
        if (ongoing && code & sh_control_previous(i)) control.enable_previous |= player;
    }
    return control;
}

void sh_control_counts_add(sh_control_counts *sum, const sh_control_counts *part) {
    for (int i = 0; i < SH_TYPES; i++) sum->type[i] += part->type[i];
    for (int i = 0; i < 9; i++) sum->kingmaker[i / 3][i % 3] += part->kingmaker[i / 3][i % 3];
    for (int i = 0; i < 4; i++) sum->crowned[i] += part->crowned[i];
}
