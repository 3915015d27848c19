#ifndef PHOTO_COLOR_H
#define PHOTO_COLOR_H

#include "photo_scale.h"

/// The layout of four-byte pixels.
typedef enum {
  PHOTO_OPAQUE,       ///< RGBA, alpha 255.
  PHOTO_TRANSLUCENT,  ///< RGBA, premultiplied.
  PHOTO_CMYK,         ///< CMYK, 255 for no ink, as Adobe writes it.
} photo_channels;

/// Converts pixels in place from a gray, RGB or CMYK profile to sRGB with Little CMS; CMYK becomes opaque RGBA. Returns
/// false, and leaves the pixels alone, if the profile doesn't match.
bool photo_convert_to_srgb(const photo_pixels *pixels, photo_channels channels, const uint8_t *profile,
                           size_t size);

/// Converts CMYK to opaque RGBA in place, for files that lack a profile: red, green and blue are each the light that
/// two inks transmit.
void photo_convert_cmyk(const photo_pixels *pixels);

#endif
