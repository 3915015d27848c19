#include "process_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
} passed_file;

int process_channel_open(int ends[2]) {
#ifdef SOCK_CLOEXEC
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
  }
  return 0;
#endif
}

int process_channel_send(int channel, const void *bytes, size_t count, int file) {
  const char *from = bytes;
  while (count > 0) {
    struct iovec part = {.iov_base = (void *)from, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    passed_file passed;
    if (file >= 0) {
      memset(&passed, 0, sizeof passed);
      message.msg_control = &passed;
      message.msg_controllen = sizeof passed.room;
      struct cmsghdr *header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof file);
      memcpy(CMSG_DATA(header), &file, sizeof file);
    }
    ssize_t sent = sendmsg(channel, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == ECONNRESET ? EPIPE : errno;
    from += sent;
    count -= (size_t)sent;
    file = -1;
  }
  return 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int await(int channel, int64_t deadline) {
  while (true) {
    int64_t left = deadline < 0 ? -1 : deadline - now();
    if (deadline >= 0 && left < 0) left = 0;
    struct pollfd polled = {.fd = channel, .events = POLLIN};
    int ready = poll(&polled, 1, (int)left);
    if (ready > 0) return 0;
    if (ready == 0) return ETIMEDOUT;
    if (errno != EINTR) return errno;
  }
}

static void keep_file(struct msghdr *message, int *file) {
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return;
  int passed;
  memcpy(&passed, CMSG_DATA(header), sizeof passed);
  if (*file >= 0) {
    close(passed);
    return;
  }
  fcntl(passed, F_SETFD, FD_CLOEXEC);
  *file = passed;
}

int process_channel_receive(int channel, void *bytes, size_t count, int milliseconds, int *file) {
  char *to = bytes;
  const int64_t deadline = milliseconds < 0 ? -1 : now() + milliseconds;
  if (file) *file = -1;
  while (count > 0) {
    int status = await(channel, deadline);
    if (status != 0) return status;
    struct iovec part = {.iov_base = to, .iov_len = count};
    passed_file passed;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (file) {
      message.msg_control = &passed;
      message.msg_controllen = sizeof passed.room;
    }
    ssize_t got = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0 || errno == ECONNRESET ? EPIPE : errno;
    if (file) keep_file(&message, file);
    to += got;
    count -= (size_t)got;
  }
  return 0;
}

#if defined(__linux__)
static int open_file(void) { return memfd_create("photopick", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

static bool seal(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0; }
#else
static int open_file(void) {
  char path[] = "/tmp/photopick-XXXXXX";  // macOS has no memfd_create; the file loses its name at once.
  int file = mkstemp(path);
  if (file < 0) return -1;
  unlink(path);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
}

static bool seal(int file) { return file >= 0; }
#endif

int memory_file_open_empty(void) { return open_file(); }

int memory_file_open(uint64_t size) {
  if (size > INT64_MAX) {
    errno = EFBIG;
    return -1;
  }
  int file = open_file();
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) == 0 && seal(file)) return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}
