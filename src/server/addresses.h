// SPDX-License-Identifier: MIT
// The addresses under which a server can be opened.
//
// A server that listens on 0.0.0.0 or :: listens on every address of its family that this machine
// has; a browser needs one of those. Link-local IPv6 addresses are left out: they work only with
// the name of an interface, which differs on every machine.
#pragma once

#include <ifaddrs.h>    // struct ifaddrs
#include <netinet/in.h> // INET6_ADDRSTRLEN
#include <stdbool.h>    // bool
#include <stddef.h>     // size_t

enum { SH_MAX_ADDRESSES = 16, SH_ADDRESS_TEXT = INET6_ADDRSTRLEN + 2 };

typedef struct sh_addresses {
    size_t count;
    char text[SH_MAX_ADDRESSES][SH_ADDRESS_TEXT]; // as in a URL: IPv6 in brackets
} sh_addresses;

// Where a server that listens on `listening` can be opened, this machine's own loopback address
// first; `interfaces` is what getifaddrs() returns, or NULL. Any other address stands for itself.
// Does it listen on all of them?
bool sh_addresses_among(sh_addresses *addresses, const char *listening,
                        const struct ifaddrs *interfaces);

// The same with the interfaces that this machine has now.
bool sh_addresses_find(sh_addresses *addresses, const char *listening);
