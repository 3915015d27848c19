#ifndef PHOTO_EXIF_H
#define PHOTO_EXIF_H

#include "photo_source.h"

/// An Exif block read by libexif.
typedef struct photo_exif photo_exif;

/// A tag that is looked for, in a directory: 0 IFD0, 1 IFD1, 2 Exif, 3 GPS.
typedef struct {
  uint16_t directory, tag;
} photo_exif_tag;

/// The values of one entry. `bytes` belongs to the handle and lives until it is closed.
typedef struct {
  const uint8_t *bytes;
  uint32_t size;        ///< Bytes; 0 if the entry is missing or empty.
  uint16_t type;        ///< TIFF type, 1 to 12.
  uint32_t count;       ///< Values.
} photo_exif_value;

/// Reads an Exif block: TIFF header first, without the six bytes "Exif\0\0".
/// libexif reads its first 65,527 bytes. The four bytes at each of the offsets `hidden` are read as zeros: an entry that
/// begins so is passed over.
/// libexif bounds neither time nor memory: a block whose entries claim the same bytes many times over costs
/// it minutes. The caller passes only blocks whose directories have been checked.
/// Returns NULL if memory is short or the block is too short for a header.
photo_exif *photo_exif_open(const uint8_t *bytes, size_t size, const uint32_t *hidden, size_t hidden_count);

/// True if numbers are written with their most significant byte first.
bool photo_exif_is_big_endian(const photo_exif *exif);

/// Finds tags in one pass over the entries, the first entry of each. `tags` is in ascending order of directory and tag;
/// `values[i]` becomes the values of `tags[i]`.
void photo_exif_find(const photo_exif *exif, const photo_exif_tag *tags, size_t count, photo_exif_value *values);

/// Frees the handle.
void photo_exif_close(photo_exif *exif);

#endif
