#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tiff_library.h"

#include "canvas.h"
#include "photo_decode.h"

typedef struct {
  const photo_input *input;
  uint64_t position;
  photo_picture *picture;
} reader;

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t size) {
  reader *self = handle;
  tmsize_t total = 0;
  while (total < size) {
    size_t got = self->input->read(self->input->context, self->position, (uint8_t *)bytes + total,
                                   (size_t)(size - total));
    if (got == 0) break;
    self->position += got;
    total += (tmsize_t)got;
  }
  return total;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t size) {
  (void)handle;
  (void)bytes;
  (void)size;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  reader *self = handle;
  if (from == SEEK_CUR) offset += self->position;
  if (from == SEEK_END) offset += self->input->size;
  self->position = offset;
  return offset;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((reader *)handle)->input->size; }

static int note_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  reader *self = context;
  (void)tiff;
  (void)module;
  if (self->picture->message[0] == 0)
    vsnprintf(self->picture->message, sizeof self->picture->message, format, arguments);
  return 1;
}

static int ignore_warning(TIFF *tiff, void *context, const char *module, const char *format,
                          va_list arguments) {
  (void)tiff;
  (void)context;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

static void copy_facts(TIFF *tiff, const photo_request *request, photo_picture *picture) {
  uint16_t orientation = 0, extra = 0, *kinds = NULL;
  uint32_t size = 0;
  void *profile = NULL;
  if (libtiff()->GetField(tiff, TIFFTAG_ORIENTATION, &orientation) && orientation <= 8)
    picture->orientation = (uint8_t)orientation;
  picture->has_alpha = libtiff()->GetField(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds) && extra > 0;
  if (!request->wants_profile || !libtiff()->GetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile) || size == 0)
    return;
  picture->profile = malloc(size);
  if (!picture->profile) return;
  memcpy(picture->profile, profile, size);
  picture->profile_size = size;
}

/// Reads every pixel as libtiff gives it: premultiplied, first row on top as stored.
static photo_status read_pixels(TIFF *tiff, const photo_request *request, photo_picture *picture) {
  uint32_t width = picture->full_width, height = picture->full_height;
  uint64_t bytes = (uint64_t)width * height * 4;
  // Half of the limit is left to the strips and the shrunk picture.
  if (bytes > request->byte_limit / 2)
    return photo_fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  photo_status status = photo_reserve(picture, request, bytes);
  if (status) return status;
  uint32_t *raster = calloc(height, (size_t)width * 4);
  if (!raster) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  // The stored orientation asked for means: turn nothing.
  int orientation = picture->orientation ? picture->orientation : ORIENTATION_TOPLEFT;
  int complete = libtiff()->ReadRGBAImageOriented(tiff, width, height, raster, orientation, 0);
  picture->is_truncated = !complete || picture->message[0] != 0;
  canvas canvas;
  status = photo_canvas_open(&canvas, picture, request, width, height, 1, bytes);
  uint32_t any = 0;
  for (uint32_t row = 0; status == PHOTO_OK && row < height; row++) {
    uint8_t *to = photo_canvas_row(&canvas);
    const uint32_t *from = raster + (size_t)row * width;
    for (uint32_t column = 0; column < width; column++, to += 4) {
      any |= from[column];
      to[0] = (uint8_t)TIFFGetR(from[column]);
      to[1] = (uint8_t)TIFFGetG(from[column]);
      to[2] = (uint8_t)TIFFGetB(from[column]);
      to[3] = picture->has_alpha || picture->is_truncated ? (uint8_t)TIFFGetA(from[column]) : 255;
    }
    photo_canvas_commit(&canvas);
  }
  if (status == PHOTO_OK) photo_canvas_close(&canvas);
  picture->has_alpha = picture->has_alpha || picture->is_truncated;
  free(raster);
  if (status == PHOTO_OK && picture->is_truncated && any == 0) return PHOTO_DAMAGED;
  return status;
}

static photo_status decode(TIFF *tiff, const photo_request *request, photo_picture *picture) {
  uint32_t width = 0, height = 0;
  libtiff()->GetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  libtiff()->GetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  photo_status status = photo_check_size(picture, request, width, height);
  if (status) return status;
  char reason[1024] = "";
  if (!libtiff()->RGBAImageOK(tiff, reason)) return photo_fail(picture, PHOTO_UNSUPPORTED, reason);
  // What libtiff found odd in the directory says nothing about the pixels.
  picture->message[0] = 0;
  copy_facts(tiff, request, picture);
  return read_pixels(tiff, request, picture);
}

photo_status photo_decode_tiff(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libtiff()) return photo_fail(picture, PHOTO_UNSUPPORTED, "libtiff is not installed");
  reader reader = {.input = input, .picture = picture};
  TIFFOpenOptions *options = libtiff()->OpenOptionsAlloc();
  if (!options) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  libtiff()->OpenOptionsSetErrorHandlerExtR(options, note_error, &reader);
  libtiff()->OpenOptionsSetWarningHandlerExtR(options, ignore_warning, &reader);
  libtiff()->OpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(request->byte_limit / 2));
  // "m": no memory map, the bytes come through the reader.
  TIFF *tiff = libtiff()->ClientOpenExt("picture", "rm", &reader, read_bytes, write_nothing, seek, close_nothing,
                                 size_of, NULL, NULL, options);
  libtiff()->OpenOptionsFree(options);
  if (!tiff) return PHOTO_DAMAGED;
  photo_status status = decode(tiff, request, picture);
  libtiff()->Close(tiff);
  return status;
}
