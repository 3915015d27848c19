#ifndef CONNECTION_OWNER_H
#define CONNECTION_OWNER_H

#include <stdint.h>

/// Finds the user who opened the other end of a TCP connection over IPv4 within this machine.
///
/// Asks the kernel for the one socket with the addresses and ports of the other end (sock_diag(7)), whatever address of
/// the machine it is bound to and whether it is an IPv4 socket or an IPv6 one. Returns 0 and sets *user, a number of this
/// process's user namespace; ENOENT if no process has such a socket open, or another errno if the kernel cannot tell.
int connection_peer_user(int connection, uint32_t *user);

/// Returns 0 if the kernel answers such questions, which a listening TCP socket over IPv4 is enough to find out, or an
/// errno.
int connection_users_check(int listener);

#endif
