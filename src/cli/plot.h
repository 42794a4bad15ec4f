// SPDX-License-Identifier: MIT
// Plots as a drawing (SVG) on standard output: points, lines and bars over two axes. Both
// begin at zero, the horizontal one at its least value where that is negative.
#pragma once

typedef enum sh_plot_style { SH_PLOT_POINTS, SH_PLOT_LINE, SH_PLOT_BARS } sh_plot_style;

// Bars of several series stand on top of each other, so they must share their x values.
typedef struct sh_plot_series {
    const char *name;
    sh_plot_style style;
    int count;
    const double *x, *y;
} sh_plot_series;

typedef struct sh_plot {
    const char *title, *x_label, *y_label;
    int count; // of series, at most four
    const sh_plot_series *series;
} sh_plot;

// One below the other.
void sh_cli_print_plots(const sh_plot *plots, int count);
