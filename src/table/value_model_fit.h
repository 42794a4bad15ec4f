// SPDX-License-Identifier: MIT
// Learns the model of a duel from its values: counts, samples, merits, probabilities.
//
// The result is the same for any number of threads: samples have fixed places, counts are sums of
// whole numbers.
#pragma once

#include "table/units.h"

// Reads all rows once: fills the counts of the header, checks that distances fit, and fits the
// merits of the model.
sh_status sh_value_model_fit_merits(sh_writing *writing, sh_error *error) SH_NODISCARD;

// Reads a part of the rows and sets the model's probabilities.
sh_status sh_value_model_fit_probabilities(sh_writing *writing, sh_error *error) SH_NODISCARD;
