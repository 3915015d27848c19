#ifndef CONNECTION_OWNER_H
#define CONNECTION_OWNER_H

#include <stdint.h>

/// Finds the user at the other end of an IPv4 TCP connection within this machine.
///
/// Queries the kernel for the socket with the peer's addresses and ports (sock_diag(7)), over IPv4 or IPv6. Returns 0
/// and sets *user, relative to the user namespace of the caller; ENOENT if no program has such a socket open, or
/// another errno.
int connection_peer_user(int connection, uint32_t *user);

/// Returns 0 if the kernel supports these queries, tested with a listening IPv4 TCP socket, or an errno.
int connection_users_check(int listener);

#endif
