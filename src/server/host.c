// SPDX-License-Identifier: MIT
// A value of Host is split into name and port first; addresses are read by inet_pton, which takes
// nothing but a whole address.
#include "server/host.h"

#include <arpa/inet.h> // inet_pton
#include <ctype.h>     // isalnum
#include <string.h>    // strchr
#include <strings.h>   // strcasecmp

#define MOST_NAME 256

static bool is_port(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= 5 && !text[digits];
}

// The name without its port and brackets. False where the value is malformed.
static bool split(const char *host, char name[MOST_NAME], bool *six) {
    *six = host[0] == '[';
    const char *begin = host + *six;
    size_t size = *six ? strcspn(begin, "]") : strcspn(begin, ":");
    const char *rest = begin + size;
    if (*six && *rest++ != ']') return false;
    if (size == 0 || size >= MOST_NAME || (*rest && (*rest != ':' || !is_port(rest + 1))))
        return false;
    memcpy(name, begin, size);
    name[size] = '\0';
    return true;
}

bool sh_host_valid(const char *host) {
    char name[MOST_NAME];
    struct in6_addr address;
    bool six;
    if (!split(host, name, &six)) return false;
    if (six) return inet_pton(AF_INET6, name, &address) == 1;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-._", *c)) return false;
    return true;
}

bool sh_host_local(const char *host) {
    char name[MOST_NAME];
    struct in_addr four;
    struct in6_addr address;
    bool six;
    if (!split(host, name, &six)) return false;
    if (six) return inet_pton(AF_INET6, name, &address) == 1 && IN6_IS_ADDR_LOOPBACK(&address);
    if (inet_pton(AF_INET, name, &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
    return strcasecmp(name, "localhost") == 0;
}

bool sh_host_is(const char *host, const char *name) {
    char asked[MOST_NAME];
    bool six;
    return split(host, asked, &six) && !six && strcasecmp(asked, name) == 0;
}

bool sh_host_own_origin(const char *host, const char *origin) {
    static const char *const SCHEMES[] = {"http://", "https://"}; // a proxy may speak the second
    if (!*origin) return true;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++) {
        size_t size = strlen(SCHEMES[i]);
        if (!strncmp(origin, SCHEMES[i], size) && !strcasecmp(origin + size, host)) return true;
    }
    return false;
}
