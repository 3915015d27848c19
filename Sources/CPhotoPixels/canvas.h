/// Row processing and size calculations for all decoders.
#ifndef CANVAS_H
#define CANVAS_H

#include "photo_decode.h"

/// Receives RGBA rows, crops them, and reduces them by an integer factor, so that memory depends on the requested size
/// and not on the size of the file.
typedef struct canvas {
  photo_picture *picture;
  uint32_t factor;       ///< The factor of reduction.
  uint32_t width;        ///< The width of incoming rows.
  uint32_t height;       ///< The number of incoming rows.
  uint32_t row;          ///< The number of rows received.
  photo_rectangle kept;  ///< The rectangle to crop to.
  uint32_t taken;        ///< The number of rows used.
  bool is_direct;        ///< Whether rows are decoded directly into the picture.
  uint8_t *scratch;      ///< The buffer for the next row otherwise.
  uint32_t *sums;        ///< The sums of the rows to average.
} canvas;

/// Allocates memory for `width` × `height` pixels, the size of the picture divided by `reduction`. `extra` is the memory
/// of the decoder in bytes, which counts toward the limit.
photo_status photo_canvas_open(canvas *canvas, photo_picture *picture, const photo_request *request,
                               uint32_t width, uint32_t height, double reduction, uint64_t extra);

/// Allocates memory for rows that contain only `window`, in pixels of the reduced size. The window contains the
/// requested part.
photo_status photo_canvas_open_window(canvas *canvas, photo_picture *picture, const photo_request *request,
                                      photo_rectangle window, double reduction, uint64_t extra);

/// Returns the requested part in pixels of the reduced picture of `width` × `height`.
photo_rectangle photo_reduced_part(const photo_picture *picture, const photo_request *request, uint32_t width,
                                   uint32_t height, double reduction);

/// Whether all required rows have been received.
bool photo_canvas_is_full(const canvas *canvas);

/// Returns the buffer for the next row, `width` times 4 bytes, or NULL after the last row.
uint8_t *photo_canvas_row(canvas *canvas);

/// Commits the row in `photo_canvas_row`.
void photo_canvas_commit(canvas *canvas);

/// Completes the picture and frees the canvas. Rows may be missing.
void photo_canvas_close(canvas *canvas);

/// Sets the full size and compares it with the pixel limit.
photo_status photo_check_size(photo_picture *picture, const photo_request *request, uint32_t width,
                              uint32_t height);

/// Returns whether to decode another frame or page of a picture whose request has `checks_all`, and counts its pixels.
/// After 16 million pixels, decoders verify only that the bytes are present, so that helpers finish in time.
bool photo_checks_pixels(uint64_t *checked, uint32_t width, uint32_t height);

/// Crops a picture that was decoded directly, at full size, to the requested part.
void photo_crop(photo_picture *picture, const photo_request *request);

/// Reads up to `size` bytes at an offset and returns the number of bytes.
size_t photo_read_at(const photo_input *input, uint64_t offset, void *bytes, size_t size);

/// Copies an ICC profile into the picture if the request has `wants_profile`.
void photo_copy_profile(photo_picture *picture, const photo_request *request, const void *profile, size_t size);

/// Premultiplies `count` pixels.
void photo_premultiply(uint8_t *pixels, size_t count);

#endif
