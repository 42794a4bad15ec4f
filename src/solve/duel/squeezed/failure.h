// SPDX-License-Identifier: MIT
// The first of the failures of threads that work on one thing. To be asked when all are done.
#pragma once

#include <stdatomic.h> // atomic_flag

#include "sternhalma/status.h"

typedef struct sh_failure { // zero: none
    atomic_flag taken;
    sh_status status;
    sh_error error;
} sh_failure;

static inline void sh_failure_note(sh_failure *failure, sh_status status, const sh_error *error) {
    if (!status || atomic_flag_test_and_set(&failure->taken)) return;
    failure->status = status;
    failure->error = *error;
}

static inline sh_status sh_failure_tell(const sh_failure *failure, sh_error *error) {
    if (failure->status && error) *error = failure->error;
    return failure->status;
}
