// SPDX-License-Identifier: MIT
// Training: from games to the weights of an evaluation (weights.h), by logistic regression.
//
// Every position of the games that was not yet decided is a sample: what is to be predicted is half
// the result of the game and half what the search thought of it, or with a table the true value;
// then a position after a move drawn at random is another, since a search comes to worse positions
// than games do. A tenth of the games, or with a table of the positions, chosen by hash, is kept
// apart to see what was learned. The same games, options and seed give the same weights. What is
// learned of games of several players, crowd_train.c says.
#pragma once

#include <stdint.h> // uint64_t

#include "base/progress.h"
#include "play/selfplay_file.h"
#include "play/weights.h"
#include "sternhalma/probe.h"

typedef struct sh_training {
    const sh_game *game;
    const char *const *files; // of games
    int file_count;
    const sh_table *table; // of true values; may be NULL
    const char *base;      // several players: weights to which those of moves are added; or NULL
    const char *cache;     // folder of marches, as in engine.h
    int epochs;
    bool network; // with the hidden layer
    double rate;  // of learning, at the beginning
    uint64_t seed;
} sh_training;

// What came out of an epoch: the loss is the mean cross entropy in nats.
typedef struct sh_lesson {
    int epoch;
    uint64_t samples, kept; // trained on, kept apart
    double loss, kept_loss;
    double scale; // the score that is worth one unit of the logistic function
} sh_lesson;

typedef void sh_lesson_report(void *user, const sh_lesson *lesson);

// Hands out all games of a training.
sh_status sh_training_read(const sh_training *training, const sh_monitor *monitor,
                           sh_selfplay_take *take, void *user, sh_error *error) SH_NODISCARD;

sh_status sh_train(const sh_training *training, const sh_monitor *monitor, sh_lesson_report *report,
                   void *user, sh_weights *weights, sh_error *error) SH_NODISCARD;

// Could weights be written there? To be asked before the training.
sh_status sh_weights_check_place(const char *file, sh_error *error) SH_NODISCARD;

// Writes weights as a file of the form that weights.h describes; `how` is a line for its head.
sh_status sh_weights_write(const sh_weights *weights, const char *how, const char *file,
                           sh_error *error) SH_NODISCARD;
