#ifndef PHOTO_BOUNDS_H
#define PHOTO_BOUNDS_H

#include <stddef.h>

/// The memory that a library may allocate for one file.
typedef struct {
  size_t used;   ///< Allocated bytes.
  size_t limit;  ///< The most bytes to allocate.
} photo_bounds;

/// Allocates memory like malloc; NULL beyond the limit. `photo_bounds_free` frees it. If `bounds` is NULL, there is no
/// limit.
void *photo_bounds_take(photo_bounds *bounds, size_t size);

/// Resizes a block like realloc; NULL beyond the limit, which preserves the block.
void *photo_bounds_resize(photo_bounds *bounds, void *block, size_t size);

/// Frees a block of the same bounds.
void photo_bounds_free(photo_bounds *bounds, void *block);

#endif
