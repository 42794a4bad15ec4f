// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for all sides and both ways to join: included once by a file compiled
// for one CPU level, which defines VARIANTS.
#include "solve/verify/lane_vector.h"

#define JOIN(a, b) ((a) | (b))
#define SIZE 3
#define SELF any3
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 4
#define SELF any4
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 5
#define SELF any5
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 6
#define SELF any6
#include "solve/verify/outlook_lanes_template.h"
#undef JOIN

#define JOIN(a, b) vec_greater(a, b)
#define SIZE 3
#define SELF greatest3
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 4
#define SELF greatest4
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 5
#define SELF greatest5
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 6
#define SELF greatest6
#include "solve/verify/outlook_lanes_template.h"
#undef JOIN

const sh_outlook_lanes VARIANTS[4] = {
    {any3_join_all, greatest3_join_all, turn_rows, turn_words, find_news},
    {any4_join_all, greatest4_join_all, turn_rows, turn_words, find_news},
    {any5_join_all, greatest5_join_all, turn_rows, turn_words, find_news},
    {any6_join_all, greatest6_join_all, turn_rows, turn_words, find_news},
};
