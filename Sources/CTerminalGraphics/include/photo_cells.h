#ifndef PHOTO_CELLS_H
#define PHOTO_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The maximum number of columns or rows of a picture.
enum { PHOTO_CELLS_LIMIT = 2000 };

/// How symbols are colored.
typedef enum {
  PHOTO_CELLS_TRUE_COLOR,  ///< 24 bits (SGR 38;2, ISO/IEC 8613-6).
  PHOTO_CELLS_256,         ///< The 240 fixed colours of the palette of 256 (SGR 38;5).
  PHOTO_CELLS_16,          ///< The 16 colours of the terminal's own palette (SGR 30 to 37, 90 to 97).
  PHOTO_CELLS_MONOCHROME   ///< No escape sequences at all.
} photo_cells_colors;

/// A picture, and the cells that it covers.
typedef struct {
  const uint8_t *pixels;  ///< RGBA, eight bits each, premultiplied; stays the caller's.
  uint32_t width;         ///< Pixels in a row.
  uint32_t height;        ///< Rows of pixels.
  uint32_t columns;       ///< Cells across, 1 to PHOTO_CELLS_LIMIT.
  uint32_t rows;          ///< Cells down, 1 to PHOTO_CELLS_LIMIT.
  uint32_t cell_width;    ///< Pixels of a cell across, 1 to 256; used by sixels alone.
  uint32_t cell_height;   ///< Pixels of a cell down, 1 to 256; used by sixels alone.
  photo_cells_colors colors;
  bool as_sixels;  ///< True for sixel graphics (DEC STD 070, 8.5), false for Unicode block elements.
} photo_cells_request;

/// Bytes for a terminal. Free them with photo_cells_free().
typedef struct {
  uint8_t *bytes;
  size_t size;
} photo_cells;

/// Renders a picture with libchafa as sixels, or as lines of symbols separated by LF, stretched to fill the cells.
/// Returns false, with nothing to free, if an argument is out of range. Thread-safe.
bool photo_cells_draw(const photo_cells_request *request, photo_cells *drawing);

void photo_cells_free(photo_cells *drawing);

#endif
