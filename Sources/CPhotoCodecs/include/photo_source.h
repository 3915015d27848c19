#ifndef PHOTO_SOURCE_H
#define PHOTO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads at most `size` bytes at `offset` of a file. Returns their number, 0 at the end or after an error.
typedef size_t (*photo_read)(void *context, uint64_t offset, uint8_t *bytes, size_t size);

/// A range of a file; `size` may be 0.
typedef struct {
  uint64_t offset;
  uint32_t size;
} photo_segment;

/// The size of an error message with its NUL.
enum { PHOTO_MESSAGE_SIZE = 200 };

#endif
