// SPDX-License-Identifier: MIT
#include "server/listener.h"

#include <arpa/inet.h> // inet_pton
#include <errno.h>     // errno
#include <string.h>    // strerror
#include <sys/socket.h>
#include <unistd.h> // close

static sh_status read_address(const char *text, struct sockaddr_storage *address, bool *loopback,
                              sh_error *error) {
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        *loopback = ntohl(four->sin_addr.s_addr) >> 24 == 127;
    } else if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        *loopback = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
    } else {
        return sh_fail(error, SH_USAGE, "'%.64s' is not an address: give one like 127.0.0.1 or ::1",
                       text);
    }
    return SH_OK;
}

static in_port_t *port_of(struct sockaddr_storage *address) {
    return address->ss_family == AF_INET ? &((struct sockaddr_in *)address)->sin_port
                                         : &((struct sockaddr_in6 *)address)->sin6_port;
}

// A socket that listens, or the negative of an errno.
static int listen_at(const struct sockaddr_storage *address) {
    int yes = 1;
    bool six = address->ss_family == AF_INET6;
    socklen_t size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    int made = socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    if (!setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) &&
        (!six || !setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes)) &&
        !bind(made, (const struct sockaddr *)address, size) && !listen(made, SOMAXCONN))
        return made;
    int failed = errno;
    close(made);
    return -failed;
}

static sh_status refused(const char *text, const struct sockaddr_storage *address, uint16_t port,
                         int reason, sh_error *error) {
    if (reason == EADDRNOTAVAIL || reason == EAFNOSUPPORT)
        return sh_fail(error, SH_USAGE,
                       "this machine has no address %s: use one of its own, or %s for all of them",
                       text, address->ss_family == AF_INET6 ? "::" : "0.0.0.0");
    if (reason == EACCES)
        return sh_fail(error, SH_USAGE, "only root may listen on port %u: use one from 1024 up",
                       port);
    if (reason == EADDRINUSE)
        return sh_fail(error, SH_RESOURCES, "cannot listen on %s port %u: is it in use?", text,
                       port);
    return sh_fail(error, SH_RESOURCES, "cannot listen on %s port %u: %s", text, port,
                   strerror(reason));
}

sh_status sh_listener_open(sh_listener *listener, const char *address, uint16_t port, int ports,
                           sh_error *error) {
    struct sockaddr_storage at;
    sh_status status = read_address(address, &at, &listener->loopback, error);
    if (status) return status;
    int tries = port ? ports : 1, made = 0;
    uint16_t next = port;
    do {
        *port_of(&at) = htons(next);
        made = listen_at(&at);
    } while ((made == -EADDRINUSE || made == -EACCES) && --tries > 0 && next++ < UINT16_MAX);
    if (made < 0) return refused(address, &at, port, -made, error);
    socklen_t size = sizeof at;
    if (getsockname(made, (struct sockaddr *)&at, &size)) {
        close(made);
        return sh_fail(error, SH_RESOURCES, "the system does not tell the port it gave");
    }
    listener->socket = made;
    listener->port = ntohs(*port_of(&at));
    return SH_OK;
}
