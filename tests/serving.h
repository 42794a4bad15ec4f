// SPDX-License-Identifier: MIT
// Tests that talk to a server over real sockets: what they send is sent as it is.
#pragma once

#include <arpa/inet.h>  // inet_pton
#include <poll.h>       // poll
#include <sys/socket.h> // connect
#include <unistd.h>     // close

#include "server/server.h"
#include "test.h"

// Seconds: time for a busy machine, and less than the server waits for clients that say nothing.
#define PROMPT 10
#define MINUTE 60000 // milliseconds

static char answer[1 << 20]; // the last

static inline bool has(const char *text) { return strstr(answer, text); }

// A connection from an address of this machine, 127.0.0.`host`.
static inline int dial_from(const sh_server *to, int host) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(sh_server_port(to))};
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = {htonl(0x7f000000U + host)}};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0);
    assert_int_equal(bind(s, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(s, (struct sockaddr *)&address, sizeof address), 0);
    return s;
}

static inline int dial(const sh_server *to) { return dial_from(to, 1); }

static inline void send_all(int s, const char *text) {
    size_t size = strlen(text);
    assert_int_equal(send(s, text, size, MSG_NOSIGNAL), size);
}

// Everything the server sends until it closes, or is silent for so many milliseconds.
static inline void read_answer(int s, int patience) {
    size_t used = 0;
    struct pollfd wait = {.fd = s, .events = POLLIN};
    while (used < sizeof answer - 1 && poll(&wait, 1, patience) > 0) {
        ssize_t got = read(s, answer + used, sizeof answer - 1 - used);
        if (got <= 0) break;
        used += (size_t)got;
    }
    answer[used] = 0;
}

// Reads to the end and returns the status; the whole answer is left in `answer`.
static inline int finish(int s) {
    int status = 0;
    read_answer(s, MINUTE);
    close(s);
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

static inline int exchange(const sh_server *to, const char *request) {
    int s = dial(to);
    send_all(s, request);
    return finish(s);
}

// The text of a request with a body, for which the caller has room.
static inline const char *posting(char *request, size_t room, const char *target,
                                  const char *headers, const char *body) {
    snprintf(request, room,
             "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n%s"
             "Connection: close\r\n\r\n%s",
             target, strlen(body), headers, body);
    return request;
}
