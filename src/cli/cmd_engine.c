// SPDX-License-Identifier: MIT
// sternhalma engine: the engine for other programs to drive, by lines on standard input and output.
#include <errno.h>  // errno
#include <poll.h>   // poll
#include <signal.h> // signal
#include <stdio.h>  // fwrite
#include <stdlib.h> // malloc
#include <string.h> // memchr
#include <unistd.h> // read

#include "arena/dialog.h"
#include "cli/commands.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES,
     .otherwise = "strict",
     .values = "strict published ccerl",
     .help = "strict, published, or ccerl: those of the engine rating list, with its protocol"},
    {0},
};

const sh_cli_usage sh_usage_engine = {
    .words = "[GAME]",
    .most = 1,
    .about =
        "Speaks UGI, the universal game interface (with uci as another word for ugi), on "
        "standard input and output, so that a runner of matches or a board can drive the "
        "engine. With --rules=ccerl it speaks CCP, the protocol of the engine rating list, and "
        "plays the 121-cell star by its rules.",
    .takes = takes,
    .more = "Commands of UGI: ugi, isready, setoption name N value V, uginewgame, position "
            "startpos|fen F [moves M...], query p1turn|gameover|result, go [p1time MS p2time MS "
            "p1inc MS p2inc MS movestogo N] [movetime MS] [depth N] [nodes N] [infinite] [ponder], "
            "ponderhit, stop, quit. Where the input ends, so does the program, after a search with "
            "limits. Options: Hash (MiB), Threads, Game, Rules, Tables, Level.\n\n"
            "Examples:\n"
            "  sternhalma engine 9x9/10\n"
            "  printf 'ugi\\nposition startpos\\ngo movetime 1000\\n' | sternhalma engine\n"
            "  sternhalma engine --rules=ccerl\n",
    .ccerl = true,
};

typedef struct listener {
    sh_cli *cli;
    sh_dialog *dialog;
    char *line; // what has come of it
    size_t length;
    bool flooded; // it is too long: the rest of it is not heard
} listener;

static void say(void *user, const char *line) {
    (void)user;
    fwrite(line, 1, strlen(line), stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

// Adds what has come to the line; hears it where it ends. False where it says to quit.
static bool take(listener *l, const char *bytes, size_t count) {
    while (count) {
        const char *end = memchr(bytes, '\n', count);
        size_t length = end ? (size_t)(end - bytes) : count;
        if (l->length + length > SH_DIALOG_LINE) {
            if (!l->flooded) sh_dialog_refuse_line(l->dialog);
            l->flooded = true;
            l->length = 0;
        } else if (!l->flooded) {
            memcpy(l->line + l->length, bytes, length);
            l->length += length;
        }
        if (!end) return true;
        l->line[l->length] = 0;
        if (!l->flooded && !sh_dialog_hear(l->dialog, l->line)) return false;
        l->length = 0;
        l->flooded = false;
        bytes += length + 1;
        count -= length + 1;
    }
    return true;
}

// Does anybody read the output, and nobody stop the program?
static bool is_wanted(void *user) {
    const listener *l = user;
    struct pollfd output = {.fd = STDOUT_FILENO};
    return !sh_stopped(&(sh_monitor){.stop = l->cli->stop}) && !ferror(stdout) &&
           (poll(&output, 1, 0) <= 0 || !(output.revents & (POLLERR | POLLHUP | POLLNVAL)));
}

// Until the input ends, a line says to quit, or nobody reads the output any more. A search with
// limits is then waited for where the input has ended.
static sh_status listen(listener *l) {
    char bytes[65536];
    while (!sh_stopped(&(sh_monitor){.stop = l->cli->stop})) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, 200) <= 0) continue; // a signal, or nothing yet
        ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) {
            sh_dialog_finish(l->dialog, is_wanted);
            return SH_OK;
        }
        if (!take(l, bytes, (size_t)count) || ferror(stdout)) return SH_OK;
    }
    return SH_INTERRUPTED;
}

sh_status sh_cmd_engine(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    listener l = {.cli = cli};
    sh_status status = sh_cli_parse(cli, &sh_usage_engine, argc, argv, NULL, &words, error);
    if (!status && cli->ccerl && words.count)
        status = sh_fail(error, SH_USAGE, "--rules=ccerl has its own game: name none");
    if (status) return status;
    l.line = malloc(SH_DIALOG_LINE + 1);
    if (!l.line) return sh_fail(error, SH_RESOURCES, "out of memory for a line");
    signal(SIGPIPE, SIG_IGN); // whoever drives it may leave
    sh_dialog_options options = {.game = words.word[0],
                                 .profile = cli->profile,
                                 .ccp = cli->ccerl,
                                 .stop = cli->stop,
                                 .say = say,
                                 .user = &l};
    status = sh_dialog_open(&l.dialog, &options, error);
    if (!status) {
        status = listen(&l);
        sh_dialog_close(l.dialog);
    }
    free(l.line);
    return status;
}
