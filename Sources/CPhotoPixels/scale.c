#include "photo_scale.h"

#include <math.h>
#include <stdlib.h>

#include <pixman.h>

enum { SIDE_LIMIT = 32767, SUBSAMPLE_BITS = 5, STRIP_ROWS = 256 };

// Filters treat the four channels alike, so their order in the format is of no account.
static pixman_image_t *image_of(const photo_pixels *pixels) {
  if (pixels->width == 0 || pixels->height == 0 || pixels->width > SIDE_LIMIT || pixels->height > SIDE_LIMIT)
    return NULL;
  return pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, (int)pixels->width, (int)pixels->height,
                                           (uint32_t *)(void *)pixels->pixels, (int)pixels->stride);
}

static bool compose(pixman_image_t *source, pixman_image_t *target, const photo_pixels *to) {
  if (!source || !target) return false;
  pixman_image_composite32(PIXMAN_OP_SRC, source, NULL, target, 0, 0, 0, 0, 0, 0, (int)to->width,
                           (int)to->height);
  return true;
}

/// Sets a filter that scales by one factor along columns or rows and takes the other side as it is.
static bool set_filter(pixman_image_t *image, double scale, bool along_columns) {
  int count = 0;
  pixman_fixed_t factor = pixman_double_to_fixed(scale < 1 ? 1 : scale);
  // A box under an impulse of one pixel is the pixel itself.
  pixman_fixed_t *values = along_columns
                               ? pixman_filter_create_separable_convolution(
                                     &count, factor, pixman_fixed_1, PIXMAN_KERNEL_IMPULSE, PIXMAN_KERNEL_BOX,
                                     PIXMAN_KERNEL_LANCZOS3, PIXMAN_KERNEL_IMPULSE, SUBSAMPLE_BITS, 0)
                               : pixman_filter_create_separable_convolution(
                                     &count, pixman_fixed_1, factor, PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_IMPULSE,
                                     PIXMAN_KERNEL_IMPULSE, PIXMAN_KERNEL_LANCZOS3, 0, SUBSAMPLE_BITS);
  if (!values) return false;
  bool done = pixman_image_set_filter(image, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, values, count);
  free(values);
  return done;
}

/// Scales one side by a factor; the first column or row of `to` is made of what `from` has at `start`.
static bool scale_side(const photo_pixels *from, double scale, double start, const photo_pixels *to,
                       bool along_columns) {
  pixman_image_t *source = image_of(from), *target = image_of(to);
  bool done = false;
  if (source && target) {
    pixman_transform_t transform;
    pixman_transform_init_scale(&transform, along_columns ? pixman_double_to_fixed(scale) : pixman_fixed_1,
                                along_columns ? pixman_fixed_1 : pixman_double_to_fixed(scale));
    transform.matrix[along_columns ? 0 : 1][2] = pixman_double_to_fixed(start);
    pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD);
    done = pixman_image_set_transform(source, &transform) && set_filter(source, scale, along_columns) &&
           compose(source, target, to);
  }
  if (source) pixman_image_unref(source);
  if (target) pixman_image_unref(target);
  return done;
}

/// Rows of a picture that are scaled together.
typedef struct {
  uint32_t first, count;
} row_range;

/// The rows of `from` that rows of the target are made of: those under the filter, of three lobes a side.
static row_range rows_under(row_range target, double scale, const photo_pixels *from) {
  double reach = 3 * (scale < 1 ? 1 : scale) + 1;
  double first = floor(target.first * scale - reach), end = ceil((target.first + target.count) * scale + reach);
  uint32_t start = first > 0 ? (uint32_t)first : 0;
  uint32_t stop = end < from->height ? (uint32_t)end : from->height;
  return (row_range){.first = start, .count = stop > start ? stop - start : 1};
}

/// A part of a picture, in the same memory.
static photo_pixels rows_of(const photo_pixels *pixels, row_range rows) {
  photo_pixels part = *pixels;
  part.pixels += (size_t)rows.first * pixels->stride;
  part.height = rows.count;
  return part;
}

// pixman multiplies every pixel under a filter for every pixel it makes, so one side after the other takes a
// fifth of the time that both at once take. Strips keep what is between the two small.
bool photo_scale(const photo_pixels *from, double covered_width, double covered_height,
                 const photo_pixels *to) {
  if (to->width == 0 || to->height == 0 || from->height == 0) return false;
  double scale_x = covered_width / to->width, scale_y = covered_height / to->height;
  uint32_t strip_rows = to->height < STRIP_ROWS ? to->height : STRIP_ROWS;
  // No strip lies under more rows than this.
  size_t most = (size_t)ceil(strip_rows * scale_y + 6 * (scale_y < 1 ? 1 : scale_y)) + 4;
  if (most > from->height) most = from->height;
  size_t stride = (size_t)to->width * 4;
  uint8_t *memory = malloc(stride * most);
  bool done = memory != NULL;
  for (uint32_t row = 0; done && row < to->height; row += STRIP_ROWS) {
    uint32_t left = to->height - row;
    row_range target = {.first = row, .count = left < STRIP_ROWS ? left : STRIP_ROWS};
    row_range source = rows_under(target, scale_y, from);
    if (source.count > most || source.first >= from->height) {
      done = false;
      break;
    }
    photo_pixels between = {.pixels = memory, .width = to->width, .height = source.count, .stride = to->width * 4};
    photo_pixels stored = rows_of(from, source), strip = rows_of(to, target);
    done = scale_side(&stored, scale_x, 0, &between, true) &&
           scale_side(&between, scale_y, row * scale_y - source.first, &strip, false);
  }
  free(memory);
  return done;
}

/// The matrix that leads from a place in the upright picture to the stored one of `width` and `height`.
static pixman_transform_t orientation_transform(int orientation, int width, int height) {
  static const int matrices[9][4] = {{1, 0, 0, 1},   {1, 0, 0, 1},   {-1, 0, 0, 1},
                                     {-1, 0, 0, -1}, {1, 0, 0, -1},  {0, 1, 1, 0},
                                     {0, 1, -1, 0},  {0, -1, -1, 0}, {0, -1, 1, 0}};
  const int *matrix = matrices[orientation];
  bool from_right = matrix[0] < 0 || matrix[1] < 0, from_bottom = matrix[2] < 0 || matrix[3] < 0;
  pixman_transform_t transform;
  pixman_transform_init_identity(&transform);
  transform.matrix[0][0] = pixman_int_to_fixed(matrix[0]);
  transform.matrix[0][1] = pixman_int_to_fixed(matrix[1]);
  transform.matrix[1][0] = pixman_int_to_fixed(matrix[2]);
  transform.matrix[1][1] = pixman_int_to_fixed(matrix[3]);
  transform.matrix[0][2] = from_right ? pixman_int_to_fixed(width) : 0;
  transform.matrix[1][2] = from_bottom ? pixman_int_to_fixed(height) : 0;
  return transform;
}

bool photo_orient(const photo_pixels *from, int orientation, const photo_pixels *to) {
  if (orientation < 1 || orientation > 8) return false;
  bool swapped = orientation >= 5;
  if (to->width != (swapped ? from->height : from->width)) return false;
  if (to->height != (swapped ? from->width : from->height)) return false;
  pixman_image_t *source = image_of(from), *target = image_of(to);
  bool done = false;
  if (source && target) {
    pixman_transform_t transform = orientation_transform(orientation, (int)from->width, (int)from->height);
    done = pixman_image_set_transform(source, &transform) &&
           pixman_image_set_filter(source, PIXMAN_FILTER_NEAREST, NULL, 0) && compose(source, target, to);
  }
  if (source) pixman_image_unref(source);
  if (target) pixman_image_unref(target);
  return done;
}
