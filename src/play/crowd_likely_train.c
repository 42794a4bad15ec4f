// SPDX-License-Identifier: MIT
// Softmax regression in batches, in single precision: which of its moves a player has played.
//
// Weights lie in one array: of gains, of cells left and reached, inputs, biases, outputs for cells
// left and reached. A unit is one nat; gains count in SH_LIKELY_ONE. Moves drawn at random are
// passed over, and so are those that gain nothing: a tree lists them only where nothing gains.
#include "play/crowd_likely_train.h"

#include <math.h>   // expf
#include <string.h> // memcpy

#include "base/random.h"
#include "play/adam.h"
#include "play/crowd_samples.h"

#define BATCH 512
#define MOST_SUM ((float)SH_HIDDEN_MOST / SH_HIDDEN_ONE)

typedef struct likely_trainer {
    const sh_training *training;
    const sh_monitor *monitor;
    sh_crowd_samples samples;
    sh_adam adam;
    sh_random random;
    int cell, input, bias, output; // where they begin; gains are the first
} likely_trainer;

// A sample as its player sees it: where weights of its inputs begin, its cells, and what comes out.
typedef struct likely_seen {
    int input[SH_MAX_PLAYERS * SH_CROWD_PIECES];
    uint8_t cell[2][SH_CROWD_LISTED]; // left, reached
    float sum[SH_HIDDEN], hidden[SH_HIDDEN];
    float share[SH_CROWD_LISTED]; // of each move
} likely_seen;

static int cell_at(const likely_trainer *t, int end, int phase, int cell) {
    return t->cell + (end * SH_WAY_PHASES + phase) * t->samples.cells + cell;
}
static int row_at(const likely_trainer *t, int first, int side, int cell) {
    return first + (side * t->samples.cells + cell) * SH_HIDDEN;
}

static int inputs(const likely_trainer *t) { return t->samples.players * t->samples.pieces; }

static void look(const likely_trainer *t, const sh_crowd_sample *s, bool mirrored, likely_seen *v) {
    const sh_crowd_samples *all = &t->samples;
    const uint8_t *view = all->view[s->turn];
    int *next = v->input;
    for (int owner = 0; owner < all->players; owner++)
        for (int i = 0; i < all->pieces; i++) {
            int cell = view[s->cell[owner][i]];
            *next++ = row_at(t, t->input, owner != s->turn, mirrored ? all->mirror[cell] : cell);
        }
    for (int i = 0; i < s->moves; i++) {
        int from = view[s->from[i]], to = view[s->to[i]];
        v->cell[0][i] = (uint8_t)(mirrored ? all->mirror[from] : from);
        v->cell[1][i] = (uint8_t)(mirrored ? all->mirror[to] : to);
    }
}

static void add_up(const likely_trainer *t, likely_seen *v) {
    const float *w = t->adam.weight;
    float sum[SH_HIDDEN];
    memcpy(sum, w + t->bias, sizeof sum);
    for (int i = 0, count = inputs(t); i < count; i++) {
        const float *row = w + v->input[i];
        for (int h = 0; h < SH_HIDDEN; h++) sum[h] += row[h];
    }
    memcpy(v->sum, sum, sizeof sum);
    for (int h = 0; h < SH_HIDDEN; h++)
        v->hidden[h] = sum[h] < 0 ? 0 : sum[h] > MOST_SUM ? MOST_SUM : sum[h];
}

// How likely each move is. The loss: minus the logarithm of that of the one played.
static double predict(const likely_trainer *t, const sh_crowd_sample *s, likely_seen *v) {
    const float *w = t->adam.weight;
    float most = -INFINITY, sum = 0;
    add_up(t, v);
    for (int i = 0; i < s->moves; i++) {
        float z = w[s->phase] * (float)s->gain[i] / SH_LIKELY_ONE;
        for (int end = 0; end < 2; end++) {
            const float *out = w + row_at(t, t->output, end, v->cell[end][i]);
            z += w[cell_at(t, end, s->phase, v->cell[end][i])];
            for (int h = 0; h < SH_HIDDEN; h++) z += out[h] * v->hidden[h];
        }
        v->share[i] = z;
        most = fmaxf(most, z);
    }
    for (int i = 0; i < s->moves; i++) sum += v->share[i] = expf(v->share[i] - most);
    for (int i = 0; i < s->moves; i++) v->share[i] /= sum;
    return -log((double)v->share[s->played] + 1e-12);
}

// Adds one move's part of the gradient; `back` takes what goes back to the hidden sums.
static void push_move(likely_trainer *t, const sh_crowd_sample *s, const likely_seen *v, int move,
                      float *back) {
    float *g = t->adam.gradient, slope = v->share[move] - (float)(move == s->played);
    g[s->phase] += slope * (float)s->gain[move] / SH_LIKELY_ONE;
    for (int end = 0; end < 2; end++) {
        int cell = v->cell[end][move], row = row_at(t, t->output, end, cell);
        g[cell_at(t, end, s->phase, cell)] += slope;
        for (int h = 0; h < SH_HIDDEN; h++) {
            g[row + h] += slope * v->hidden[h];
            back[h] += slope * t->adam.weight[row + h];
        }
    }
}

// Adds a sample's part of the gradient. Its loss.
static double learn(likely_trainer *t, const sh_crowd_sample *s) {
    likely_seen v;
    float *g = t->adam.gradient, back[SH_HIDDEN] = {0};
    look(t, s, sh_random_next(&t->random) & 1, &v);
    double loss = predict(t, s, &v);
    for (int i = 0; i < s->moves; i++) push_move(t, s, &v, i, back);
    for (int h = 0; h < SH_HIDDEN; h++) {
        if (v.sum[h] <= 0 || v.sum[h] >= MOST_SUM) back[h] = 0;
        g[t->bias + h] += back[h];
    }
    for (int i = 0, count = inputs(t); i < count; i++)
        for (int h = 0; h < SH_HIDDEN; h++) g[v.input[i] + h] += back[h];
    return loss;
}

// The loss on the samples kept apart.
static double examine(const likely_trainer *t, uint64_t *kept) {
    double sum = 0;
    likely_seen v;
    *kept = 0;
    for (size_t i = 0; i < t->samples.count; i++) {
        const sh_crowd_sample *s = &t->samples.sample[i];
        if (!s->kept || s->moves < 2) continue;
        look(t, s, false, &v);
        sum += predict(t, s, &v);
        ++*kept;
    }
    return *kept ? sum / (double)*kept : 0;
}

// As many samples as there are, drawn at random; those kept apart are passed over.
static void go_through(likely_trainer *t, float rate, sh_lesson *lesson) {
    double sum = 0;
    int batch = 0;
    lesson->samples = 0;
    for (size_t i = 0; i < t->samples.count && !sh_stopped(t->monitor); i++) {
        const sh_crowd_sample *s =
            &t->samples.sample[sh_random_below(&t->random, t->samples.count)];
        if (s->kept || s->moves < 2) continue;
        sum += learn(t, s);
        lesson->samples++;
        if (++batch < BATCH) continue;
        sh_adam_step(&t->adam, 0, batch, rate);
        batch = 0;
    }
    if (batch) sh_adam_step(&t->adam, 0, batch, rate);
    lesson->loss = sum / (double)(lesson->samples ? lesson->samples : 1);
    lesson->kept_loss = examine(t, &lesson->kept);
}

static sh_status begin(likely_trainer *t, sh_error *error) {
    t->cell = SH_WAY_PHASES;
    t->input = cell_at(t, 2, 0, 0);
    t->bias = row_at(t, t->input, 2, 0);
    t->output = t->bias + SH_HIDDEN;
    int count = row_at(t, t->output, 2, 0);
    sh_status status = sh_adam_open(&t->adam, count, error);
    if (status) return status;
    for (int i = t->input; i < count; i++)
        t->adam.weight[i] = ((float)sh_random_below(&t->random, 2001) - 1000) * 7e-5f;
    for (int i = 0; i < SH_WAY_PHASES; i++) t->adam.weight[i] = 1;
    return SH_OK;
}

static void run(likely_trainer *t, sh_lesson_report *report, void *user) {
    int epochs = t->training->epochs;
    sh_lesson lesson = {.scale = SH_LIKELY_ONE};
    for (lesson.epoch = 1; lesson.epoch <= epochs && !sh_stopped(t->monitor); lesson.epoch++) {
        float left = 1 - (float)(lesson.epoch - 1) / (float)epochs;
        go_through(t, (float)t->training->rate * left, &lesson);
        if (report && !sh_stopped(t->monitor)) report(user, &lesson);
    }
}

// So many weights as whole numbers, each in parts of `one`, at most `most`.
static void round_off(const float *from, float one, float most, int count, int16_t *to) {
    for (int i = 0; i < count; i++) {
        float x = from[i] * one;
        to[i] = (int16_t)lrintf(x > most ? most : x < -most ? -most : x);
    }
}

// Weights as whole numbers. Sums of the hidden layer must not leave 16 bits.
static void quantise(const likely_trainer *t, sh_move_weights *w) {
    const float *from = t->adam.weight;
    int cells = t->samples.cells;
    float most = 32000.0f / (float)(inputs(t) + 1);
    float scale = (float)SH_LIKELY_ONE * (1 << SH_LIKELY_SHIFT) / SH_HIDDEN_ONE;
    memset(w, 0, sizeof *w);
    round_off(from, SH_HIDDEN_ONE, 32000, SH_WAY_PHASES, w->gain);
    round_off(from + t->bias, SH_HIDDEN_ONE, most, SH_HIDDEN, w->bias);
    for (int side = 0; side < 2; side++) {
        for (int phase = 0; phase < SH_WAY_PHASES; phase++)
            round_off(from + cell_at(t, side, phase, 0), SH_LIKELY_ONE, 5000, cells,
                      w->cell[side][phase]);
        for (int i = 0; i < cells; i++) {
            round_off(from + row_at(t, t->input, side, i), SH_HIDDEN_ONE, most, SH_HIDDEN,
                      w->input[side][i]);
            round_off(from + row_at(t, t->output, side, i), scale, 32000, SH_HIDDEN,
                      w->output[side][i]);
        }
    }
}

sh_status sh_crowd_likely_train(const sh_training *training, const sh_monitor *monitor,
                                sh_lesson_report *report, void *user, sh_weights *weights,
                                sh_error *error) {
    likely_trainer t = {.training = training, .monitor = monitor, .random = {training->seed}};
    sh_status status = sh_weights_read(weights, training->game, training->base, error);
    if (!status && !weights->hidden)
        status = sh_fail(error, SH_DATA, "%.200s has no network to add moves to", training->base);
    if (!status) status = sh_crowd_samples_load(&t.samples, training, monitor, error);
    if (!status) status = begin(&t, error);
    if (!status) {
        run(&t, report, user);
        quantise(&t, &weights->moves);
        weights->likely = true;
        if (sh_stopped(monitor)) status = SH_INTERRUPTED;
    }
    sh_adam_close(&t.adam);
    sh_crowd_samples_free(&t.samples);
    return status;
}
