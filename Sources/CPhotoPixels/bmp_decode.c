#include <string.h>

#include "canvas.h"
#include "dib.h"

enum { FILE_HEADER = 14 };

photo_status photo_decode_bmp(const photo_input *input, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  uint8_t header[FILE_HEADER];
  if (photo_read_at(input, 0, header, sizeof header) < sizeof header || header[0] != 'B' || header[1] != 'M')
    return photo_fail(picture, PHOTO_DAMAGED, "no BMP header");
  uint64_t pixels = (uint64_t)header[10] | (uint64_t)header[11] << 8 | (uint64_t)header[12] << 16 |
                    (uint64_t)header[13] << 24;
  photo_dib dib;
  photo_status status = photo_dib_open(&dib, input, FILE_HEADER, pixels, false, picture);
  if (status) return status;
  if ((status = photo_check_size(picture, request, dib.width, dib.height))) return status;
  return photo_dib_decode(&dib, input, request, picture);
}
