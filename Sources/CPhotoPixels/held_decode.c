#include <string.h>

#include "canvas.h"

/// Expands pixels to RGBA.
static void unpack(const uint8_t *from, bool is_packed, uint32_t count, uint8_t *to) {
  if (!is_packed) {
    memcpy(to, from, (size_t)count * 4);
    return;
  }
  for (; count > 0; count--, from += 3, to += 4) {
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = 255;
  }
}

static void copy_facts(const photo_picture *held, const photo_request *request, photo_picture *picture) {
  picture->full_width = held->full_width;
  picture->full_height = held->full_height;
  picture->has_alpha = held->has_alpha;
  picture->is_cmyk = held->is_cmyk;
  picture->is_truncated = held->is_truncated;
  picture->orientation = held->orientation;
  photo_copy_profile(picture, request, held->profile, held->profile_size);
}

photo_status photo_decode_held(const photo_picture *held, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (held->width != held->full_width || held->height != held->full_height)
    return photo_fail(picture, PHOTO_DAMAGED, "not every pixel is held");
  copy_facts(held, request, picture);
  photo_request turned = *request;
  if (turned.part_orientation == 0) turned.part_orientation = picture->orientation;
  photo_rectangle part = photo_stored_part(&turned, held->width, held->height);
  canvas canvas;
  photo_status status = photo_canvas_open_window(&canvas, picture, &turned, part, 1, 0);
  if (status) return status;
  size_t channels = held->is_packed ? 3 : 4;
  for (uint32_t row = 0; row < part.height; row++) {
    const uint8_t *from = held->pixels + ((size_t)(part.y + row) * held->width + part.x) * channels;
    unpack(from, held->is_packed, part.width, photo_canvas_row(&canvas));
    photo_canvas_commit(&canvas);
  }
  photo_canvas_close(&canvas);
  return PHOTO_OK;
}
