#ifndef PHOTO_BOUNDS_H
#define PHOTO_BOUNDS_H

#include <stddef.h>

/// The memory that a library may hold for one file, whatever the file claims.
typedef struct {
  size_t used;   ///< Bytes that are held.
  size_t limit;  ///< The most bytes to hold.
} photo_bounds;

/// Takes memory as malloc does; NULL beyond the limit. `photo_bounds_free` frees it. Without `bounds` there is no limit.
void *photo_bounds_take(photo_bounds *bounds, size_t size);

/// Makes a block larger or smaller as realloc does; NULL beyond the limit, and then the block stays as it was.
void *photo_bounds_resize(photo_bounds *bounds, void *block, size_t size);

/// Frees a block that was taken under the same bounds.
void photo_bounds_free(photo_bounds *bounds, void *block);

#endif
