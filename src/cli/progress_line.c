// SPDX-License-Identifier: MIT
// Progress of long work on standard error, and stopping it by a signal.
#include <signal.h> // sigaction
#include <stdio.h>  // fprintf
#include <stdlib.h> // free
#include <time.h>   // clock_gettime
#include <unistd.h> // _exit

#include "cli/cli.h"
#include "json/whole.h"

// The only mutable variables at file scope in the program: signal handlers have no context.
static atomic_bool stop_requested;
static atomic_llong first_signal; // milliseconds; 0: none came

// One wish to stop may come as several signals: `timeout` tells a process and then its group, and
// who loses a parent with threads is told as its threads end, one after the other. So only a person
// ends the program at once, by Ctrl-C a second later; other signals never do, however often and
// late they come, for to save takes its time on a busy machine.
static void on_signal(int signal_number) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long at = now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1, first = 0;
    bool again = !atomic_compare_exchange_strong(&first_signal, &first, at) && at - first >= 1000;
    if (again && signal_number == SIGINT) _exit(130);
    atomic_store(&stop_requested, true);
}

const atomic_bool *sh_cli_catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction hangup; // ignored under nohup
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like a full disk
    return &stop_requested;
}

// Units a second, and the seconds left at that rate (-1: not known).
static double rate_of(const sh_progress *p, double *left) {
    double rate = p->seconds > 0 ? (double)p->done / p->seconds : 0;
    *left = p->total > p->done && rate > 0 ? (double)(p->total - p->done) / rate : -1;
    return rate;
}

static void report_json(const sh_progress *p) {
    double left, rate = rate_of(p, &left);
    bool lost = sh_json_lost(); // the answer's, not a line's
    json_t *line = json_pack("{s:s, s:i, s:I, s:I, s:f, s:f}", "phase", p->phase, "round", p->round,
                             "done", (json_int_t)p->done, "total", (json_int_t)p->total, "seconds",
                             p->seconds, "rate", rate);
    if (left >= 0) json_object_set_new(line, "left", json_real(left));
    char *text = sh_json_text(line);
    if (text) fprintf(stderr, "%s\n", text);
    free(text);
    if (!lost) sh_json_forget();
}

static void report_line(const sh_progress *p) {
    double left, rate = rate_of(p, &left);
    char done[SH_CLI_TEXT], time[SH_CLI_TEXT];
    sh_cli_print_count(p->done, done);
    sh_cli_print_time(p->seconds, time);
    fprintf(stderr, "\r\033[K%s", p->phase);
    if (p->round > 0) fprintf(stderr, " %d", p->round);
    fprintf(stderr, "  %s", done);
    if (p->total) fprintf(stderr, " (%.1f %%)", 100.0 * (double)p->done / (double)p->total);
    if (rate >= 1e6)
        fprintf(stderr, "  %.1f M/s", rate / 1e6);
    else
        fprintf(stderr, "  %.0f/s", rate);
    fprintf(stderr, "  %s", time);
    if (left >= 0) {
        sh_cli_print_time(left, time);
        fprintf(stderr, "  %s left", time);
    }
    fflush(stderr);
}

// Shows at most five reports a second, one as JSON, and the last of a phase always.
static void report(void *user, const sh_progress *p) {
    sh_cli *cli = user;
    double now = sh_clock();
    bool last = p->total && p->done >= p->total;
    if (!last && now - cli->reported < (cli->json ? 1.0 : 0.2)) return;
    cli->reported = now;
    if (cli->json) {
        report_json(p);
    } else if (cli->live) {
        report_line(p);
        cli->shown = true;
    }
}

sh_monitor sh_cli_monitor(sh_cli *cli) {
    cli->reported = sh_clock();
    return (sh_monitor){.report = report, .user = cli, .stop = cli->stop};
}

void sh_cli_progress_end(sh_cli *cli) {
    if (cli->shown) fputs("\r\033[K", stderr);
    cli->shown = false;
}
