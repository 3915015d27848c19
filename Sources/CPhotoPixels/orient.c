#include <string.h>

#include "photo_scale.h"

/// The number of target columns to copy together, one cache line: their pixels are adjacent in the source rows.
enum { STRIP = 16 };

static void mirror_row(const uint32_t *restrict source, uint32_t *restrict target, size_t count) {
  for (size_t x = 0; x < count; x++) target[x] = source[count - 1 - x];
}

/// Copies rows, optionally mirrored horizontally or vertically.
static void copy_rows(const photo_pixels *from, bool from_right, bool from_bottom, const photo_pixels *to) {
  for (uint32_t y = 0; y < to->height; y++) {
    const uint8_t *source = from->pixels + (size_t)(from_bottom ? from->height - 1 - y : y) * from->stride;
    uint8_t *target = to->pixels + (size_t)y * to->stride;
    if (from_right)
      mirror_row((const uint32_t *)(const void *)source, (uint32_t *)(void *)target, to->width);
    else
      memcpy(target, source, (size_t)to->width * 4);
  }
}

/// Copies columns to rows, optionally mirrored.
static void copy_columns(const photo_pixels *from, bool from_right, bool from_bottom, const photo_pixels *to) {
  for (uint32_t left = 0; left < to->width; left += STRIP) {
    uint32_t count = to->width - left < STRIP ? to->width - left : STRIP;
    for (uint32_t y = 0; y < to->height; y++) {
      uint32_t column = from_right ? from->width - 1 - y : y;
      uint32_t *target = (uint32_t *)(void *)(to->pixels + (size_t)y * to->stride) + left;
      for (uint32_t x = 0; x < count; x++) {
        uint32_t row = from_bottom ? from->height - 1 - left - x : left + x;
        target[x] = ((const uint32_t *)(const void *)(from->pixels + (size_t)row * from->stride))[column];
      }
    }
  }
}

bool photo_orient(const photo_pixels *from, int orientation, const photo_pixels *to) {
  if (orientation < 1 || orientation > 8) return false;
  bool is_turned = orientation >= 5;
  if (to->width != (is_turned ? from->height : from->width)) return false;
  if (to->height != (is_turned ? from->width : from->height)) return false;
  bool from_right = orientation == 2 || orientation == 3 || orientation >= 7;
  bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  if (is_turned)
    copy_columns(from, from_right, from_bottom, to);
  else
    copy_rows(from, from_right, from_bottom, to);
  return true;
}
