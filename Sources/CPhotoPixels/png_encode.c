#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#include "photo_encode.h"

// Hundreds of thumbnails are encoded in the foreground. Filtered photos contain few repeated strings: level 1, which
// only finds runs, takes half the time without larger files. The average filter results in the smallest files.
enum { COMPRESSION_LEVEL = 1 };

typedef struct {
  png_structp png;
  png_infop info;
  photo_encoded *encoded;
  size_t capacity;
  uint8_t *row;
} session;

static void note_error(png_structp png, png_const_charp text) {
  session *self = png_get_error_ptr(png);
  snprintf(self->encoded->message, sizeof self->encoded->message, "%s", text);
  png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  session *self = png_get_io_ptr(png);
  photo_encoded *encoded = self->encoded;
  if (count > self->capacity - encoded->size) {
    size_t capacity = self->capacity * 2 + count;
    uint8_t *grown = realloc(encoded->bytes, capacity);
    if (!grown) png_error(png, "no memory");
    encoded->bytes = grown;
    self->capacity = capacity;
  }
  memcpy(encoded->bytes + encoded->size, bytes, count);
  encoded->size += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static void write_texts(session *self, const photo_text *texts, size_t count) {
  for (size_t index = 0; index < count; index++) {
    png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE,
                     .key = (png_charp)texts[index].key,
                     .text = (png_charp)texts[index].text,
                     .text_length = strlen(texts[index].text)};
    png_set_text(self->png, self->info, &text, 1);
  }
}

/// Unmultiplies a row, as PNG requires (PNG 3rd edition, 6.2).
static void fill_row(uint8_t *to, const uint8_t *from, uint32_t width, bool has_alpha) {
  for (; width > 0; width--, from += 4) {
    unsigned alpha = has_alpha ? from[3] : 255;
    for (int channel = 0; channel < 3; channel++) {
      unsigned value = alpha ? (from[channel] * 255u + alpha / 2) / alpha : 0;
      *to++ = (uint8_t)(value < 255 ? value : 255);
    }
    if (has_alpha) *to++ = (uint8_t)alpha;
  }
}

static void encode(session *self, const photo_pixels *pixels, bool has_alpha, const photo_text *texts,
                   size_t count) {
  png_set_write_fn(self->png, self, append, flush_nothing);
  png_set_compression_level(self->png, COMPRESSION_LEVEL);
  png_set_compression_strategy(self->png, Z_RLE);
  png_set_filter(self->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_AVG);
  png_set_IHDR(self->png, self->info, pixels->width, pixels->height, 8,
               has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  write_texts(self, texts, count);
  png_write_info(self->png, self->info);
  for (uint32_t row = 0; row < pixels->height; row++) {
    fill_row(self->row, pixels->pixels + (size_t)row * pixels->stride, pixels->width, has_alpha);
    png_write_row(self->png, self->row);
  }
  png_write_end(self->png, NULL);
}

photo_status photo_encode_png(const photo_pixels *pixels, bool has_alpha, const photo_text *texts,
                              size_t count, photo_encoded *encoded) {
  memset(encoded, 0, sizeof *encoded);
  session *self = calloc(1, sizeof *self);
  if (!self) return PHOTO_NO_MEMORY;
  self->encoded = encoded;
  self->row = malloc((size_t)pixels->width * 4);
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, note_error, stay_silent);
  if (self->png) self->info = png_create_info_struct(self->png);
  volatile photo_status status = PHOTO_OK;
  if (!self->row || !self->info)
    status = PHOTO_NO_MEMORY;
  else if (setjmp(png_jmpbuf(self->png)) == 0)
    encode(self, pixels, has_alpha, texts, count);
  else
    status = PHOTO_UNSUPPORTED;
  if (status != PHOTO_OK) photo_encoded_free(encoded);
  png_destroy_write_struct(&self->png, &self->info);
  free(self->row);
  free(self);
  return status;
}
