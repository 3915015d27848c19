#ifndef PHOTO_COLOR_H
#define PHOTO_COLOR_H

#include "photo_scale.h"

/// What the four bytes of a pixel are.
typedef enum {
  PHOTO_OPAQUE,       ///< RGBA, alpha 255.
  PHOTO_TRANSLUCENT,  ///< RGBA, premultiplied.
  PHOTO_CMYK,         ///< CMYK, 255 for no ink, as Adobe writes them.
} photo_channels;

/// Converts pixels in place from a profile to sRGB with Little CMS, grey, RGB and CMYK; CMYK becomes opaque
/// RGBA. Returns false, with the pixels as they were, if the profile does not fit them.
bool photo_convert_to_srgb(const photo_pixels *pixels, photo_channels channels, const uint8_t *profile,
                           size_t size);

/// Turns CMYK into opaque RGBA in place without a profile: each colour is the light that both inks let
/// through.
void photo_convert_cmyk(const photo_pixels *pixels);

#endif
