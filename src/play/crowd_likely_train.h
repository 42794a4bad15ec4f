// SPDX-License-Identifier: MIT
// Training what several players are likely to play (crowd_likely.h), from games.
#pragma once

#include "play/train.h"

// As sh_train; *weights are those of training->base with the weights of moves.
sh_status sh_crowd_likely_train(const sh_training *training, const sh_monitor *monitor,
                                sh_lesson_report *report, void *user, sh_weights *weights,
                                sh_error *error) SH_NODISCARD;
