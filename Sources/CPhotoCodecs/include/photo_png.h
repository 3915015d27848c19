#ifndef PHOTO_PNG_H
#define PHOTO_PNG_H

#include "photo_source.h"

/// PNG chunks parsed by libpng.
typedef struct photo_png photo_png;

/// An inflated string of tEXt, zTXt or iTXt. The handle owns the bytes.
typedef struct {
  const char *keyword;  ///< Terminated by NUL.
  const uint8_t *bytes;
  size_t size;          ///< In bytes.
} photo_png_text;

/// The date of tIME, in UTC by the standard.
typedef struct {
  uint16_t year;
  uint8_t month, day, hour, minute, second;
} photo_png_time;

/// Parses PNG chunks (3rd edition, 5) with libpng as one stream that ends before the image data.
/// 
/// `chunks` are ranges of the file: the signature, IHDR, then wanted chunks at any offset, with length, type and CRC. An
/// IDAT may be last; otherwise the reader appends an empty one. libpng validates and inflates chunks of at
/// most 4 MiB. Returns NULL if memory runs out. The chunks before an error are available.
photo_png *photo_png_open(photo_read read, void *context, const photo_segment *chunks, size_t count);

/// Returns the reason for an error, or the critical chunk with a wrong CRC; otherwise an empty string.
const char *photo_png_damage(const photo_png *png);

/// Finds a string by index; returns false after the last one.
bool photo_png_find_text(const photo_png *png, size_t index, photo_png_text *text);

/// Returns the bytes of eXIf, which the handle owns, or NULL.
const uint8_t *photo_png_exif(const photo_png *png, size_t *size);

/// Finds a valid date of tIME.
bool photo_png_find_time(const photo_png *png, photo_png_time *time);

void photo_png_close(photo_png *png);

#endif
