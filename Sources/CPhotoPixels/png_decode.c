#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "canvas.h"
#include "photo_bounds.h"

// libpng discards incomplete pieces, so that small pieces recover more of a file that ends early. The ICC profile is
// the largest chunk; it is allocated with an equally large inflate buffer.
enum { CHUNK_LIMIT = 16 * 1024 * 1024, CHUNKS_LIMIT = 40 * 1024 * 1024, PIECE = 1024 };

// Chunks that don't affect the pixels are skipped, whatever their length.
static const uint8_t PASSED_OVER[] = "bKGD\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sCAL\0sPLT\0tEXt\0tIME\0zTXt";

typedef struct {
  const photo_input *input;
  uint64_t offset;
  png_structp png;
  png_infop info;
  canvas canvas;
  uint8_t *interlaced;  ///< All rows of an interlaced picture.
  photo_picture *picture;
  const photo_request *request;
  photo_status status;
  photo_bounds memory;  ///< The memory of libpng.
} session;

static png_voidp take(png_structp png, png_alloc_size_t size) { return photo_bounds_take(png_get_mem_ptr(png), size); }

static void give_back(png_structp png, png_voidp block) { photo_bounds_free(png_get_mem_ptr(png), block); }

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  session *self = png_get_io_ptr(png);
  if (photo_read_at(self->input, self->offset, bytes, count) < count) png_error(png, "the file ends early");
  self->offset += count;
}

static void note_error(png_structp png, png_const_charp text) {
  session *self = png_get_error_ptr(png);
  photo_fail(self->picture, PHOTO_DAMAGED, text);
  png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void copy_profile(session *self) {
  png_charp name;
  png_bytep profile;
  png_uint_32 size;
  int compression;
  if (png_get_iCCP(self->png, self->info, &name, &compression, &profile, &size))
    photo_copy_profile(self->picture, self->request, profile, size);
}

/// Applies gAMA unless sRGB or an ICC profile overrides it (PNG 3rd edition, 4.3).
static void set_gamma(session *self) {
  double gamma;
  png_uint_32 better = PNG_INFO_sRGB | PNG_INFO_iCCP;
  if (!self->request->corrects_gamma || png_get_valid(self->png, self->info, better)) return;
  if (png_get_gAMA(self->png, self->info, &gamma) && gamma > 0.01 && gamma < 10)
    png_set_gamma(self->png, PNG_DEFAULT_sRGB, gamma);
}

/// Requests RGBA with eight bits per channel.
static void set_transforms(session *self) {
  int color = png_get_color_type(self->png, self->info);
  self->picture->has_alpha =
      (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(self->png, self->info, PNG_INFO_tRNS);
  png_set_expand(self->png);
  png_set_scale_16(self->png);
  png_set_gray_to_rgb(self->png);
  png_set_add_alpha(self->png, 0xFF, PNG_FILLER_AFTER);
}

static void commit_row(session *self, const uint8_t *from) {
  uint8_t *row = photo_canvas_row(&self->canvas);
  if (!row) return;
  if (from) memcpy(row, from, (size_t)self->canvas.width * 4);
  if (self->picture->has_alpha) photo_premultiply(row, self->canvas.width);
  photo_canvas_commit(&self->canvas);
}

/// Copies the rows of an interlaced picture to the canvas, even if the file ends early.
static void commit_interlaced(session *self) {
  for (uint32_t row = 0; row < self->canvas.height; row++)
    commit_row(self, self->interlaced + (size_t)row * self->canvas.width * 4);
}

static void read_interlaced(session *self, int passes) {
  size_t stride = (size_t)self->canvas.width * 4;
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < self->canvas.height; row++)
      png_read_row(self->png, NULL, self->interlaced + row * stride);
}

/// Reads all chunks up to IEND, which contain the other frames of an animation, and verifies their checksums.
static void check_end(session *self) {
  // Frames are skipped, whatever their length.
  png_set_chunk_malloc_max(self->png, PNG_UINT_31_MAX);
  png_set_crc_action(self->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_read_end(self->png, NULL);
}

static void read_rows(session *self, uint32_t height) {
  for (uint32_t row = 0; row < height && !photo_canvas_is_full(&self->canvas); row++) {
    png_read_row(self->png, photo_canvas_row(&self->canvas), NULL);
    commit_row(self, NULL);
  }
}

static void decode(session *self) {
  png_set_read_fn(self->png, self, read_bytes);
  png_set_compression_buffer_size(self->png, PIECE);
  png_set_user_limits(self->png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_chunk_malloc_max(self->png, CHUNK_LIMIT);
  // Caches no text: many small chunks may inflate to much memory. 0 would mean no limit.
  png_set_chunk_cache_max(self->png, 1);
  png_set_keep_unknown_chunks(self->png, PNG_HANDLE_CHUNK_NEVER, PASSED_OVER, sizeof PASSED_OVER / 5);
  png_read_info(self->png, self->info);
  uint32_t width = png_get_image_width(self->png, self->info);
  uint32_t height = png_get_image_height(self->png, self->info);
  if ((self->status = photo_check_size(self->picture, self->request, width, height))) return;
  copy_profile(self);
  set_gamma(self);
  set_transforms(self);
  int passes = png_set_interlace_handling(self->png);
  // libpng allocates two rows of 8 bytes per pixel, and padding between their bytes.
  self->memory.limit += (size_t)width * 32;
  png_read_update_info(self->png, self->info);
  if (png_get_rowbytes(self->png, self->info) != (size_t)width * 4)
    png_error(self->png, "rows of an odd size");
  uint64_t extra = self->memory.used + (passes > 1 ? (uint64_t)width * height * 4 : 0);
  if ((self->status =
           photo_canvas_open(&self->canvas, self->picture, self->request, width, height, 1, extra)))
    return;
  if (passes > 1) {
    self->interlaced = calloc(height, (size_t)width * 4);
    if (!self->interlaced) png_error(self->png, "no memory");
    read_interlaced(self, passes);
  } else {
    read_rows(self, height);
  }
  if (self->request->checks_all) check_end(self);
}

photo_status photo_decode_png(const photo_input *input, const photo_request *request,
                              photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  session *self = calloc(1, sizeof *self);
  if (!self) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  *self = (session){.input = input, .picture = picture, .request = request};
  self->memory.limit = CHUNKS_LIMIT;
  self->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, self, note_error, stay_silent, &self->memory, take,
                                       give_back);
  if (self->png) self->info = png_create_info_struct(self->png);
  if (!self->info) {
    self->status = photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  } else if (setjmp(png_jmpbuf(self->png)) == 0) {
    decode(self);
  } else {
    picture->is_truncated = true;
    if (self->canvas.row == 0 && !self->interlaced) self->status = PHOTO_DAMAGED;
  }
  if (self->interlaced) commit_interlaced(self);
  // Missing rows are transparent.
  picture->has_alpha = picture->has_alpha || picture->is_truncated;
  photo_status status = self->status;
  photo_canvas_close(&self->canvas);
  free(self->interlaced);
  png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
  return status;
}
