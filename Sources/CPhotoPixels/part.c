#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"

size_t photo_read_at(const photo_input *input, uint64_t offset, void *bytes, size_t size) {
  size_t total = 0;
  while (total < size) {
    size_t got = input->read(input->context, offset + total, (uint8_t *)bytes + total, size - total);
    if (got == 0) break;
    total += got;
  }
  return total;
}

void photo_copy_profile(photo_picture *picture, const photo_request *request, const void *profile, size_t size) {
  if (!request->wants_profile || size == 0) return;
  picture->profile = malloc(size);
  if (!picture->profile) return;
  memcpy(picture->profile, profile, size);
  picture->profile_size = size;
}

photo_rectangle photo_stored_part(const photo_request *request, uint32_t width, uint32_t height) {
  photo_rectangle part = request->part;
  if (part.width == 0 || part.height == 0 || width == 0 || height == 0)
    return (photo_rectangle){.width = width, .height = height};
  int orientation = request->part_orientation;
  bool is_swapped = orientation >= 5 && orientation <= 8;
  uint32_t across = is_swapped ? height : width, down = is_swapped ? width : height;
  if (part.x >= across) part.x = across - 1;
  if (part.y >= down) part.y = down - 1;
  if (part.width > across - part.x) part.width = across - part.x;
  if (part.height > down - part.y) part.height = down - part.y;
  uint32_t from_right = across - part.x - part.width, from_bottom = down - part.y - part.height;
  photo_rectangle turned = {.x = part.y, .y = part.x, .width = part.height, .height = part.width};
  // Exif 2.32, tag 0x0112.
  switch (orientation) {
    case 2: part.x = from_right; return part;
    case 3: part.x = from_right, part.y = from_bottom; return part;
    case 4: part.y = from_bottom; return part;
    case 5: return turned;
    case 6: turned.y = from_right; return turned;
    case 7: turned.x = from_bottom, turned.y = from_right; return turned;
    case 8: turned.x = from_bottom; return turned;
    default: return part;
  }
}

void photo_finished_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *finished_width,
                         uint32_t *finished_height) {
  photo_rectangle part = photo_stored_part(request, width, height);
  // Only the part is scaled, whatever the size of the picture.
  photo_request whole = *request;
  whole.part.width = 0;
  if (request->part.width > 0) whole.crop_width = 0;
  photo_target_size(&whole, part.width, part.height, finished_width, finished_height);
}

photo_rectangle photo_reduced_part(const photo_picture *picture, const photo_request *request, uint32_t width,
                                   uint32_t height, double reduction) {
  if (request->part.width == 0) return (photo_rectangle){.width = width, .height = height};
  photo_rectangle part = photo_stored_part(request, picture->full_width, picture->full_height);
  uint32_t x = (uint32_t)round(part.x / reduction), y = (uint32_t)round(part.y / reduction);
  if (x >= width) x = width - 1;
  if (y >= height) y = height - 1;
  double right = ceil(x + part.width / reduction), bottom = ceil(y + part.height / reduction);
  uint32_t end = right < width ? (uint32_t)right : width, last = bottom < height ? (uint32_t)bottom : height;
  return (photo_rectangle){.x = x, .y = y, .width = end - x, .height = last - y};
}

void photo_crop(photo_picture *picture, const photo_request *request) {
  photo_rectangle part = photo_stored_part(request, picture->full_width, picture->full_height);
  if (picture->width != picture->full_width || picture->height != picture->full_height) return;
  for (uint32_t row = 0; row < part.height; row++)
    memmove(picture->pixels + (size_t)row * part.width * 4,
            picture->pixels + ((size_t)(part.y + row) * picture->width + part.x) * 4, (size_t)part.width * 4);
  picture->width = part.width;
  picture->height = part.height;
  picture->covered_width = part.width;
  picture->covered_height = part.height;
}
