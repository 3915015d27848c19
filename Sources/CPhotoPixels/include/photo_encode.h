#ifndef PHOTO_ENCODE_H
#define PHOTO_ENCODE_H

#include "photo_picture.h"
#include "photo_scale.h"

/// An encoded picture, freed with `photo_encoded_free`.
typedef struct {
  uint8_t *bytes;
  size_t size;                               ///< The size in bytes.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];  ///< The error message, or empty.
} photo_encoded;

/// A keyword and its text for PNG: NUL-terminated Latin-1 without control characters.
typedef struct {
  const char *key;
  const char *text;
} photo_text;

/// The options of a JPEG file.
typedef struct {
  int quality;              ///< The quality of libjpeg, 1 to 100.
  const uint8_t *segments;  ///< Complete marker segments with metadata, Exif first.
  size_t segments_size;     ///< The size in bytes, or 0 for a JFIF file without metadata.
  const uint8_t *profile;   ///< An ICC profile, or NULL.
  size_t profile_size;      ///< The size in bytes.
} photo_jpeg_options;

/// Encodes JPEG with libjpeg-turbo, on a white background.
photo_status photo_encode_jpeg(const photo_pixels *pixels, const photo_jpeg_options *options,
                               photo_encoded *encoded);

/// Encodes PNG with libpng, with `texts` before the pixels, and with alpha only if `has_alpha` is set.
photo_status photo_encode_png(const photo_pixels *pixels, bool has_alpha, const photo_text *texts,
                              size_t count, photo_encoded *encoded);

void photo_encoded_free(photo_encoded *encoded);

#endif
