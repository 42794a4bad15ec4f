// SPDX-License-Identifier: MIT
// First the range of the axes is found, then the marks are drawn. Bars are stacked series by
// series.
#include "cli/plot.h"

#include <math.h>  // floor, log10, pow
#include <stdio.h> // printf

enum { WIDTH = 720, HEIGHT = 360, LEFT = 64, RIGHT = 16, TOP = 56, BOTTOM = 48 };

static const char *const COLOURS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

typedef struct frame {
    double least_x, most_x, most_y, bar; // bar: the width of one, in x
} frame;

// 1, 2 or 5 times a power of ten, so that about six ticks fill the axis.
static double tick(double most) {
    double rough = most / 6, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static double left(const frame *f, double x) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (x - f->least_x) / (f->most_x - f->least_x);
}

static double top(const frame *f, double y) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / f->most_y;
}

static double stacked(const sh_plot *plot, int series, int index) {
    double sum = 0;
    for (int s = 0; s <= series; s++)
        if (plot->series[s].style == SH_PLOT_BARS) sum += plot->series[s].y[index];
    return sum;
}

static frame frame_of(const sh_plot *plot) {
    frame f = {0, 0, 0, 1};
    for (int s = 0; s < plot->count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            const sh_plot_series *series = &plot->series[s];
            double y = series->style == SH_PLOT_BARS ? stacked(plot, s, i) : series->y[i];
            double x = series->x[i] + (series->style == SH_PLOT_BARS ? f.bar : 0);
            if (series->x[i] < f.least_x) f.least_x = series->x[i];
            if (x > f.most_x) f.most_x = x;
            if (y > f.most_y) f.most_y = y;
        }
    f.most_x = f.most_x > 0 ? f.most_x * 1.02 : 1;
    f.most_y = f.most_y > 0 ? f.most_y * 1.05 : 1;
    return f;
}

static void print_axes(const sh_plot *plot, const frame *f) {
    printf("<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#777\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
           WIDTH - RIGHT);
    double step_x = tick(f->most_x - f->least_x), step_y = tick(f->most_y);
    for (int i = (int)(f->least_x / step_x); i * step_x <= f->most_x; i++)
        printf("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", left(f, i * step_x),
               HEIGHT - BOTTOM + 16, i * step_x);
    for (int i = 0; i * step_y <= f->most_y; i++)
        printf("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6,
               top(f, i * step_y) + 4, i * step_y);
    printf("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (WIDTH + LEFT) / 2,
           HEIGHT - 10, plot->x_label);
    printf("<text x=\"%d\" y=\"%d\">%s</text>\n", 8, TOP - 10, plot->y_label);
}

static void print_series(const sh_plot *plot, const frame *f, int s) {
    const sh_plot_series *series = &plot->series[s];
    if (series->style == SH_PLOT_LINE)
        printf("<polyline fill=\"none\" stroke=\"%s\" points=\"", COLOURS[s]);
    for (int i = 0; i < series->count; i++) {
        double x = left(f, series->x[i]), y = top(f, series->y[i]);
        if (series->style == SH_PLOT_LINE)
            printf("%.1f,%.1f ", x, y);
        else if (series->style == SH_PLOT_POINTS)
            printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" fill-opacity=\"0.6\"/>\n",
                   x, y, COLOURS[s]);
        else
            printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x,
                   top(f, stacked(plot, s, i)), 0.9 * (left(f, f->bar) - left(f, 0)),
                   top(f, 0) - top(f, series->y[i]), COLOURS[s]);
    }
    if (series->style == SH_PLOT_LINE) printf("\"/>\n");
}

static void print_plot(const sh_plot *plot) {
    frame f = frame_of(plot);
    printf("<text x=\"8\" y=\"20\" font-size=\"16\">%s</text>\n", plot->title);
    for (int s = 0; s < plot->count; s++)
        printf("<text x=\"%d\" y=\"38\" fill=\"%s\">%s</text>\n", LEFT + 200 * s, COLOURS[s],
               plot->series[s].name);
    print_axes(plot, &f);
    for (int s = 0; s < plot->count; s++) print_series(plot, &f, s);
}

void sh_cli_print_plots(const sh_plot *plots, int count) {
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
           "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#777\">\n",
           WIDTH, count * HEIGHT, WIDTH, count * HEIGHT);
    for (int i = 0; i < count; i++) {
        printf("<g transform=\"translate(0 %d)\">\n", i * HEIGHT);
        print_plot(&plots[i]);
        printf("</g>\n");
    }
    printf("</svg>\n");
}
