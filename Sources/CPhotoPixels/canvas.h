/// What the decoders share: where rows go, and how large the result has to be.
#ifndef CANVAS_H
#define CANVAS_H

#include "photo_decode.h"

/// Takes rows of four channels, keeps the part that is wanted and shrinks it by a whole number on the way, so that the
/// memory a picture takes depends on the size asked for and not on the size of the file.
typedef struct canvas {
  photo_picture *picture;
  uint32_t factor;       ///< How many columns and rows become one.
  uint32_t width;        ///< Columns of the rows that come in.
  uint32_t height;       ///< Rows that come in.
  uint32_t row;          ///< Rows that came in so far.
  photo_rectangle kept;  ///< The part of them that is kept.
  uint32_t taken;        ///< Rows that were kept so far.
  bool is_direct;        ///< Kept rows are written where they stay.
  uint8_t *scratch;      ///< The row that comes next, if it is not.
  uint32_t *sums;        ///< Sums of the rows that become one.
} canvas;

/// Takes the memory for rows of `width` and `height` that are `1 / reduction` of the picture on each side.
/// `extra` bytes are what the decoder takes itself; they count towards the limit.
photo_status photo_canvas_open(canvas *canvas, photo_picture *picture, const photo_request *request,
                               uint32_t width, uint32_t height, double reduction, uint64_t extra);

/// The same for rows that hold only `window` of the picture, in pixels of the reduced size. The window contains the whole
/// part that is wanted.
photo_status photo_canvas_open_window(canvas *canvas, photo_picture *picture, const photo_request *request,
                                      photo_rectangle window, double reduction, uint64_t extra);

/// The part of the picture that is wanted, in pixels of the picture reduced to `1 / reduction`, which has `width` times
/// `height` of them.
photo_rectangle photo_reduced_part(const photo_picture *picture, const photo_request *request, uint32_t width,
                                   uint32_t height, double reduction);

/// True once all rows that are kept have come in; any others are dropped.
bool photo_canvas_is_full(const canvas *canvas);

/// Where the decoder writes the next row: `width` times 4 bytes. NULL after the last row.
uint8_t *photo_canvas_row(canvas *canvas);

/// Takes over the row that stands in `photo_canvas_row`.
void photo_canvas_commit(canvas *canvas);

/// Ends the picture, also one with fewer rows, and frees all but the picture.
void photo_canvas_close(canvas *canvas);

/// Fills in the full size and holds it against the limit of the request.
photo_status photo_check_size(photo_picture *picture, const photo_request *request, uint32_t width,
                              uint32_t height);

/// Crops a picture that was decoded whole, in full size and without a canvas, to the part that is wanted.
void photo_crop(photo_picture *picture, const photo_request *request);

/// Reads what there is of `size` bytes at an offset; returns how many.
size_t photo_read_at(const photo_input *input, uint64_t offset, void *bytes, size_t size);

/// Copies an ICC profile into the picture if the request wants it.
void photo_copy_profile(photo_picture *picture, const photo_request *request, const void *profile, size_t size);

/// Multiplies the colours of `count` pixels by their alpha.
void photo_premultiply(uint8_t *pixels, size_t count);

#endif
