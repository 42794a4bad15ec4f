// SPDX-License-Identifier: MIT
// Plots as a drawing (SVG) on standard output: points, lines and bars over two axes from zero.
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

void sh_cli_print_plot(const sh_plot *plot);
