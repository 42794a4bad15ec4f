// SPDX-License-Identifier: MIT
// Tables as files: their names are looked up among those of the catalog, never in the file system.
#include "server/api.h"

void sh_api_table_file(const sh_api *api, const sh_request *request, const char *rest,
                       sh_reply *reply) {
    (void)request;
    if (sh_catalog_file_find(api->catalog, rest, &reply->file)) {
        reply->status = 200;
        reply->caching = SH_ASK;
    } else {
        sh_reply_error(reply, 404, "there is no table %.64s: see " SH_API_ROOT "/tables", rest);
    }
}
