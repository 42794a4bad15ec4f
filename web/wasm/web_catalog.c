// SPDX-License-Identifier: MIT
// server/catalog.h and server/survey.h for one thread and tables that never go.
#include "web_catalog.h"

#include <string.h> // memcpy, strcmp

#include "server/api.h"
#include "server/assets.h"

void sh_catalog_look(sh_catalog *catalog) { (void)catalog; }
void sh_catalog_enter(sh_catalog *catalog) { (void)catalog; }
void sh_catalog_leave(sh_catalog *catalog) { (void)catalog; }
void sh_catalog_keep(sh_catalog *catalog, const sh_table *table) { (void)catalog, (void)table; }
void sh_catalog_let_go(sh_catalog *catalog, const sh_table *table) { (void)catalog, (void)table; }
size_t sh_catalog_count(const sh_catalog *catalog) { return catalog->count; }

bool sh_catalog_has(const sh_catalog *catalog, size_t number) { return number < catalog->count; }

const sh_table *sh_catalog_get(const sh_catalog *catalog, size_t number) {
    return catalog->table[number];
}

size_t sh_catalog_skipped(sh_catalog *catalog, char reason[SH_MAX_REASON]) {
    memcpy(reason, catalog->reason, SH_MAX_REASON);
    return catalog->skipped;
}

const char *sh_catalog_file_name(const sh_catalog *catalog, size_t number) {
    (void)catalog;
    (void)number;
    return NULL;
}

const sh_table *sh_catalog_find(const sh_catalog *catalog, const char *name, sh_profile profile) {
    for (size_t i = catalog->count; i-- > 0;) {
        const sh_table_info *info = sh_table_about(catalog->table[i]);
        if (!strcmp(info->game, name) && info->profile == profile) return catalog->table[i];
    }
    return NULL;
}

sh_status sh_catalog_game(const sh_catalog *catalog, const char *name, sh_profile profile,
                          sh_game *storage, const sh_game **game, sh_error *error) {
    const sh_table *table = sh_catalog_find(catalog, name, profile);
    *game = table ? sh_table_game(table) : storage;
    return table ? SH_OK : sh_game_parse(storage, name, profile, error);
}

const sh_findings *sh_survey_findings(const sh_survey *survey, const sh_table *table) {
    static const atomic_bool never;
    sh_survey *own = (sh_survey *)survey; // what it has found is no part of the value
    size_t i = 0;
    while (survey->catalog->table[i] != table) i++;
    if (!own->findings[i]) own->findings[i] = sh_findings_mine(table, &never);
    return own->findings[i];
}

const sh_stats *sh_survey_stats(const sh_survey *survey, const sh_table *table) {
    (void)survey;
    (void)table;
    return NULL;
}

// A page without a server has no files here; the version of answers comes from it.
const sh_asset sh_asset_list[] = {{.path = "/index.html", .type = "", .etag = "module"}, {0}};

void sh_api_batch(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    (void)api;
    (void)request;
    (void)rest;
    sh_reply_error(reply, 404, "there are no batches without a server");
}
