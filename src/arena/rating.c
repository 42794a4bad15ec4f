// SPDX-License-Identifier: MIT
// Elo is 400 log10(s / (1 - s)) of the score s; its error comes from the variance of the pairs'
// points, carried through the slope of that function. nElo is the lead over 1/2 in deviations of a
// game, times 800 / ln 10 (Van den Bergh, "Normalized Elo", 2021).
//
// The test compares how likely the results are if the score were s0 and if it were s1. Neither
// guess says how pairs are distributed; for each the distribution with that mean that makes the
// results likeliest is taken: p_i / (1 + x (a_i - s)) with the one x that gives the mean s
// (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value").
#include "arena/rating.h"

#include <math.h>   // log
#include <stdio.h>  // sscanf
#include <string.h> // memcpy

#define UNSEEN 1e-3 // how often a result counts that has not come up yet

static double mean_of(const double share[5]) {
    double mean = 0;
    for (int i = 0; i < 5; i++) mean += share[i] * i / 4;
    return mean;
}

static double variance_of(const double share[5]) {
    double mean = mean_of(share), variance = 0;
    for (int i = 0; i < 5; i++) variance += share[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    return variance;
}

// Shares of the five results; how many pairs there are.
static double shares_of(const int pairs[5], double least, double share[5]) {
    double count = 0;
    for (int i = 0; i < 5; i++) count += share[i] = pairs[i] > least ? pairs[i] : least;
    for (int i = 0; i < 5 && count > 0; i++) share[i] /= count;
    return count;
}

static void rate_normalised(sh_match_score *score, double mean, double variance) {
    double game = sqrt(2 * variance), scale = 800 / log(10); // a pair is the mean of two games
    score->nelo = game > 0 ? scale * (mean - 0.5) / game : 0;
    score->nelo_error = game > 0 ? 2 * scale / sqrt(score->games) : INFINITY;
}

void sh_score_rate(sh_match_score *score) {
    if (score->standing.agents) return;
    double share[5], pairs = shares_of(score->pairs, 0, share), variance = variance_of(share);
    score->games = score->wins + score->draws + score->losses;
    score->score = score->games ? (score->wins + 0.5 * score->draws) / score->games : 0.5;
    score->elo = score->nelo = 0;
    score->error = score->nelo_error = INFINITY;
    double s = score->score;
    if (s <= 0 || s >= 1) return;
    score->elo = 400 * log10(s / (1 - s));
    if (pairs < 2) return;
    score->error = 2 * sqrt(variance / (pairs - 1)) * 400 / (log(10) * s * (1 - s));
    rate_normalised(score, mean_of(share), variance);
}

void sh_score_add(sh_match_score *score, int winner) {
    int half = winner == 0 ? 2 : winner < 0 ? 1 : 0;
    score->wins += winner == 0;
    score->draws += winner < 0;
    score->losses += winner == 1;
    if (score->games % 2 == 0)
        score->half = half;
    else
        score->pairs[score->half + half]++;
    sh_score_rate(score);
}

void sh_score_count(sh_match_score *score, const sh_game *game, const sh_position *end,
                    const sh_seats_result *how, int agents) {
    if (game->players == 2) {
        sh_score_add(score, how->winner < 0 ? -1 : how->seat[how->winner]);
        return;
    }
    sh_standing_add(&score->standing, game, end, how, agents);
    score->games = score->standing.games;
}

sh_status sh_sprt_parse(sh_sprt *sprt, const char *text, sh_error *error) {
    char end;
    *sprt = (sh_sprt){.wanted = true, .alpha = 0.05, .beta = 0.05};
    int read = sscanf(text, "%lf,%lf%c%lf,%lf%c", &sprt->elo0, &sprt->elo1, &end, &sprt->alpha,
                      &sprt->beta, &end);
    if ((read != 2 && (read != 5 || end != ',')) || !(sprt->elo0 < sprt->elo1) ||
        !(fabs(sprt->elo0) <= 1000 && fabs(sprt->elo1) <= 1000))
        return sh_fail(error, SH_USAGE,
                       "a sequential test is ELO0,ELO1 (such as 0,10), the first being the "
                       "smaller, not '%.40s'",
                       text);
    if (!(sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5))
        return sh_fail(error, SH_USAGE, "the errors of a sequential test are between 0 and 0.5");
    return SH_OK;
}

// The x for which the results weighted by 1 / (1 + x (a_i - s)) have the mean s.
static double tilt(const double share[5], double s) {
    double low = -1 / (1 - s), high = 1 / s;
    for (int round = 0; round < 100; round++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < 5; i++) sum += share[i] * (i / 4.0 - s) / (1 + x * (i / 4.0 - s));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

static double score_of(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double sh_sprt_ratio(const sh_sprt *sprt, const int pairs[5]) {
    double share[5], count = shares_of(pairs, UNSEEN, share), sum = 0;
    double s0 = score_of(sprt->elo0), s1 = score_of(sprt->elo1);
    double x0 = tilt(share, s0), x1 = tilt(share, s1);
    for (int i = 0; i < 5; i++)
        sum += share[i] * log((1 + x0 * (i / 4.0 - s0)) / (1 + x1 * (i / 4.0 - s1)));
    return count * sum;
}

double sh_sprt_lower(const sh_sprt *sprt) { return log(sprt->beta / (1 - sprt->alpha)); }

double sh_sprt_upper(const sh_sprt *sprt) { return log((1 - sprt->beta) / sprt->alpha); }

sh_sprt_verdict sh_sprt_judge(const sh_sprt *sprt, const int pairs[5]) {
    if (!sprt->wanted) return SH_SPRT_OPEN;
    double ratio = sh_sprt_ratio(sprt, pairs);
    if (ratio <= sh_sprt_lower(sprt)) return SH_SPRT_ELO0;
    return ratio >= sh_sprt_upper(sprt) ? SH_SPRT_ELO1 : SH_SPRT_OPEN;
}
