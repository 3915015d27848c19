#ifndef PHOTO_EXIF_H
#define PHOTO_EXIF_H

#include "photo_source.h"

/// An Exif block parsed by libexif.
typedef struct photo_exif photo_exif;

/// A tag in a directory: 0 IFD0, 1 IFD1, 2 Exif, 3 GPS.
typedef struct {
  uint16_t directory, tag;
} photo_exif_tag;

/// The values of an entry. The handle owns `bytes`.
typedef struct {
  const uint8_t *bytes;
  uint32_t size;        ///< In bytes; 0 for a missing or empty entry.
  uint16_t type;        ///< TIFF type, 1 to 12.
  uint32_t count;       ///< The number of values.
} photo_exif_value;

/// Parses the first 65,527 bytes of an Exif block without "Exif\0\0", from its TIFF header on. Four bytes at each offset in
/// `hidden` read as zeros, which makes libexif skip the entry there.
/// libexif has no limit on time or memory: entries that repeat the same bytes take minutes. So the caller validates the
/// directories first.
/// Returns NULL if the header is too short or memory runs out.
photo_exif *photo_exif_open(const uint8_t *bytes, size_t size, const uint32_t *hidden, size_t hidden_count);

/// Returns `true` if numbers are stored with the most significant byte first.
bool photo_exif_is_big_endian(const photo_exif *exif);

/// Finds the first entries of tags in one pass. `tags` is in ascending order of directory and tag; `values[i]` receives the
/// values of `tags[i]`.
void photo_exif_find(const photo_exif *exif, const photo_exif_tag *tags, size_t count, photo_exif_value *values);

void photo_exif_close(photo_exif *exif);

#endif
