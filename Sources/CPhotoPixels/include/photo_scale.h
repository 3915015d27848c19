#ifndef PHOTO_SCALE_H
#define PHOTO_SCALE_H

#include "photo_picture.h"

/// A rectangle of RGBA pixels, eight bits each, premultiplied.
typedef struct {
  uint8_t *pixels;
  uint32_t width;   ///< Columns, at most 32,767.
  uint32_t height;  ///< Rows, at most 32,767.
  uint32_t stride;  ///< Bytes from a row to the next, a multiple of 4.
} photo_pixels;

/// Scales `from` to fill `to` by Lanczos' filter, each side for itself. `covered_width` and `covered_height` say how
/// many columns and rows of `from` fill it. Returns false if memory is short or a side is too long.
bool photo_scale(const photo_pixels *from, double covered_width, double covered_height,
                 const photo_pixels *to);

/// Turns and mirrors `from` into `to` as an orientation of 1 to 8 says (Exif 2.32, tag 0x0112). From 5 on `to` has the
/// sides of `from` exchanged. Returns false if the sizes do not fit.
bool photo_orient(const photo_pixels *from, int orientation, const photo_pixels *to);

#endif
