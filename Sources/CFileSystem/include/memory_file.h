#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include <stdint.h>

/// Opens a file of so many zero bytes that has no name and lives in memory, for two processes to share (memfd_create(2)).
/// Nobody can change its size afterwards, so that a mapping of it always has all its pages. Where the system has no such
/// files, it is an unlinked temporary file, whose size can change.
///
/// Returns its descriptor, which closes on exec, or -1 with errno set.
int memory_file_open(uint64_t size);

#endif
