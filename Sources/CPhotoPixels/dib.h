/// What BMP and ICO share: device-independent bitmaps, as Windows and OS/2 keep them.
#ifndef DIB_H
#define DIB_H

#include "canvas.h"

static inline uint32_t le16(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static inline uint32_t le32(const uint8_t *bytes) { return le16(bytes) | le16(bytes + 2) << 16; }

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

/// Reads the header at `start` with its colour table; `pixels` is where the rows begin, 0 for right behind it.
photo_status photo_dib_open(photo_dib *dib, const photo_input *input, uint64_t start, uint64_t pixels, bool is_icon,
                            photo_picture *picture);

/// Checks the size of the picture and decodes its rows.
photo_status photo_dib_decode(const photo_dib *dib, const photo_input *input, const photo_request *request,
                              photo_picture *picture);

#endif
