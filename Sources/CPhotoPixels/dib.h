/// What BMP and ICO share: device-independent bitmaps, as Windows and OS/2 keep them.
#ifndef DIB_H
#define DIB_H

#include "photo_decode.h"

/// A bitmap by its header.
typedef struct {
  uint32_t width;          ///< Columns.
  uint32_t height;         ///< Rows; those of the picture alone in an icon.
  uint16_t depth;          ///< Bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
  bool top_down;           ///< The first row in the file is the top one.
  bool run_lengths;        ///< Rows are coded as runs of equal pixels.
  bool is_icon;            ///< Half of the rows that the header tells are a mask of what is transparent.
  uint32_t masks[4];       ///< The bits of red, green, blue and alpha in a pixel of 16 or 32 bits.
  uint8_t colors[256][3];  ///< The colour table: red, green, blue.
  uint64_t pixels;         ///< If the rows begin.
} photo_dib;

/// Reads what there is of `size` bytes at an offset; returns how many.
size_t photo_read_at(const photo_input *input, uint64_t offset, void *bytes, size_t size);

/// Reads the header at `start` with its colour table; `pixels` is where the rows begin, 0 for right behind it.
photo_status photo_dib_open(photo_dib *dib, const photo_input *input, uint64_t start, uint64_t pixels, bool is_icon,
                            photo_picture *picture);

/// Decodes the rows into the picture, whose size was checked.
photo_status photo_dib_decode(const photo_dib *dib, const photo_input *input, const photo_request *request,
                              photo_picture *picture);

#endif
