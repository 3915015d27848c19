#include "jpeg_part.h"

#include <jerror.h>

photo_rectangle photo_jpeg_window(const struct jpeg_decompress_struct *jpeg, const photo_request *request,
                                  const photo_picture *picture) {
  photo_rectangle window = {.width = jpeg->output_width, .height = jpeg->output_height};
  if (request->part.width == 0) return window;
  photo_rectangle part = photo_reduced_part(picture, request, jpeg->output_width, jpeg->output_height,
                                            8.0 / jpeg->scale_num);
  // libjpeg begins at whole columns of coded blocks. With one more on each side, colours at the edges are smoothed as in
  // the whole picture.
  uint32_t block = (uint32_t)(jpeg->scale_num) * (uint32_t)jpeg->max_h_samp_factor;
  uint32_t left = part.x / block, end = part.x + part.width + block;
  window.x = left > 0 ? (left - 1) * block : 0;
  window.width = (end < jpeg->output_width ? end : jpeg->output_width) - window.x;
  window.y = part.y;
  window.height = part.height;
  return window;
}

void photo_jpeg_enter(struct jpeg_decompress_struct *jpeg, photo_rectangle window) {
  if (window.width < jpeg->output_width) {
    JDIMENSION x = window.x, width = window.width;
    jpeg_crop_scanline(jpeg, &x, &width);
    // The canvas has room for this width only.
    if (x != window.x || width != window.width) ERREXIT(jpeg, JERR_WIDTH_OVERFLOW);
  }
  if (window.y > 0) jpeg_skip_scanlines(jpeg, window.y);
}
