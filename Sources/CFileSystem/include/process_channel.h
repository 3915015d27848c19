#ifndef PROCESS_CHANNEL_H
#define PROCESS_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

/// Opens a connection between two processes (socketpair(2)). Both ends close on exec. Returns 0 or an errno.
int process_channel_open(int ends[2]);

/// Sends bytes and, along with the first of them, an open file; -1 for none. Raises no SIGPIPE. Returns 0 or an errno:
/// EPIPE if the other process is gone.
int process_channel_send(int channel, const void *bytes, size_t count, int file);

/// Receives exactly `count` bytes, within so many milliseconds unless they are negative.
///
/// A file that comes along becomes `*file`, close on exec, else -1; if `file` is NULL, none is accepted. Returns 0 or an
/// errno: EPIPE if the other process is gone, ETIMEDOUT.
int process_channel_receive(int channel, void *bytes, size_t count, int milliseconds, int *file);

/// Opens a file of so many zero bytes that has no name and lives in memory, for two processes to share (memfd_create(2)).
/// Nobody can change its size afterwards, so that a mapping of it always has all its pages. Where the system has no such
/// files, it is an unlinked temporary file, whose size can change.
///
/// Returns its descriptor, which closes on exec, or -1 with errno set.
int memory_file_open(uint64_t size);

#endif
