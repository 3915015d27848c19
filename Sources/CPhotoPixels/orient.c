#include <pixman.h>

#include "photo_scale.h"

enum { SIDE_LIMIT = 32767 };

static pixman_image_t *image_of(const photo_pixels *pixels) {
  if (pixels->width == 0 || pixels->height == 0 || pixels->width > SIDE_LIMIT || pixels->height > SIDE_LIMIT)
    return NULL;
  return pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, (int)pixels->width, (int)pixels->height,
                                           (uint32_t *)(void *)pixels->pixels, (int)pixels->stride);
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
           pixman_image_set_filter(source, PIXMAN_FILTER_NEAREST, NULL, 0);
    if (done)
      pixman_image_composite32(PIXMAN_OP_SRC, source, NULL, target, 0, 0, 0, 0, 0, 0, (int)to->width, (int)to->height);
  }
  if (source) pixman_image_unref(source);
  if (target) pixman_image_unref(target);
  return done;
}
