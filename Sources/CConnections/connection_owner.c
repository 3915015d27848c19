#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "connection_owner.h"

#include <errno.h>

#ifdef __linux__
#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct question {
  struct nlmsghdr header;
  struct inet_diag_req_v2 request;
};

/// The kernel's response: a socket, or an error.
union answer {
  struct nlmsghdr header;
  char bytes[1024];
};

/// Sends a query and receives the response. The kernel responds synchronously, so this never blocks.
static int ask(const struct question *question, union answer *answer, size_t *size) {
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (netlink < 0) return errno;
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  int error = 0;
  if (sendto(netlink, question, sizeof *question, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) {
    error = errno;
  } else {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t count =
        recvfrom(netlink, answer, sizeof *answer, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
    if (count < 0) {
      error = errno;
    } else if (length < sizeof sender || sender.nl_pid != 0) {
      error = EPROTO;
    } else {
      *size = (size_t)count;
    }
  }
  close(netlink);
  return error;
}

/// Whether an address from the kernel equals an IPv4 address, which IPv6 sockets store in mapped form.
static bool is_address(const __be32 found[4], uint8_t family, in_addr_t address) {
  if (family == AF_INET) return found[0] == address;
  return found[0] == 0 && found[1] == 0 && found[2] == htonl(0xffff) && found[3] == address;
}

/// Finds the socket with the given ends, or the socket that listens for it.
static int find(const struct sockaddr_in *local, const struct sockaddr_in *remote, struct inet_diag_msg *found) {
  struct question question = {
      .header = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST,
                 .nlmsg_seq = 1},
      .request = {.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u},
  };
  struct inet_diag_sockid *id = &question.request.id;
  id->idiag_sport = local->sin_port;
  id->idiag_dport = remote->sin_port;
  id->idiag_src[0] = local->sin_addr.s_addr;
  id->idiag_dst[0] = remote->sin_addr.s_addr;
  id->idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  union answer answer = {0};
  size_t size = 0;
  int error = ask(&question, &answer, &size);
  if (error != 0) return error;
  if (size < sizeof answer.header || answer.header.nlmsg_len < NLMSG_HDRLEN || answer.header.nlmsg_len > size ||
      answer.header.nlmsg_seq != question.header.nlmsg_seq)
    return EPROTO;
  size_t length = answer.header.nlmsg_len - NLMSG_HDRLEN;
  const void *body = NLMSG_DATA(&answer.header);
  if (answer.header.nlmsg_type == NLMSG_ERROR) {
    struct nlmsgerr failure;
    if (length < sizeof failure) return EPROTO;
    memcpy(&failure, body, sizeof failure);
    return failure.error < 0 ? -failure.error : EPROTO;
  }
  if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY || length < sizeof *found) return EPROTO;
  memcpy(found, body, sizeof *found);
  return 0;
}

int connection_peer_user(int connection, uint32_t *user) {
  struct sockaddr_in own = {0}, peer = {0};
  socklen_t own_length = sizeof own, peer_length = sizeof peer;
  if (getsockname(connection, (struct sockaddr *)&own, &own_length) != 0) return errno;
  if (getpeername(connection, (struct sockaddr *)&peer, &peer_length) != 0) return errno;
  if (own.sin_family != AF_INET || peer.sin_family != AF_INET) return EAFNOSUPPORT;
  struct inet_diag_msg found;
  int error = find(&peer, &own, &found);
  if (error != 0) return error;
  // The kernel may return a listening socket on the same port instead.
  if (found.id.idiag_sport != peer.sin_port || found.id.idiag_dport != own.sin_port ||
      !is_address(found.id.idiag_src, found.idiag_family, peer.sin_addr.s_addr) ||
      !is_address(found.id.idiag_dst, found.idiag_family, own.sin_addr.s_addr))
    return ENOENT;
  // A closed socket has no inode, and its user ID is that of root.
  if (found.idiag_inode == 0) return ENOENT;
  *user = found.idiag_uid;
  return 0;
}

int connection_users_check(int listener) {
  struct sockaddr_in own = {0}, nobody = {.sin_family = AF_INET};
  socklen_t length = sizeof own;
  if (getsockname(listener, (struct sockaddr *)&own, &length) != 0) return errno;
  if (own.sin_family != AF_INET) return EAFNOSUPPORT;
  struct inet_diag_msg found;
  return find(&own, &nobody, &found);
}

#endif
