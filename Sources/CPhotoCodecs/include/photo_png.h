#ifndef PHOTO_PNG_H
#define PHOTO_PNG_H

#include "photo_source.h"

/// The chunks of a PNG that libpng has read.
typedef struct photo_png photo_png;

/// A text of tEXt, zTXt or iTXt, inflated. The bytes belong to the handle and live until it is closed.
typedef struct {
  const char *keyword;  ///< Ends with NUL.
  const uint8_t *bytes;
  size_t size;          ///< Bytes.
} photo_png_text;

/// The date of tIME, which is UTC by the standard.
typedef struct {
  uint16_t year;
  uint8_t month, day, hour, minute, second;
} photo_png_time;

/// Reads chunks of a PNG (3rd edition, 5) with libpng, as one stream that ends before the image data.
///
/// `chunks` are runs of the file: the signature, IHDR, then those chunks that are wanted, wherever they
/// are in the file, each with its length, type and CRC. An IDAT may come last; without one an empty IDAT is added.
/// libpng checks and inflates them; a chunk takes at most 4 MiB of memory.
/// Returns NULL if memory is short. What was read before an error can be asked for.
photo_png *photo_png_open(photo_read read, void *context, const photo_segment *chunks, size_t count);

/// Why reading stopped, or which critical chunk has a wrong CRC; empty if all is well.
const char *photo_png_damage(const photo_png *png);

/// The text number `index`. Returns false beyond the last.
bool photo_png_find_text(const photo_png *png, size_t index, photo_png_text *text);

/// The bytes of eXIf, which belong to the handle and live until it is closed; NULL if there is none.
const uint8_t *photo_png_exif(const photo_png *png, size_t *size);

/// The date of tIME. Returns false if it is missing or not a date.
bool photo_png_find_time(const photo_png *png, photo_png_time *time);

/// Frees the handle.
void photo_png_close(photo_png *png);

#endif
