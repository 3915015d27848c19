#ifndef FILE_DIGEST_H
#define FILE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { FILE_DIGEST_SIZE = 32 };

/// SHA-256 (FIPS 180-4, section 6.2) of bytes that arrive in pieces. It owns no memory.
typedef struct {
  uint32_t state[8];
  uint64_t count;
  unsigned char rest[64];
} file_digest;

void file_digest_begin(file_digest *digest);

void file_digest_add(file_digest *digest, const void *bytes, size_t count);

/// Writes the digest; nothing can be added afterwards.
void file_digest_end(file_digest *digest, unsigned char value[FILE_DIGEST_SIZE]);

#endif
