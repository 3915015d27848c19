#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "photo_encode.h"

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
} handler;

typedef struct {
  struct jpeg_compress_struct jpeg;
  handler errors;
  unsigned char *bytes;
  unsigned long size;
  uint8_t *row;
} session;

static void escape(j_common_ptr jpeg) { longjmp(((handler *)jpeg->err)->escape, 1); }

static void stay_silent(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

/// Writes complete segments: 0xFF, the marker, the length of the rest, and the content (ITU-T T.81, B.1.1.4).
static void write_segments(struct jpeg_compress_struct *jpeg, const photo_jpeg_options *options) {
  size_t start = 0;
  while (options->segments_size - start >= 4) {
    const uint8_t *segment = options->segments + start;
    size_t length = (size_t)segment[2] << 8 | segment[3];
    if (segment[0] != 0xFF || length < 2 || options->segments_size - start < length + 2) return;
    jpeg_write_marker(jpeg, segment[1], segment + 4, (unsigned)length - 2);
    start += length + 2;
  }
}

static void write_rows(session *self, const photo_pixels *pixels) {
  for (uint32_t row = 0; row < pixels->height; row++) {
    const uint8_t *from = pixels->pixels + (size_t)row * pixels->stride;
    for (size_t column = 0; column < pixels->width; column++) {
      unsigned white = 255u - from[column * 4 + 3];
      for (int channel = 0; channel < 3; channel++) {
        unsigned value = from[column * 4 + channel] + white;
        self->row[column * 3 + channel] = (uint8_t)(value < 255 ? value : 255);
      }
    }
    jpeg_write_scanlines(&self->jpeg, &self->row, 1);
  }
}

static void encode(session *self, const photo_pixels *pixels, const photo_jpeg_options *options) {
  struct jpeg_compress_struct *jpeg = &self->jpeg;
  jpeg_create_compress(jpeg);
  jpeg_mem_dest(jpeg, &self->bytes, &self->size);
  jpeg->image_width = pixels->width;
  jpeg->image_height = pixels->height;
  jpeg->input_components = 3;
  jpeg->in_color_space = JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, options->quality, TRUE);
  jpeg->optimize_coding = TRUE;
  // An Exif JPEG starts with APP1, a JFIF one with APP0; they exclude each other (Exif 2.32, 4.5.4).
  jpeg->write_JFIF_header = options->segments_size == 0;
  jpeg_start_compress(jpeg, TRUE);
  write_segments(jpeg, options);
  if (options->profile && options->profile_size > 0 && options->profile_size < 16 * 1024 * 1024)
    jpeg_write_icc_profile(jpeg, options->profile, (unsigned)options->profile_size);
  write_rows(self, pixels);
  jpeg_finish_compress(jpeg);
}

photo_status photo_encode_jpeg(const photo_pixels *pixels, const photo_jpeg_options *options,
                               photo_encoded *encoded) {
  memset(encoded, 0, sizeof *encoded);
  session *self = calloc(1, sizeof *self);
  uint8_t *row = malloc((size_t)pixels->width * 3);
  if (!self || !row) {
    free(self);
    free(row);
    return PHOTO_NO_MEMORY;
  }
  self->row = row;
  self->jpeg.err = jpeg_std_error(&self->errors.base);
  self->errors.base.error_exit = escape;
  self->errors.base.emit_message = stay_silent;
  volatile photo_status status = PHOTO_OK;
  if (setjmp(self->errors.escape) == 0) {
    encode(self, pixels, options);
  } else {
    self->errors.base.format_message((j_common_ptr)&self->jpeg, encoded->message);
    status = PHOTO_UNSUPPORTED;
  }
  jpeg_destroy_compress(&self->jpeg);
  if (status == PHOTO_OK) {
    encoded->bytes = self->bytes;
    encoded->size = self->size;
  } else {
    free(self->bytes);
  }
  free(row);
  free(self);
  return status;
}

void photo_encoded_free(photo_encoded *encoded) {
  free(encoded->bytes);
  encoded->bytes = NULL;
  encoded->size = 0;
}
