// SPDX-License-Identifier: MIT
// The socket on which the server listens. It is opened before anything else, so that a port that is
// taken costs nothing.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint16_t

#include "sternhalma/status.h"

typedef struct sh_listener {
    int socket; // the caller's to close
    uint16_t port;
    bool loopback; // only this machine can reach it
} sh_listener;

// Listens on an IPv4 or IPv6 address at a port, 0 for any free one. Where that port is in use or
// reserved, the ports after it are tried, `ports` in all. SH_USAGE: not an address, none of this
// machine, or one where only root may listen. SH_RESOURCES: no port is free, or the system refuses.
sh_status sh_listener_open(sh_listener *listener, const char *address, uint16_t port, int ports,
                           sh_error *error) SH_NODISCARD;
