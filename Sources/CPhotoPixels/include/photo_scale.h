#ifndef PHOTO_SCALE_H
#define PHOTO_SCALE_H

#include "photo_picture.h"

/// A rectangle of premultiplied RGBA pixels, eight bits per channel.
typedef struct {
  uint8_t *pixels;
  uint32_t width;   ///< The width, at most 32,767.
  uint32_t height;  ///< The height, at most 32,767.
  uint32_t stride;  ///< The distance between rows in bytes, a multiple of 4.
} photo_pixels;

/// Resamples `from` into `to` with the Lanczos filter, each side independently. `covered_width` and `covered_height`
/// are the columns and rows of `from` that fill `to`. Returns false for sides that are too long, or if an allocation
/// fails.
bool photo_scale(const photo_pixels *from, double covered_width, double covered_height,
                 const photo_pixels *to);

/// Applies an orientation of 1 to 8 (Exif 2.32, tag 0x0112) to `from`. From 5 on, `to` has width and height exchanged.
/// Returns false for mismatched sizes.
bool photo_orient(const photo_pixels *from, int orientation, const photo_pixels *to);

#endif
