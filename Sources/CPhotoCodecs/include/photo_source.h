#ifndef PHOTO_SOURCE_H
#define PHOTO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads at most `size` bytes at `offset` of a file into `bytes`.
/// Returns how many were read: 0 at the end of the file and after an error.
typedef size_t (*photo_read)(void *context, uint64_t offset, uint8_t *bytes, size_t size);

/// A run of bytes of a file; `size` is 0 if there is none.
typedef struct {
  uint64_t offset;
  uint32_t size;
} photo_segment;

/// The longest error text with its NUL.
enum { PHOTO_MESSAGE_SIZE = 200 };

#endif
