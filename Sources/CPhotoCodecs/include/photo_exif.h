#ifndef PHOTO_EXIF_H
#define PHOTO_EXIF_H

#include "photo_source.h"

/// An Exif block read by libexif.
typedef struct photo_exif photo_exif;

/// The values of one entry. `bytes` belongs to the handle and lives until it is closed.
typedef struct {
  const uint8_t *bytes;
  uint32_t size;        ///< Bytes.
  uint16_t type;        ///< TIFF type, 1 to 12.
  uint32_t count;       ///< Values.
} photo_exif_value;

/// Reads an Exif block: TIFF header first, without the six bytes "Exif\0\0".
/// libexif reads its first 65,527 bytes. The entry at the offset `hidden` is not read; 0 hides none.
/// libexif bounds neither time nor memory: a block whose entries claim the same bytes many times over costs
/// it minutes. The caller passes only blocks whose directories have been checked.
/// Returns NULL if memory is short or the block is too short for a header.
photo_exif *photo_exif_open(const uint8_t *bytes, size_t size, size_t hidden);

/// True if numbers are written with their most significant byte first.
bool photo_exif_is_big_endian(const photo_exif *exif);

/// Finds a tag in a directory: 0 IFD0, 1 IFD1, 2 Exif, 3 GPS. Returns false if it is missing.
bool photo_exif_find(const photo_exif *exif, int directory, uint16_t tag, photo_exif_value *value);

/// Frees the handle.
void photo_exif_close(photo_exif *exif);

#endif
