// SPDX-License-Identifier: MIT
// The orders of outcomes that policies are made of.
#include <string.h> // memset

#include "solve/race/policy/policy.h"

static const struct {
    const char *name, *order;
} NAMED[] = {{"draw", "sdnp"}, {"next", "sndp"}, {"previous", "spdn"}, {"cyclic", "snpd"}};

// One player's order from the four letters, best first.
static bool read_order(const char *letters, int player, uint8_t *order) {
    memset(order, 255, SH_POLICY_OUTCOMES);
    for (int place = 0; place < 4; place++) {
        static const char KNOWN[] = "snpd";
        const char *at = letters[place] ? strchr(KNOWN, letters[place]) : NULL;
        if (!at) return false;
        int outcome = *at == 'd' ? SH_OUTCOME_DRAW : (player + (int)(at - KNOWN)) % 3;
        if (order[outcome] != 255) return false;
        order[outcome] = (uint8_t)place;
    }
    return order[player] == 0; // everybody likes its own win best
}

// How good a ranking is for a player: 0 first, 1 second, 2 undecided, 3 last.
static int place_in(int ranking, int player) {
    int first = ranking / 4, second = ranking % 4;
    if (ranking == SH_RANKING_NONE) return 2;
    if (first == player) return 0;
    return second == 3 ? 2 : second == player ? 1 : 3;
}

static void order_rankings(int player, uint8_t *order) {
    memset(order, 255, SH_POLICY_OUTCOMES);
    for (int ranking = 0; ranking < SH_POLICY_OUTCOMES; ranking++) {
        bool exists = ranking == SH_RANKING_NONE || (ranking < 12 && ranking / 4 != ranking % 4);
        if (!exists) continue;
        int worse = 0; // outcomes that this player likes better
        for (int other = 0; other < SH_POLICY_OUTCOMES; other++) {
            if (other != SH_RANKING_NONE && (other >= 12 || other / 4 == other % 4)) continue;
            int next = (player + 1) % 3;
            int own = place_in(other, player) - place_in(ranking, player);
            int friendly = place_in(other, next) - place_in(ranking, next);
            if (own < 0 || (own == 0 && friendly < 0)) worse++;
        }
        order[ranking] = (uint8_t)worse;
    }
}

sh_status sh_policy_parse(sh_policy *policy, const char *text, sh_error *error) {
    memset(policy, 0, sizeof *policy);
    policy->ranking = !strcmp(text, "ranking");
    char orders[16] = "";
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
        if (!strcmp(text, NAMED[i].name))
            for (int player = 0; player < 3; player++)
                memcpy(orders + player * 5, NAMED[i].order, 5);
    if (!*orders && strlen(text) == 14 && text[4] == ',' && text[9] == ',')
        memcpy(orders, text, 15);
    bool fine = true;
    for (int player = 0; player < 3; player++)
        if (policy->ranking)
            order_rankings(player, policy->order[player]);
        else
            fine = fine && read_order(orders + player * 5, player, policy->order[player]);
    if (fine) return SH_OK;
    return sh_fail(error, SH_USAGE,
                   "%.40s is not a policy; write draw, next, previous, cyclic, ranking, or three "
                   "orders of s n p d that begin with s, as sdnp,snpd,spnd",
                   text);
}
