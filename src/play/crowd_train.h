// SPDX-License-Identifier: MIT
// Training for several players: see train.h, whose function calls this one.
#pragma once

#include "play/train.h"

sh_status sh_crowd_train(const sh_training *training, const sh_monitor *monitor,
                         sh_lesson_report *report, void *user, sh_weights *weights,
                         sh_error *error) SH_NODISCARD;
