#include "photo_bounds.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  alignas(max_align_t) size_t size;
} header;

static header *header_of(void *block) { return (header *)block - 1; }

/// Returns `true` if a block of `size` bytes fits after one of `given` bytes is freed.
static bool fits(const photo_bounds *bounds, size_t size, size_t given) {
  if (size > SIZE_MAX - sizeof(header)) return false;
  return !bounds || (bounds->used - given <= bounds->limit && size <= bounds->limit - (bounds->used - given));
}

void *photo_bounds_take(photo_bounds *bounds, size_t size) { return photo_bounds_resize(bounds, NULL, size); }

void *photo_bounds_resize(photo_bounds *bounds, void *block, size_t size) {
  size_t known = block ? header_of(block)->size : 0;
  if (!fits(bounds, size, known)) return NULL;
  header *place = realloc(block ? header_of(block) : NULL, sizeof *place + size);
  if (!place) return NULL;
  place->size = size;
  if (bounds) bounds->used += size - known;
  return place + 1;
}

void photo_bounds_free(photo_bounds *bounds, void *block) {
  if (!block) return;
  if (bounds) bounds->used -= header_of(block)->size;
  free(header_of(block));
}
