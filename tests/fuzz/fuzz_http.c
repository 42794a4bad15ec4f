// SPDX-License-Identifier: MIT
// Any text as a request: METHOD SP TARGET LF BODY. Every one gets a reply with a sensible status.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The API without tables and without jobs, made once.
static const sh_api *fuzz_api(void) {
    static sh_api api;
    if (!api.catalog) {
        sh_catalog *catalog;
        sh_survey *survey;
        sh_status status = sh_catalog_open(&catalog, NULL, 0, NULL);
        assert(status == SH_OK);
        status = sh_limiter_open(&api.limiter, 0, NULL);
        assert(status == SH_OK);
        status = sh_survey_open(&survey, catalog, NULL);
        assert(status == SH_OK);
        api.catalog = catalog;
        api.survey = survey;
    }
    return &api;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *method = malloc(size + 1);
    memcpy(method, data, size);
    method[size] = '\0';
    char *body = strchr(method, '\n');
    if (body) *body++ = '\0';
    char *target = strchr(method, ' ');
    if (target) *target++ = '\0';

    static sh_request request;
    sh_error error = {.text = ""};
    sh_status status = sh_request_parse(&request, method, target ? target : "/", &error);
    if (status != SH_OK) {
        assert(error.text[0]);
    } else {
        sh_reply reply = {0};
        request.body = body ? body : "";
        request.body_size = strlen(request.body);
        sh_api_answer(fuzz_api(), &request, &reply);
        assert(reply.status >= 200 && reply.status < 500);
        assert(reply.asset || reply.job || (reply.json && reply.size == strlen(reply.json)));
        sh_reply_clear(&reply);
    }
    free(method);
    return 0;
}
