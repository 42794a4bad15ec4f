// SPDX-License-Identifier: MIT
// Tables and what they count.
#include "sternhalma/notation.h"
#include "json/encode.h"

static json_t *integer(uint64_t number) { return json_integer((json_int_t)number); }

// Counts of a duel are null in a race, whose table has none in its header.
static json_t *duel_count(const sh_table_info *info, uint64_t count) {
    return info->metric == SH_CONTROL ? json_null() : integer(count);
}

json_t *sh_encode_table(const sh_table_info *info) {
    uint64_t states = info->rows * info->columns;
    json_t *object =
        json_pack("{s:s,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "game", info->game, "rules",
                  sh_profile_name(info->profile), "metric", sh_metric_name(info->metric), "states",
                  integer(states), "wins", duel_count(info, info->wins), "losses",
                  duel_count(info, info->losses), "draws", duel_count(info, info->draws), "illegal",
                  duel_count(info, info->illegal), "longest",
                  info->metric == SH_DTW ? integer(info->longest) : json_null());
    json_object_set_new(object, "only_wins", json_boolean(info->only_wins));
    json_object_update_new(
        object,
        json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:f,s:o,s:s,s:o}", "version",
                  integer(info->version), "rows", integer(info->rows), "columns",
                  integer(info->columns), "blocks", integer(info->blocks), "block_states",
                  integer(info->block_states), "bytes", integer(info->file_bytes), "files",
                  integer(info->files), "part_bytes", integer(info->part_bytes), "bits_per_state",
                  8.0 * (double)info->file_bytes / (double)states, "created",
                  info->created ? integer(info->created) : json_null(), "creator", info->creator,
                  "checksum", json_sprintf("%016llx", (unsigned long long)info->checksum)));
    return object;
}

// Positions by plies to the end: odd ones won by the mover, even ones lost.
static json_t *encode_plies(const sh_stats *stats) {
    json_t *counts = json_array();
    int last = SH_STATS_PLIES - 1;
    while (last >= 0 && !stats->plies[last]) last--;
    for (int d = 0; d <= last; d++) json_array_append_new(counts, integer(stats->plies[d]));
    return counts;
}

static json_t *encode_leads(const sh_stats *stats) {
    json_t *leads = json_array();
    for (int i = 0; i < SH_STATS_LEADS; i++) {
        const sh_outcome_counts *t = &stats->lead[i];
        if (t->win + t->draw + t->loss)
            json_array_append_new(leads,
                                  json_pack("{s:i,s:o,s:o,s:o}", "lead", i - SH_STATS_LEADS / 2,
                                            "wins", integer(t->win), "draws", integer(t->draw),
                                            "losses", integer(t->loss)));
    }
    return leads;
}

static json_t *encode_longest(const sh_game *game, const sh_stats *stats) {
    if (stats->longest < 0) return json_null();
    json_t *list = json_array();
    for (int i = 0; i < stats->examples; i++)
        json_array_append_new(list, sh_encode_notation(game, &stats->example[i]));
    return json_pack("{s:i,s:o,s:o}", "plies", stats->longest, "states",
                     integer(stats->longest_states), "positions", list);
}

static json_t *encode_head(const sh_table *table) {
    const sh_table_info *info = sh_table_about(table);
    return json_pack("{s:s,s:s,s:s}", "game", info->game, "rules", sh_profile_name(info->profile),
                     "metric", sh_metric_name(info->metric));
}

json_t *sh_encode_stats(const sh_table *table, const sh_stats *stats) {
    const sh_table_info *info = sh_table_about(table);
    json_t *object = encode_head(table);
    sh_outcome_counts all = {info->wins, info->draws,
                             info->losses}; // as counted, or as the header says
    if (stats) all = stats->all;
    json_object_update_new(
        object, json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "wins", integer(all.win), "losses",
                          integer(all.loss), "draws", integer(all.draw), "illegal",
                          integer(stats ? stats->illegal : info->illegal), "by_plies",
                          stats ? encode_plies(stats) : json_null(), "leads",
                          stats ? encode_leads(stats) : json_null(), "longest",
                          stats ? encode_longest(sh_table_game(table), stats) : json_null()));
    return object;
}

json_t *sh_encode_race_stats(const sh_table *table, const sh_race_stats *stats) {
    json_t *object = encode_head(table);
    if (!stats) return object;
    uint64_t type[SH_TYPES];
    for (int i = 0; i < SH_TYPES; i++) type[i] = 3 * stats->control.type[i];
    json_object_update_new(
        object, json_pack("{s:o,s:o,s:{s:{s:o,s:o,s:o},s:{s:o},s:{s:o}},s:o,s:o,s:o}", "placements",
                          integer(stats->placements), "states", integer(3 * stats->placements),
                          "layers", "solo", "win", integer(stats->solo_win), "loss",
                          integer(stats->solo_loss), "draw", integer(stats->solo_draw),
                          "enable_next", "win", integer(stats->enable_next), "enable_previous",
                          "win", integer(stats->enable_previous), "types", sh_encode_types(type),
                          "kingmakers", sh_encode_kingmakers(stats->control.kingmaker), "crowned",
                          sh_encode_crowned(stats->control.crowned)));
    return object;
}

json_t *sh_encode_reachable(const sh_reachable *reachable) {
    return json_pack("{s:o,s:o,s:{s:o,s:o,s:o}}", "positions", integer(reachable->positions),
                     "types", sh_encode_types(reachable->type), "solo", "win",
                     integer(reachable->wins), "loss", integer(reachable->losses), "draw",
                     integer(reachable->draws));
}
