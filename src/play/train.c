// SPDX-License-Identifier: MIT
// Logistic regression in batches, in single precision.
//
// All weights lie in one array, as do their gradients: places, distance, tempo, then the network.
// The network's gradient goes through the clipped sums, where they are not clipped.
//
// The places are learned first, without the network, and then stand still: they order the moves and
// say what a move gains, so they must mean something alone. The network learns what they miss.
#include "play/train.h"

#include <math.h>   // expf
#include <string.h> // memset

#include "base/random.h"
#include "play/adam.h"
#include "play/crowd_train.h"
#include "play/samples.h"
#include "play/scopes.h"

#define BATCH 512
#define LINEAR_EPOCHS 8 // before the network's
#define MOST_SUM ((float)SH_HIDDEN_MOST / SH_HIDDEN_ONE)

// Where each kind of weight begins in the array.
typedef struct weight_layout {
    int place, distance, tempo, input[2], bias, output[2], count;
} weight_layout;

typedef struct trainer {
    const sh_training *training;
    const sh_monitor *monitor;
    sh_samples samples;
    weight_layout at;
    sh_adam adam;
    float scale;
    sh_random random;
    bool network; // it is the network's turn
} trainer;

sh_status sh_training_read(const sh_training *training, const sh_monitor *monitor,
                           sh_selfplay_take *take, void *user, sh_error *error) {
    sh_selfplay_source source = {.game = training->game,
                                 .files = training->files,
                                 .file_count = training->file_count,
                                 .monitor = monitor,
                                 .take = take,
                                 .user = user};
    return sh_selfplay_read(&source, error);
}

static weight_layout lay_out(int cells, bool network) {
    weight_layout at = {.place = 0, .distance = cells, .tempo = cells + 1};
    int next = cells + 2;
    for (int side = 0; side < 2; side++, next += cells * SH_HIDDEN) at.input[side] = next;
    at.bias = next;
    at.output[0] = next + SH_HIDDEN;
    at.output[1] = next + 2 * SH_HIDDEN;
    at.count = network ? next + 3 * SH_HIDDEN : cells + 2;
    return at;
}

static float logistic(float x) { return 1 / (1 + expf(-x)); }

// What a sample is to be predicted as.
static float target(const trainer *t, const sh_lesson_sample *s) {
    return t->training->table ? s->result : 0.5f * s->result + 0.5f * logistic(s->score / t->scale);
}

// A sample with the cells of both views, mirrored or not.
typedef struct seen {
    int own[2][SH_SAMPLE_PIECES], other[2][SH_SAMPLE_PIECES]; // by view
    float sum[2][SH_HIDDEN];
} seen;

static void look(const trainer *t, const sh_lesson_sample *s, bool mirrored, seen *v) {
    int last = t->samples.cells - 1;
    for (int i = 0; i < t->samples.pieces; i++) {
        int own = mirrored ? t->samples.mirror[s->own[i]] : s->own[i];
        int other = mirrored ? t->samples.mirror[s->other[i]] : s->other[i];
        v->own[0][i] = own;
        v->other[0][i] = other;
        v->own[1][i] = last - other;
        v->other[1][i] = last - own;
    }
}

static float predict(const trainer *t, const sh_lesson_sample *s, seen *v) {
    const float *w = t->adam.weight;
    float z = w[t->at.tempo] + w[t->at.distance] * s->lead;
    for (int i = 0; i < t->samples.pieces; i++)
        z += w[t->at.place + v->own[0][i]] - w[t->at.place + v->own[1][i]];
    if (!t->network) return z;
    for (int view = 0; view < 2; view++) {
        float *sum = v->sum[view];
        memcpy(sum, w + t->at.bias, SH_HIDDEN * sizeof *sum);
        for (int i = 0; i < t->samples.pieces; i++) {
            const float *own = w + t->at.input[0] + v->own[view][i] * SH_HIDDEN;
            const float *other = w + t->at.input[1] + v->other[view][i] * SH_HIDDEN;
            for (int h = 0; h < SH_HIDDEN; h++) sum[h] += own[h] + other[h];
        }
        const float *out = w + t->at.output[view];
        for (int h = 0; h < SH_HIDDEN; h++)
            z += out[h] * (sum[h] < 0 ? 0 : sum[h] > MOST_SUM ? MOST_SUM : sum[h]);
    }
    return z;
}

// Adds a sample's part of the gradient; `slope` is that of the loss by the prediction.
static void learn(trainer *t, const sh_lesson_sample *s, const seen *v, float slope) {
    float *g = t->adam.gradient;
    const float *w = t->adam.weight;
    g[t->at.tempo] += slope;
    g[t->at.distance] += slope * s->lead;
    for (int i = 0; i < t->samples.pieces && !t->network; i++) {
        g[t->at.place + v->own[0][i]] += slope;
        g[t->at.place + v->own[1][i]] -= slope;
    }
    if (!t->network) return;
    for (int view = 0; view < 2; view++) {
        float back[SH_HIDDEN];
        const float *out = w + t->at.output[view];
        for (int h = 0; h < SH_HIDDEN; h++) {
            float sum = v->sum[view][h];
            bool free = sum > 0 && sum < MOST_SUM;
            g[t->at.output[view] + h] += slope * (free ? sum : sum > 0 ? MOST_SUM : 0);
            back[h] = free ? slope * out[h] : 0;
            g[t->at.bias + h] += back[h];
        }
        for (int i = 0; i < t->samples.pieces; i++) {
            float *own = g + t->at.input[0] + v->own[view][i] * SH_HIDDEN;
            float *other = g + t->at.input[1] + v->other[view][i] * SH_HIDDEN;
            for (int h = 0; h < SH_HIDDEN; h++) {
                own[h] += back[h];
                other[h] += back[h];
            }
        }
    }
}

static double cross_entropy(float z, float want) {
    double p = 1 / (1 + exp(-(double)z));
    return -(want * log(p + 1e-12) + (1 - want) * log(1 - p + 1e-12));
}

// The loss on the samples kept apart.
static double examine(const trainer *t, uint64_t *kept) {
    double sum = 0;
    seen v;
    *kept = 0;
    for (size_t i = 0; i < t->samples.count; i++) {
        const sh_lesson_sample *s = &t->samples.sample[i];
        if (!s->kept) continue;
        look(t, s, false, &v);
        sum += cross_entropy(predict(t, s, &v), target(t, s));
        ++*kept;
    }
    return *kept ? sum / (double)*kept : 0;
}

// One reading of the samples, in the order they lie in (they were shuffled).
static void go_through(trainer *t, float rate, sh_lesson *lesson) {
    double sum = 0;
    int batch = 0, first = t->network ? t->at.distance : 0; // places stand still then
    seen v;
    lesson->samples = 0;
    for (size_t i = 0; i < t->samples.count && !sh_stopped(t->monitor); i++) {
        const sh_lesson_sample *s = &t->samples.sample[i];
        if (s->kept) continue;
        look(t, s, sh_random_next(&t->random) & 1, &v);
        float z = predict(t, s, &v), want = target(t, s);
        sum += cross_entropy(z, want);
        learn(t, s, &v, logistic(z) - want);
        lesson->samples++;
        if (++batch < BATCH) continue;
        sh_adam_step(&t->adam, first, batch, rate);
        batch = 0;
    }
    if (batch) sh_adam_step(&t->adam, first, batch, rate);
    lesson->loss = sum / (double)(lesson->samples ? lesson->samples : 1);
    lesson->kept_loss = examine(t, &lesson->kept);
}

static void shuffle(trainer *t) {
    for (size_t i = t->samples.count - 1; i > 0; i--) {
        size_t j = sh_random_below(&t->random, i + 1);
        sh_lesson_sample s = t->samples.sample[i];
        t->samples.sample[i] = t->samples.sample[j];
        t->samples.sample[j] = s;
    }
}

// The scale with which scores predict results best, among steps of a tenth.
static float find_scale(const sh_samples *samples) {
    float best = 100, scale = 20;
    double least = INFINITY;
    for (int step = 0; step < 49; step++, scale *= 1.1f) { // up to 2,000
        double loss = 0;
        for (size_t i = 0; i < samples->count; i += 7)
            loss += cross_entropy(samples->sample[i].score / scale, samples->sample[i].result);
        if (loss >= least) continue;
        least = loss;
        best = scale;
    }
    return best;
}

static int16_t rounded(float x, float most) {
    return (int16_t)lrintf(x > most ? most : x < -most ? -most : x);
}

// Weights as whole numbers. Sums of the hidden layer must not leave 16 bits.
static void quantise(const trainer *t, sh_weights *w) {
    const float *from = t->adam.weight;
    float most = 32000.0f / (float)(2 * t->samples.pieces + 1);
    memset(w, 0, sizeof *w);
    w->cells = t->samples.cells;
    w->pieces = t->samples.pieces;
    w->hidden = t->training->network ? SH_HIDDEN : 0;
    w->tempo = rounded(from[t->at.tempo] * t->scale, 10000);
    w->distance = rounded(from[t->at.distance] * t->scale, 10000);
    for (int i = 0; i < w->cells; i++)
        w->place[i] = rounded(from[t->at.place + i] * t->scale, 2000);
    for (int h = 0; h < w->hidden; h++) {
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < w->cells; i++)
                w->input[side][i][h] =
                    rounded(from[t->at.input[side] + i * SH_HIDDEN + h] * SH_HIDDEN_ONE, most);
        w->bias[h] = rounded(from[t->at.bias + h] * SH_HIDDEN_ONE, most);
        for (int view = 0; view < 2; view++)
            w->output[view][h] = rounded(from[t->at.output[view] + h] * t->scale *
                                             (1 << SH_OUTPUT_SHIFT) / SH_HIDDEN_ONE,
                                         32000);
    }
}

static void begin(trainer *t) {
    for (int i = t->at.input[0]; i < t->at.count; i++)
        t->adam.weight[i] = ((float)sh_random_below(&t->random, 2001) - 1000) * 1e-4f;
    shuffle(t);
    t->scale = t->training->table ? 150 : find_scale(&t->samples);
}

// So many epochs, at a rate that falls to nothing.
static sh_status run(trainer *t, int epochs, sh_lesson_report *report, void *user) {
    sh_lesson lesson = {.scale = t->scale};
    sh_adam_restart(&t->adam);
    for (lesson.epoch = 1; lesson.epoch <= epochs; lesson.epoch++) {
        float left = 1 - (float)(lesson.epoch - 1) / (float)epochs;
        go_through(t, (float)t->training->rate * left, &lesson);
        if (sh_stopped(t->monitor)) return SH_INTERRUPTED;
        if (report) report(user, &lesson);
    }
    return SH_OK;
}

sh_status sh_train(const sh_training *training, const sh_monitor *monitor, sh_lesson_report *report,
                   void *user, sh_weights *weights, sh_error *error) {
    sh_status status = sh_scope_check(&sh_training_scope, training->game, error);
    if (status) return status;
    if (!sh_game_is_duel(training->game))
        return sh_crowd_train(training, monitor, report, user, weights, error);
    if (training->base)
        return sh_fail(error, SH_USAGE,
                       "what is played is learned of several players alone: %s takes no --moves",
                       training->game->name);
    trainer t = {.training = training, .monitor = monitor, .random = {training->seed}};
    status = sh_samples_load(&t.samples, training, monitor, error);
    if (!status) {
        t.at = lay_out(t.samples.cells, training->network);
        status = sh_adam_open(&t.adam, t.at.count, error);
    }
    if (!status) {
        begin(&t);
        status = run(&t, training->network ? LINEAR_EPOCHS : training->epochs, report, user);
        t.network = training->network;
        if (!status && t.network) status = run(&t, training->epochs, report, user);
        if (!status) quantise(&t, weights);
    }
    sh_adam_close(&t.adam);
    sh_samples_free(&t.samples);
    return status;
}
