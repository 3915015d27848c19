#ifndef FILE_CHECKSUM_H
#define FILE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// XXH64 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md, version 0.2) with seed 0 of bytes that arrive in pieces: a
/// fast
/// checksum, not cryptographic. It owns no memory.
typedef struct {
  uint64_t lanes[4];
  uint64_t count;
  unsigned char rest[32];
  size_t rest_count;
} file_checksum;

void file_checksum_begin(file_checksum *checksum);

void file_checksum_add(file_checksum *checksum, const void *bytes, size_t count);

uint64_t file_checksum_value(const file_checksum *checksum);

#endif
