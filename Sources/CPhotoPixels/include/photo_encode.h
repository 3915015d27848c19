#ifndef PHOTO_ENCODE_H
#define PHOTO_ENCODE_H

#include "photo_picture.h"
#include "photo_scale.h"

/// An encoded picture. `photo_encoded_free` frees its bytes.
typedef struct {
  uint8_t *bytes;
  size_t size;                               ///< Bytes.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];  ///< Why encoding stopped, empty if it did not.
} photo_encoded;

/// A key and its text for a PNG, Latin-1 without control characters, both ended by NUL.
typedef struct {
  const char *key;
  const char *text;
} photo_text;

/// What a JPEG carries besides its pixels.
typedef struct {
  int quality;             ///< 1 to 100, as libjpeg counts.
  const uint8_t *exif;     ///< An Exif block that begins with its TIFF header, or NULL.
  size_t exif_size;        ///< Bytes, at most 65,527.
  const uint8_t *profile;  ///< An ICC profile, or NULL.
  size_t profile_size;     ///< Bytes.
} photo_jpeg_options;

/// Writes a JPEG with libjpeg-turbo; what is translucent is laid over white.
photo_status photo_encode_jpeg(const photo_pixels *pixels, const photo_jpeg_options *options,
                               photo_encoded *encoded);

/// Writes a PNG with libpng, with its texts before the pixels; RGB if `has_alpha` is false.
photo_status photo_encode_png(const photo_pixels *pixels, bool has_alpha, const photo_text *texts,
                              size_t count, photo_encoded *encoded);

/// Frees the bytes and forgets them.
void photo_encoded_free(photo_encoded *encoded);

#endif
