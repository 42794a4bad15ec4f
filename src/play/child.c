// SPDX-License-Identifier: MIT
// One pair of sockets is its input and output: unlike pipes they can be written to without a signal
// when nobody reads. A second pair tells whether the program could be started: it closes by itself
// when another program takes the place of this one.
#include "play/child.h"

#include <errno.h>      // errno
#include <fcntl.h>      // open
#include <poll.h>       // poll
#include <signal.h>     // kill
#include <stdbool.h>    // bool
#include <stdlib.h>     // calloc
#include <string.h>     // strlen
#include <sys/prctl.h>  // prctl
#include <sys/socket.h> // socketpair
#include <sys/wait.h>   // waitpid
#include <unistd.h>     // fork

#include "base/progress.h" // sh_clock

struct sh_child {
    pid_t id;
    int talk;
    long said; // bytes since the last line sent
    size_t begin, end;
    char buffer[SH_CHILD_LINE];
};

// In the new process, where only plain system calls are safe. Comes back where it cannot start.
static void become(char *const words[], int talk, pid_t owner) {
    int nothing = open("/dev/null", O_WRONLY);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != owner) return; // it has ended in the meantime
    if (dup2(talk, STDIN_FILENO) < 0 || dup2(talk, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0)
        return;
    execvp(words[0], words);
}

static sh_status start(sh_child *child, char *const words[], sh_error *error) {
    int talk[2], news[2], why = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk))
        return sh_fail(error, SH_RESOURCES, "cannot talk to a program: %s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, news)) {
        close(talk[0]);
        close(talk[1]);
        return sh_fail(error, SH_RESOURCES, "cannot talk to a program: %s", strerror(errno));
    }
    pid_t owner = getpid();
    child->id = fork();
    if (child->id == 0) {
        become(words, talk[1], owner);
        why = errno;
        (void)!write(news[1], &why, sizeof why);
        raise(SIGKILL);
    }
    close(talk[1]);
    close(news[1]);
    child->talk = talk[0];
    bool failed = child->id < 0 || read(news[0], &why, sizeof why) > 0;
    if (child->id < 0) why = errno;
    close(news[0]);
    if (failed) return sh_fail(error, SH_USAGE, "cannot run %.100s: %s", words[0], strerror(why));
    return SH_OK;
}

sh_status sh_child_start(sh_child **child, char *const words[], sh_error *error) {
    if (!words[0]) return sh_fail(error, SH_USAGE, "there is no program to run");
    sh_child *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a program");
    made->talk = -1;
    sh_status status = start(made, words, error);
    if (status)
        sh_child_close(made);
    else
        *child = made;
    return status;
}

void sh_child_close(sh_child *child) {
    if (!child) return;
    if (child->talk >= 0) close(child->talk);
    if (child->id > 0) {
        kill(-child->id, SIGKILL); // its group, where it has made one …
        kill(child->id, SIGKILL);  // … and itself
        while (waitpid(child->id, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    free(child);
}

// Waits until it can be read from or written to. False where the time is over.
static bool wait_for(const sh_child *child, short what, double deadline) {
    for (;;) {
        double left = deadline - sh_clock();
        struct pollfd file = {.fd = child->talk, .events = what};
        if (left <= 0) return false;
        int ready = poll(&file, 1, left > 1000 ? 1000000 : (int)(1000 * left) + 1);
        if (ready > 0) return true;
    }
}

sh_status sh_child_send(sh_child *child, const char *line, double deadline, sh_error *error) {
    size_t length = strlen(line), sent = 0;
    child->said = 0;
    while (sent <= length) {
        // The end of the line is the last byte.
        const char *at = sent < length ? line + sent : "\n";
        size_t count = sent < length ? length - sent : 1;
        ssize_t written = send(child->talk, at, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (written > 0) {
            sent += (size_t)written;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!wait_for(child, POLLOUT, deadline))
                return sh_fail(error, SH_DATA, "it does not read what it is sent");
        } else if (errno != EINTR) {
            return sh_fail(error, SH_DATA, "it has ended");
        }
    }
    return SH_OK;
}

// Reads what has come. SH_DATA where nothing comes, it has ended, or it is too much.
static sh_status read_more(sh_child *child, double deadline, sh_error *error) {
    if (child->begin) {
        memmove(child->buffer, child->buffer + child->begin, child->end - child->begin);
        child->end -= child->begin;
        child->begin = 0;
    }
    if (child->end == sizeof child->buffer)
        return sh_fail(error, SH_DATA, "it says a line without end");
    for (;;) {
        if (!wait_for(child, POLLIN, deadline))
            return sh_fail(error, SH_DATA, "it does not answer in time");
        ssize_t count = recv(child->talk, child->buffer + child->end,
                             sizeof child->buffer - child->end, MSG_DONTWAIT);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return sh_fail(error, SH_DATA, "it has ended");
        child->end += (size_t)count;
        child->said += count;
        return child->said > SH_CHILD_FLOOD ? sh_fail(error, SH_DATA, "it says too much") : SH_OK;
    }
}

sh_status sh_child_hear(sh_child *child, char *line, double deadline, sh_error *error) {
    for (size_t at = child->begin;;) {
        for (; at < child->end; at++) {
            if (child->buffer[at] && child->buffer[at] != '\n') continue;
            size_t length = at - child->begin;
            memcpy(line, child->buffer + child->begin, length);
            while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
            line[length] = 0;
            child->begin = at + 1;
            return SH_OK;
        }
        at -= child->begin; // where it will be
        sh_status status = read_more(child, deadline, error);
        if (status) return status;
    }
}
