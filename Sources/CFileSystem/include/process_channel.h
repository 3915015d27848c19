#ifndef PROCESS_CHANNEL_H
#define PROCESS_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

/// Opens a connection for a parent and a child (socketpair(2)). Both ends close on exec. Returns 0 or an errno.
int process_channel_open(int ends[2]);

/// Sends bytes and, with the first of them, an open file, or -1. Raises no SIGPIPE. Returns 0 or an errno: EPIPE if the
/// peer has exited.
int process_channel_send(int channel, const void *bytes, size_t count, int file);

/// Receives exactly `count` bytes within a number of milliseconds, or waits indefinitely if it is negative.
///
/// A received file becomes `*file`, closed on exec, else -1; if `file` is NULL, files are refused. Returns 0 or an
/// errno: EPIPE if the peer has exited, ETIMEDOUT.
int process_channel_receive(int channel, void *bytes, size_t count, int milliseconds, int *file);

/// Opens an empty file in unnamed memory, which grows as it is written (memfd_create(2)). Returns -1 and sets errno on
/// failure.
int memory_file_open_empty(void);

/// Opens a file of zeros in unnamed memory, for sharing memory with a child (memfd_create(2)). Its size is
/// fixed, so that a mapping always has all its pages. Elsewhere it is an unlinked temporary file, whose size can
/// change.
///
/// Returns its descriptor, which closes on exec, or -1 with errno set.
int memory_file_open(uint64_t size);

#endif
