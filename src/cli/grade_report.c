// SPDX-License-Identifier: MIT
// Printing grades: a row for each value and phase with moves in it; the share is of all moves
// there.
#include "cli/grade_report.h"

#include <stdio.h> // printf

static const char *const VALUES[3] = {"lost", "drawn", "won"};

static double share(uint64_t part, uint64_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

static void print_row(const char *value, const char *phase, sh_grade_count c) {
    char moves[SH_CLI_TEXT], critical[SH_CLI_TEXT];
    if (!c.moves) return;
    uint64_t given = c.to_draw + c.to_loss;
    sh_cli_print_count(c.moves, moves);
    sh_cli_print_count(c.critical, critical);
    printf("  %-6s %-8s %9s %9s %9llu %8.2f %% %9llu %9llu", value, phase, moves, critical,
           (unsigned long long)given, share(given, c.moves), (unsigned long long)c.to_draw,
           (unsigned long long)c.to_loss);
    if (c.timed) printf(" %9.2f", (double)c.plies / (double)c.timed);
    putchar('\n');
}

void sh_grade_print(const sh_grade *grade) {
    printf("  %-6s %-8s %9s %9s %9s %10s %9s %9s %9s\n", "value", "phase", "moves", "critical",
           "given", "share", "to draw", "to loss", "plies");
    for (int value = SH_WIN; value >= SH_LOSS; value--)
        for (int phase = SH_PHASES; phase >= 0; phase--)
            print_row(VALUES[value + 1],
                      phase == SH_PHASES ? "all" : sh_phase_name((sh_phase)phase),
                      sh_grade_sum(grade, (sh_phase)phase, (sh_outcome)value));
    uint64_t crowned = 0;
    for (int value = SH_WIN; value >= SH_LOSS; value--)
        crowned += sh_grade_sum(grade, SH_PHASES, (sh_outcome)value).crowned;
    if (crowned) printf("  %llu moves crowned a rival without need\n", (unsigned long long)crowned);
    if (grade->careful)
        printf("  %llu of %llu games against best play brought what was due\n",
               (unsigned long long)grade->achieved, (unsigned long long)grade->careful);
    if (grade->faults)
        printf("  %llu times it made no move or an illegal one\n",
               (unsigned long long)grade->faults);
    printf("  %.2f s of CPU to choose the moves, %.2f s to judge them\n", grade->seconds,
           grade->judging);
}

static json_t *encode_count(sh_grade_count c) {
    uint64_t given = c.to_draw + c.to_loss;
    return json_pack("{s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:I}", "moves", (json_int_t)c.moves,
                     "critical", (json_int_t)c.critical, "given", (json_int_t)given, "share",
                     share(given, c.moves) / 100, "to_draw", (json_int_t)c.to_draw, "to_loss",
                     (json_int_t)c.to_loss, "crowned", (json_int_t)c.crowned, "timed",
                     (json_int_t)c.timed, "plies", (json_int_t)c.plies);
}

static json_t *encode_values(const sh_grade *grade, sh_phase phase) {
    json_t *values = json_object();
    for (int value = SH_WIN; value >= SH_LOSS; value--)
        json_object_set_new(values, VALUES[value + 1],
                            encode_count(sh_grade_sum(grade, phase, (sh_outcome)value)));
    return values;
}

json_t *sh_grade_encode(const sh_grade *grade) {
    json_t *phases = json_object();
    for (int phase = 0; phase < SH_PHASES; phase++)
        json_object_set_new(phases, sh_phase_name((sh_phase)phase),
                            encode_values(grade, (sh_phase)phase));
    return json_pack(
        "{s:o, s:o, s:I, s:I, s:I, s:f, s:f}", "values", encode_values(grade, SH_PHASES), "phases",
        phases, "careful", (json_int_t)grade->careful, "achieved", (json_int_t)grade->achieved,
        "faults", (json_int_t)grade->faults, "seconds", grade->seconds, "judging", grade->judging);
}
