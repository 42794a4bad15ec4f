// SPDX-License-Identifier: MIT
#include "server/addresses.h"

#include <arpa/inet.h> // inet_ntop
#include <net/if.h>    // IFF_UP
#include <stdio.h>     // snprintf
#include <string.h>    // strcmp

static void add(sh_addresses *addresses, int family, const void *address) {
    char plain[INET6_ADDRSTRLEN], *text = addresses->text[addresses->count];
    if (addresses->count == SH_MAX_ADDRESSES || !inet_ntop(family, address, plain, sizeof plain))
        return;
    snprintf(text, SH_ADDRESS_TEXT, family == AF_INET6 ? "[%s]" : "%s", plain);
    for (size_t i = 0; i < addresses->count; i++)
        if (!strcmp(addresses->text[i], text)) return;
    addresses->count++;
}

// Can another machine use this address of an interface that is up?
static void add_interface(sh_addresses *addresses, int family, const struct ifaddrs *interface) {
    const struct sockaddr *address = interface->ifa_addr;
    if (!address || address->sa_family != family || !(interface->ifa_flags & IFF_UP)) return;
    if (family == AF_INET) {
        const struct in_addr *four = &((const struct sockaddr_in *)address)->sin_addr;
        if (ntohl(four->s_addr) >> 24 != 127) add(addresses, family, four);
    } else {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
        if (!IN6_IS_ADDR_LOOPBACK(six) && !IN6_IS_ADDR_LINKLOCAL(six)) add(addresses, family, six);
    }
}

bool sh_addresses_among(sh_addresses *addresses, const char *listening,
                        const struct ifaddrs *interfaces) {
    struct in6_addr six, own_six = in6addr_loopback;
    struct in_addr four, own_four = {htonl(INADDR_LOOPBACK)};
    addresses->count = 0;
    int family = inet_pton(AF_INET, listening, &four) == 1   ? AF_INET
                 : inet_pton(AF_INET6, listening, &six) == 1 ? AF_INET6
                                                             : AF_UNSPEC;
    if (family == AF_UNSPEC) return false;
    bool every =
        family == AF_INET ? four.s_addr == htonl(INADDR_ANY) : IN6_IS_ADDR_UNSPECIFIED(&six);
    if (!every) {
        add(addresses, family, family == AF_INET ? (void *)&four : (void *)&six);
        return false;
    }
    add(addresses, family, family == AF_INET ? (void *)&own_four : (void *)&own_six);
    for (; interfaces; interfaces = interfaces->ifa_next)
        add_interface(addresses, family, interfaces);
    return true;
}

bool sh_addresses_find(sh_addresses *addresses, const char *listening) {
    struct ifaddrs *interfaces;
    if (getifaddrs(&interfaces)) interfaces = NULL;
    bool every = sh_addresses_among(addresses, listening, interfaces);
    freeifaddrs(interfaces);
    return every;
}
