// SPDX-License-Identifier: MIT
// Histograms as a drawing (SVG) on standard output: stacked bars for won, drawn and lost.
#pragma once

typedef struct sh_bar {
    int at;
    double part[3]; // won, drawn, lost
} sh_bar;

typedef struct sh_chart {
    const char *title;
    int count;
    const sh_bar *bars; // ascending in `at`
} sh_chart;

// The charts one below the other under a heading. Colours suit light and dark pages.
void sh_cli_print_charts(const char *heading, const sh_chart *charts, int count);
