#include "canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Sums of FACTOR_LIMIT² values of 255 fit 32 bits.
enum { FACTOR_LIMIT = 2048, CHECKED_PIXELS = 16 * 1000 * 1000 };

photo_status photo_fail(photo_picture *picture, photo_status status, const char *text) {
  snprintf(picture->message, sizeof picture->message, "%s", text);
  return status;
}

static void free_pixels(photo_picture *picture) {
  photo_memory_free(picture->pixels, picture->mapped);
  picture->pixels = NULL;
  picture->mapped = 0;
}

bool photo_take_pixels(photo_picture *picture, const photo_request *request, size_t rows, size_t row_size) {
  free_pixels(picture);
  if (!request->share) {
    picture->pixels = calloc(rows, row_size);
    return picture->pixels;
  }
  size_t size;
  if (__builtin_mul_overflow(rows, row_size, &size)) return false;
  picture->pixels = request->share(request->context, size);
  picture->mapped = picture->pixels ? size : 0;
  return picture->pixels;
}

void photo_picture_free(photo_picture *picture) {
  free_pixels(picture);
  free(picture->profile);
  picture->profile = NULL;
  picture->profile_size = 0;
}

photo_status photo_check_size(photo_picture *picture, const photo_request *request, uint32_t width,
                              uint32_t height) {
  picture->full_width = width;
  picture->full_height = height;
  if (width == 0 || height == 0) return photo_fail(picture, PHOTO_DAMAGED, "the picture has no pixels");
  if ((uint64_t)width * height > request->pixel_limit)
    return photo_fail(picture, PHOTO_TOO_LARGE, "more pixels than the limit");
  return PHOTO_OK;
}

bool photo_checks_pixels(uint64_t *checked, uint32_t width, uint32_t height) {
  uint64_t count = (uint64_t)width * height;
  if (count > CHECKED_PIXELS - *checked) return false;
  *checked += count;
  return true;
}

photo_status photo_reserve(photo_picture *picture, const photo_request *request, uint64_t bytes) {
  if (bytes > request->byte_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  if (request->admit) request->admit(request->context, bytes);
  return PHOTO_OK;
}

void photo_target_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *target_width,
                       uint32_t *target_height) {
  *target_width = width;
  *target_height = height;
  if (request->box_width == 0 || request->box_height == 0 || width == 0 || height == 0) return;
  double across = width, down = height;
  if (request->part.width > 0) {
    photo_rectangle part = photo_stored_part(request, width, height);
    across = part.width;
    down = part.height;
  } else if (request->crop_width > 0 && request->crop_height > 0) {
    double shape = (double)request->crop_width / request->crop_height;
    across = fmin(width, height * shape);
    down = fmin(height, width / shape);
  }
  double scale = fmin(request->box_width / across, request->box_height / down);
  if (scale >= 1) return;
  *target_width = (uint32_t)fmax(1, round(width * scale));
  *target_height = (uint32_t)fmax(1, round(height * scale));
}

void *photo_memory_take(size_t size) { return calloc(1, size); }

void *photo_memory_map(int file, size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void photo_memory_free(void *memory, size_t mapped) {
  if (mapped > 0)
    munmap(memory, mapped);
  else
    free(memory);
}

void photo_memory_return_when_free(void) {
#ifdef __GLIBC__
  // By default the threshold follows the size of the largest freed block, and pictures fragment the heap.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // Smaller blocks remain allocated, up to a few MiB per thread: the kernel serializes heap growth and shrinking by
  // pages.
  mallopt(M_TOP_PAD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

/// Returns the integer factor for reducing the part, which leaves at least twice the target size for the resampling
/// filter.
static uint32_t shrink_factor(const photo_request *request, const photo_picture *picture, uint32_t width,
                              uint32_t height) {
  uint32_t target_width, target_height;
  photo_finished_size(request, picture->full_width, picture->full_height, &target_width, &target_height);
  uint32_t across = width / target_width / 2, down = height / target_height / 2;
  uint32_t factor = across < down ? across : down;
  if (factor < 1) return 1;
  return factor < FACTOR_LIMIT ? factor : FACTOR_LIMIT;
}

/// Allocates the buffers of a canvas and a picture of `columns` × `rows`.
static bool take_memory(canvas *canvas, const photo_request *request, uint32_t columns, uint32_t rows) {
  photo_picture *picture = canvas->picture;
  bool has_pixels = photo_take_pixels(picture, request, rows, (size_t)columns * (picture->is_packed ? 3 : 4));
  bool needs_scratch = !canvas->is_direct || canvas->kept.height < canvas->height;
  if (needs_scratch) canvas->scratch = malloc((size_t)canvas->width * 4);
  if (canvas->factor > 1) canvas->sums = calloc(columns, 16);
  return has_pixels && (canvas->scratch || !needs_scratch) && (canvas->sums || canvas->factor == 1);
}

photo_status photo_canvas_open(canvas *canvas, photo_picture *picture, const photo_request *request,
                               uint32_t width, uint32_t height, double reduction, uint64_t extra) {
  photo_rectangle window = {.width = width, .height = height};
  return photo_canvas_open_window(canvas, picture, request, window, reduction, extra);
}

photo_status photo_canvas_open_window(canvas *canvas, photo_picture *picture, const photo_request *request,
                                      photo_rectangle window, double reduction, uint64_t extra) {
  memset(canvas, 0, sizeof *canvas);
  photo_rectangle kept =
      photo_reduced_part(picture, request, window.x + window.width, window.y + window.height, reduction);
  kept.x = kept.x < window.x ? 0 : kept.x - window.x;
  kept.y = kept.y < window.y ? 0 : kept.y - window.y;
  uint32_t factor = shrink_factor(request, picture, kept.width, kept.height);
  picture->is_packed = request->packs_opaque && factor == 1 && !picture->has_alpha && !picture->is_cmyk;
  *canvas = (struct canvas){.picture = picture, .factor = factor, .width = window.width, .height = window.height};
  canvas->kept = kept;
  canvas->is_direct = factor == 1 && kept.width == window.width && !picture->is_packed;
  uint32_t columns = kept.width / factor + (kept.width % factor != 0);
  uint32_t rows = kept.height / factor + (kept.height % factor != 0);
  uint64_t bytes = (uint64_t)columns * rows * (picture->is_packed ? 3 : 4);
  uint64_t working = canvas->is_direct ? 0 : (uint64_t)window.width * 4 + (uint64_t)columns * 16;
  // The sum can't overflow: the sides have 32 bits, and `extra` is below the limit.
  if (extra > request->byte_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  photo_status status = photo_reserve(picture, request, bytes + working + extra);
  if (status) return status;
  if (!take_memory(canvas, request, columns, rows)) {
    photo_canvas_close(canvas);
    return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  }
  picture->width = columns;
  picture->height = rows;
  photo_rectangle part = photo_stored_part(request, picture->full_width, picture->full_height);
  picture->covered_width = fmin(columns, part.width / reduction / factor);
  picture->covered_height = fmin(rows, part.height / reduction / factor);
  return PHOTO_OK;
}

static bool is_kept(const canvas *canvas) {
  return canvas->row >= canvas->kept.y && canvas->row - canvas->kept.y < canvas->kept.height;
}

bool photo_canvas_is_full(const canvas *canvas) { return canvas->taken >= canvas->kept.height; }

uint8_t *photo_canvas_row(canvas *canvas) {
  if (canvas->row >= canvas->height) return NULL;
  if (!canvas->is_direct || !is_kept(canvas)) return canvas->scratch;
  return canvas->picture->pixels + (size_t)(canvas->row - canvas->kept.y) * canvas->width * 4;
}

static void copy_row(canvas *canvas) {
  const uint8_t *from = canvas->scratch + (size_t)canvas->kept.x * 4;
  uint32_t count = canvas->kept.width;
  if (!canvas->picture->is_packed) {
    memcpy(canvas->picture->pixels + (size_t)canvas->taken * count * 4, from, (size_t)count * 4);
    return;
  }
  uint8_t *to = canvas->picture->pixels + (size_t)canvas->taken * count * 3;
  for (; count > 0; count--, from += 4, to += 3) {
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
  }
}

static void add_row(canvas *canvas) {
  const uint8_t *from = canvas->scratch + (size_t)canvas->kept.x * 4;
  uint32_t *sums = canvas->sums;
  uint32_t left = canvas->kept.width;
  while (left > 0) {
    uint32_t run = left < canvas->factor ? left : canvas->factor;
    uint32_t red = 0, green = 0, blue = 0, alpha = 0;
    for (uint32_t index = 0; index < run; index++, from += 4) {
      red += from[0];
      green += from[1];
      blue += from[2];
      alpha += from[3];
    }
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    sums[3] += alpha;
    sums += 4;
    left -= run;
  }
}

/// Writes the mean of the last `rows` rows.
static void write_mean(canvas *canvas, uint32_t rows) {
  const photo_picture *picture = canvas->picture;
  uint32_t target = (canvas->taken - 1) / canvas->factor;
  uint8_t *to = picture->pixels + (size_t)target * picture->width * 4;
  for (uint32_t column = 0; column < picture->width; column++) {
    uint32_t left = canvas->kept.width - column * canvas->factor;
    uint32_t count = rows * (left < canvas->factor ? left : canvas->factor);
    for (int channel = 0; channel < 4; channel++, to++)
      *to = (uint8_t)((canvas->sums[column * 4 + channel] + count / 2) / count);
  }
  memset(canvas->sums, 0, (size_t)picture->width * 16);
}

void photo_canvas_commit(canvas *canvas) {
  if (canvas->row >= canvas->height) return;
  bool keeps = is_kept(canvas);
  canvas->row++;
  if (!keeps) return;
  if (canvas->factor > 1)
    add_row(canvas);
  else if (!canvas->is_direct)
    copy_row(canvas);
  canvas->taken++;
  if (canvas->factor > 1 && canvas->taken % canvas->factor == 0) write_mean(canvas, canvas->factor);
}

void photo_canvas_close(canvas *canvas) {
  if (canvas->factor > 1 && canvas->taken % canvas->factor != 0)
    write_mean(canvas, canvas->taken % canvas->factor);
  free(canvas->scratch);
  free(canvas->sums);
  memset(canvas, 0, sizeof *canvas);
}

void photo_premultiply(uint8_t *pixels, size_t count) {
  for (; count > 0; count--, pixels += 4) {
    unsigned alpha = pixels[3];
    if (alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++)
      pixels[channel] = (uint8_t)((pixels[channel] * alpha + 127) / 255);
  }
}
