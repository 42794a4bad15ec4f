// SPDX-License-Identifier: MIT
// The computer's move. It is a POST, so that pages of other sites cannot ask for searches.
#include "server/api.h"
#include "server/thinkers.h"

void sh_api_play(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    if (!api->thinkers) {
        sh_reply_error(reply, 403, "nobody may search here: start the server with --searches 1");
        return;
    }
    sh_thought *thought = sh_thought_open(api, request, reply);
    if (!thought) return;
    reply->ticket = sh_thinkers_ask(api->thinkers, thought);
    if (reply->ticket) return;
    sh_thought_close(thought);
    sh_reply_error(reply, 429, "too many searches are waiting: come again in 2 s");
    reply->retry_after = 2;
}
