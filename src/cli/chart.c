// SPDX-License-Identifier: MIT
// See chart.h.
#include "cli/chart.h"

#include <stdio.h> // printf

enum { WIDTH = 720, HEIGHT = 260, MARGIN = 40, HEADING = 30 };

static const char *const COLOURS[3] = {"#2f7d4f", "#b8a13a", "#b5483f"};

static double bar_height(const sh_bar *bar) { return bar->part[0] + bar->part[1] + bar->part[2]; }

static void print_chart(const sh_chart *chart, int top) {
    double most = 1, width = (double)(WIDTH - 2 * MARGIN) / (chart->count ? chart->count : 1);
    double room = HEIGHT - 2 * MARGIN;
    for (int i = 0; i < chart->count; i++)
        if (bar_height(&chart->bars[i]) > most) most = bar_height(&chart->bars[i]);
    printf("<text x=\"%d\" y=\"%d\">%s (most: %.0f)</text>\n", MARGIN, top + MARGIN - 10,
           chart->title, most);
    for (int i = 0; i < chart->count; i++) {
        const sh_bar *bar = &chart->bars[i];
        double y = top + HEIGHT - MARGIN, x = MARGIN + i * width;
        for (int part = 0; part < 3; part++) {
            double height = room * bar->part[part] / most;
            if (height <= 0) continue;
            y -= height;
            printf("<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" fill=\"%s\"/>\n", x,
                   y, width * 0.9, height, COLOURS[part]);
        }
        int every = chart->count / 16 + 1;
        if (i % every == 0)
            printf("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x + width * 0.45,
                   top + HEIGHT - MARGIN + 16, bar->at);
    }
}

void sh_cli_print_charts(const char *heading, const sh_chart *charts, int count) {
    int height = HEADING + count * HEIGHT;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "font-family=\"sans-serif\" font-size=\"12\" fill=\"#777\">\n",
           WIDTH, height);
    printf(
        "<text x=\"%d\" y=\"20\" font-size=\"16\">%s: won (green), drawn (yellow), lost (red) for "
        "the player to move</text>\n",
        MARGIN, heading);
    for (int i = 0; i < count; i++) print_chart(&charts[i], HEADING + i * HEIGHT);
    printf("</svg>\n");
}
