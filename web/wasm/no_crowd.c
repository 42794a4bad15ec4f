// SPDX-License-Identifier: MIT
// engine.wasm plays games of two; those of several players have a module of their own, crowd.wasm.
#include "play/crowd.h"

sh_status sh_crowd_open(sh_crowd_engine **engine, const sh_game *game, const sh_tuning *tuning,
                        const sh_engine_options *options, sh_error *error) {
    (void)engine;
    (void)tuning;
    (void)options;
    return sh_fail(error, SH_USAGE, "this module plays games of two, not %s", game->name);
}

void sh_crowd_close(sh_crowd_engine *engine) { (void)engine; }
void sh_crowd_reset(sh_crowd_engine *engine) { (void)engine; }
void sh_crowd_stop(sh_crowd_engine *engine) { (void)engine; }
void sh_crowd_hit(sh_crowd_engine *engine) { (void)engine; }

sh_status sh_crowd_search(sh_crowd_engine *engine, const sh_record *record, const sh_move *moves,
                          int count, const sh_limits *limits, sh_finding_report *report, void *user,
                          sh_finding *finding, sh_error *error) {
    (void)engine;
    (void)record;
    (void)moves;
    (void)count;
    (void)limits;
    (void)report;
    (void)user;
    (void)finding;
    return sh_crowd_open(NULL, NULL, NULL, NULL, error);
}
