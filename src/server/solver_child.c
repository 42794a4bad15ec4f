// SPDX-License-Identifier: MIT
// Forked by hand: between fork and exec the child asks for its signal and keeps the lock, which
// posix_spawn cannot do.
#include "server/solver_child.h"

#include <errno.h>     // errno
#include <fcntl.h>     // open
#include <signal.h>    // kill
#include <string.h>    // strerror
#include <sys/file.h>  // flock
#include <sys/prctl.h> // prctl
#include <unistd.h>    // pipe2

// In the child: becomes the solver. Only calls that are safe after a fork.
static void become_solver(char *const arguments[], int output, int lock, pid_t server) {
    sigset_t none;
    int null = open("/dev/null", O_RDONLY);
    char *environment[] = {NULL};
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM); // the server's end is ours, with a checkpoint
    signal(SIGPIPE, SIG_IGN);         // which is saved although nobody reads the progress any more
    if (getppid() == server && null >= 0 && dup2(null, 0) >= 0 && dup2(output, 1) >= 0 &&
        dup2(output, 2) >= 0 && fcntl(lock, F_SETFD, 0) == 0)
        execve(arguments[0], arguments, environment);
    kill(getpid(), SIGKILL); // there is no way back
}

// Locks the folder for a solver: whoever has it writes there.
static sh_status lock_folder(const char *folder, int *lock, sh_error *error) {
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0)
        return sh_fail(error, SH_RESOURCES, "cannot open the folder of tables: %s",
                       strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0) return SH_OK;
    close(*lock);
    return sh_fail(error, SH_RESOURCES, "another server is solving into this folder: wait for it");
}

// Returns an errno.
static int spawn(pid_t *child, int *output, char *const arguments[], int lock) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return errno;
    pid_t server = getpid(), made = fork();
    if (made == 0) become_solver(arguments, ends[1], lock, server);
    int failed = made < 0 ? errno : 0;
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return failed;
    }
    *child = made;
    *output = ends[0];
    return 0;
}

sh_status sh_solver_child_start(pid_t *child, int *output, char *const arguments[],
                                const char *folder, sh_error *error) {
    int lock;
    sh_status status = lock_folder(folder, &lock, error);
    if (status) return status;
    int failed = spawn(child, output, arguments, lock);
    close(lock); // the child holds it
    return failed ? sh_fail(error, SH_RESOURCES, "cannot start the solver: %s", strerror(failed))
                  : SH_OK;
}
