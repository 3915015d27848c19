/// Device-independent bitmaps of Windows and OS/2, the content of BMP and ICO.
#ifndef DIB_H
#define DIB_H

#include "canvas.h"

static inline uint32_t le16(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static inline uint32_t le32(const uint8_t *bytes) { return le16(bytes) | le16(bytes + 2) << 16; }

/// The header of a bitmap.
typedef struct {
  uint32_t width;
  uint32_t height;         ///< Excludes the mask of an icon.
  uint16_t depth;          ///< Bits per pixel: 1, 2, 4, 8, 16, 24 or 32.
  bool top_down;           ///< Whether the first row is the top one.
  bool run_lengths;        ///< Whether rows are run-length encoded.
  bool is_icon;            ///< Whether half of the rows in the header belong to a transparency mask.
  uint32_t masks[4];       ///< The masks of red, green, blue and alpha for 16 and 32 bits per pixel.
  uint8_t colors[256][3];  ///< The color table: red, green, blue.
  uint64_t pixels;         ///< The offset of the rows.
} photo_dib;

/// Parses the header at `start` and the palette. `pixels` is the offset of the rows, or 0 if they follow.
photo_status photo_dib_open(photo_dib *dib, const photo_input *input, uint64_t start, uint64_t pixels, bool is_icon,
                            photo_picture *picture);

/// Checks the size and decodes the rows.
photo_status photo_dib_decode(const photo_dib *dib, const photo_input *input, const photo_request *request,
                              photo_picture *picture);

#endif
