#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heif_library.h"

#include "canvas.h"

LIBRARY_DEFINE(heif, HEIF_FUNCTIONS, HEIF_NEWER_FUNCTIONS, .name = "libheif", .version = "1.15 or newer",
               .packages = "debian=libheif1 fedora=libheif arch=libheif", .files = {"libheif.so.1"},
               .version_function = "heif_get_version", .version_form = LIBRARY_VERSION_TEXT)

enum { THUMBNAIL_COUNT = 16, PROFILE_LIMIT = 16 * 1024 * 1024, SMALLEST_LIMIT = 4096, LARGEST_LIMIT = 65535 };
enum { LOOKING_THREADS = 4 };

typedef struct {
  const photo_input *input;
  uint64_t position;
  bool failed;
} reader;

static int64_t get_position(void *context) { return (int64_t)((reader *)context)->position; }

// libheif asserts that reads and seeks succeed. Missing bytes are 0, and `failed` is checked later.
static int read_bytes(void *bytes, size_t size, void *context) {
  reader *self = context;
  size_t got = photo_read_at(self->input, self->position, bytes, size);
  memset((uint8_t *)bytes + got, 0, size - got);
  self->failed = self->failed || got < size;
  self->position += size;
  return 0;
}

static int seek(int64_t position, void *context) {
  reader *self = context;
  if (position < 0) self->failed = true;
  self->position = position < 0 ? self->input->size : (uint64_t)position;
  return 0;
}

static enum heif_reader_grow_status wait_for_size(int64_t size, void *context) {
  const reader *self = context;
  return size >= 0 && (uint64_t)size <= self->input->size ? heif_reader_grow_status_size_reached
                                                          : heif_reader_grow_status_size_beyond_eof;
}

// Newer versions have more functions, which are optional.
static const struct heif_reader FUNCTIONS = {.reader_api_version = 1,
                                             .get_position = get_position,
                                             .read = read_bytes,
                                             .seek = seek,
                                             .wait_for_file_size = wait_for_size};

/// Returns the decoded size, with or without the transformations of the container.
static void size_of(const struct heif_image_handle *handle, bool upright, uint32_t *width, uint32_t *height) {
  int across = upright ? libheif()->image_handle_get_width(handle) : libheif()->image_handle_get_ispe_width(handle);
  int down = upright ? libheif()->image_handle_get_height(handle) : libheif()->image_handle_get_ispe_height(handle);
  *width = across > 0 ? (uint32_t)across : 0;
  *height = down > 0 ? (uint32_t)down : 0;
}

/// Whether a thumbnail is large enough and has the same proportions, within 1 %.
static bool suffices(const struct heif_image_handle *thumbnail, const photo_picture *picture,
                     const photo_request *request) {
  uint32_t width, height, across, down;
  photo_target_size(request, picture->full_width, picture->full_height, &width, &height);
  size_of(thumbnail, request->upright, &across, &down);
  if (across == 0 || down == 0 || across < width || down < height) return false;
  double shape = (double)across / down, full = (double)picture->full_width / picture->full_height;
  return fabs(shape / full - 1) <= 0.01;
}

/// Returns the smallest sufficient thumbnail, which the caller releases, or NULL.
static struct heif_image_handle *find_thumbnail(const struct heif_image_handle *handle,
                                                const photo_picture *picture, const photo_request *request) {
  heif_item_id identifiers[THUMBNAIL_COUNT];
  if (request->box_width == 0 || request->part.width > 0 || !request->uses_thumbnail) return NULL;
  struct heif_image_handle *best = NULL;
  int count = libheif()->image_handle_get_list_of_thumbnail_IDs(handle, identifiers, THUMBNAIL_COUNT);
  for (int index = 0; index < count && index < THUMBNAIL_COUNT; index++) {
    struct heif_image_handle *thumbnail = NULL;
    if (libheif()->image_handle_get_thumbnail(handle, identifiers[index], &thumbnail).code) continue;
    bool smaller = !best || libheif()->image_handle_get_width(thumbnail) < libheif()->image_handle_get_width(best);
    if (smaller && suffices(thumbnail, picture, request)) {
      if (best) libheif()->image_handle_release(best);
      best = thumbnail;
    } else {
      libheif()->image_handle_release(thumbnail);
    }
  }
  return best;
}

static void copy_profile(const struct heif_image_handle *handle, const photo_request *request,
                         photo_picture *picture) {
  if (!request->wants_profile) return;
  size_t size = libheif()->image_handle_get_raw_color_profile_size(handle);
  if (size == 0 || size > PROFILE_LIMIT) return;
  picture->profile = malloc(size);
  if (!picture->profile) return;
  if (libheif()->image_handle_get_raw_color_profile(handle, picture->profile).code) {
    free(picture->profile);
    picture->profile = NULL;
    return;
  }
  picture->profile_size = size;
}

static photo_status copy_rows(const struct heif_image *image, const photo_request *request,
                              photo_picture *picture) {
  int stride = 0;
  const uint8_t *plane = libheif()->image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  int width = libheif()->image_get_primary_width(image), height = libheif()->image_get_primary_height(image);
  if (!plane || width <= 0 || height <= 0) return photo_fail(picture, PHOTO_DAMAGED, "no pixels");
  // The proportions of the box apply, so that the size of the thumbnail replaces the size of the picture.
  uint32_t full_width = picture->full_width, full_height = picture->full_height;
  picture->full_width = (uint32_t)width;
  picture->full_height = (uint32_t)height;
  canvas canvas;
  photo_status status = photo_canvas_open(&canvas, picture, request, (uint32_t)width, (uint32_t)height, 1, 0);
  for (int row = 0; status == PHOTO_OK && row < height && !photo_canvas_is_full(&canvas); row++) {
    uint8_t *to = photo_canvas_row(&canvas);
    memcpy(to, plane + (size_t)row * (size_t)stride, (size_t)width * 4);
    if (picture->has_alpha && !libheif()->image_is_premultiplied_alpha((struct heif_image *)image))
      photo_premultiply(to, (size_t)width);
    photo_canvas_commit(&canvas);
  }
  if (status == PHOTO_OK) photo_canvas_close(&canvas);
  picture->full_width = full_width;
  picture->full_height = full_height;
  return status;
}

static photo_status decode_picture(const struct heif_image_handle *handle, const photo_request *request,
                                   photo_picture *picture) {
  picture->has_alpha = libheif()->image_handle_has_alpha_channel(handle);
  struct heif_decoding_options *options = libheif()->decoding_options_alloc();
  if (!options) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  options->ignore_transformations = !request->upright;
  options->convert_hdr_to_8bit = 1;
  struct heif_image *image = NULL;
  struct heif_error error =
      libheif()->decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options);
  libheif()->decoding_options_free(options);
  if (error.code) {
    bool unsupported =
        error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature;
    return photo_fail(picture, unsupported ? PHOTO_UNSUPPORTED : PHOTO_DAMAGED, error.message);
  }
  photo_status status = copy_rows(image, request, picture);
  libheif()->image_release(image);
  return status;
}

static photo_status decode(struct heif_context *context, const struct heif_image_handle *handle,
                           const photo_request *request, photo_picture *picture) {
  uint32_t width, height;
  size_of(handle, request->upright, &width, &height);
  photo_status status = photo_check_size(picture, request, width, height);
  if (status) return status;
  // A cell of a grid may be larger than a small picture, and extend beyond the edges.
  uint64_t side = 2 * (uint64_t)(width > height ? width : height);
  side = side < SMALLEST_LIMIT ? SMALLEST_LIMIT : side > LARGEST_LIMIT ? LARGEST_LIMIT : side;
  libheif()->context_set_maximum_image_size_limit(context, (int)side);
  // libheif allocates the planes and the interleaved picture concurrently, in the size of the bitstream.
  uint64_t pixels = (uint64_t)width * height;
  if (pixels < request->coded_pixels) pixels = request->coded_pixels;
  if (pixels > request->pixel_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more pixels than the limit");
  if ((status = photo_reserve(picture, request, pixels * 8))) return status;
  copy_profile(handle, request, picture);
  struct heif_image_handle *thumbnail = find_thumbnail(handle, picture, request);
  if (thumbnail) {
    // The picture can be intact even if the thumbnail isn't.
    status = decode_picture(thumbnail, request, picture);
    libheif()->image_handle_release(thumbnail);
    if (status == PHOTO_OK || status == PHOTO_NO_MEMORY) return status;
    picture->message[0] = 0;
  }
  return decode_picture(handle, request, picture);
}

/// Sets the memory limits of libheif, which supports them since version 1.19, the total since 1.20.
static void bound_memory(struct heif_context *context, const photo_request *request) {
  if (!libheif()->context_get_security_limits) return;
  heif_limits *limits = libheif()->context_get_security_limits(context);
  limits->max_memory_block_size = request->byte_limit;
  if (limits->version >= 2) limits->max_total_memory = request->byte_limit;
}

bool photo_load_heif(char message[]) {
  if (!libheif_is_loaded(message)) return false;
  // The first context loads the plugins, which contain the decoders on some systems.
  libheif()->context_free(libheif()->context_alloc());
  return true;
}

photo_status photo_decode_heif(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libheif_is_loaded(picture->message)) return PHOTO_UNSUPPORTED;
  struct heif_context *context = libheif()->context_alloc();
  if (!context) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  // Pictures are decoded concurrently, so that threads would only increase memory. Zoomed pictures are decoded one at a
  // time.
  bool is_looked_at = request->part.width > 0 || request->packs_opaque;
  libheif()->context_set_max_decoding_threads(context, is_looked_at ? LOOKING_THREADS : 0);
  bound_memory(context, request);
  reader reader = {.input = input};
  struct heif_image_handle *handle = NULL;
  photo_status status;
  struct heif_error error = libheif()->context_read_from_reader(context, &FUNCTIONS, &reader, NULL);
  if (!error.code) error = libheif()->context_get_primary_image_handle(context, &handle);
  if (error.code)
    status = photo_fail(picture, PHOTO_DAMAGED, error.message);
  else
    status = decode(context, handle, request, picture);
  if (reader.failed) status = photo_fail(picture, PHOTO_DAMAGED, "it became shorter while it was read");
  if (handle) libheif()->image_handle_release(handle);
  libheif()->context_free(context);
  return status;
}
