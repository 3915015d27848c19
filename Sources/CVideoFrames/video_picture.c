#include "video_input.h"

#include <string.h>

LIBRARY_DEFINE(swscale, SWSCALE_FUNCTIONS, LIBRARY_NONE, .name = "libswscale", .version = AV_VERSIONS,
               .packages = AV_PACKAGES("libswscale", "6", "7", "8"),
               .files = {"libswscale.so.8", "libswscale.so.7", "libswscale.so.6"},
               .version_function = "swscale_version", .version_form = LIBRARY_VERSION_BYTES)

enum { SIDE_LIMIT = 32767, HD_HEIGHT = 720, SAMPLES = 32 };

/// Computes the size with square pixels, by enlarging one side.
static bool find_full_size(const video_input *input, const AVFrame *frame, photo_picture *picture) {
  // The container takes precedence: Motion JPEG frames always contain 1:1. The function only reads the frame.
  AVRational aspect = libavformat()->guess_sample_aspect_ratio(input->context, input->stream, (AVFrame *)frame);
  if (aspect.num <= 0 || aspect.den <= 0) aspect = (AVRational){1, 1};
  double shape = (double)aspect.num / aspect.den;
  // Other ratios are invalid.
  if (shape < 0.25 || shape > 4) shape = 1;
  double width = shape > 1 ? frame->width * shape : frame->width;
  double height = shape < 1 ? frame->height / shape : frame->height;
  if (width < 1 || height < 1 || width > SIDE_LIMIT || height > SIDE_LIMIT) return false;
  picture->full_width = (uint32_t)(width + 0.5);
  picture->full_height = (uint32_t)(height + 0.5);
  return true;
}

/// Sets the YUV matrix and range. Guesses an unspecified matrix by the size, as players do.
static void set_colors(struct SwsContext *scaler, const AVFrame *frame) {
  int space = av_fields_of_frame(frame)->colorspace;
  if (space == AVCOL_SPC_UNSPECIFIED || space == AVCOL_SPC_RESERVED || space == AVCOL_SPC_RGB)
    space = frame->height >= HD_HEIGHT ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
  const int *coefficients = libswscale()->get_coefficients(space);
  bool is_full = av_fields_of_frame(frame)->color_range == AVCOL_RANGE_JPEG || frame->format == AV_PIX_FMT_YUVJ420P ||
                 frame->format == AV_PIX_FMT_YUVJ422P || frame->format == AV_PIX_FMT_YUVJ444P ||
                 frame->format == AV_PIX_FMT_YUVJ440P || frame->format == AV_PIX_FMT_YUVJ411P;
  libswscale()->set_colorspace(scaler, coefficients, is_full, coefficients, 1, 0, 1 << 16, 1 << 16);
}

static bool scale(const AVFrame *frame, uint32_t width, uint32_t height, AVFrame *scaled) {
  scaled->width = (int)width;
  scaled->height = (int)height;
  scaled->format = AV_PIX_FMT_RGBA;
  // libavutil's rows have padding for libswscale.
  if (libavformat()->frame_get_buffer(scaled, 0) < 0) return false;
  bool is_smaller = (int)width * 2 <= frame->width;
  int filter = (is_smaller ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT;
  struct SwsContext *scaler = libswscale()->get_context(frame->width, frame->height, frame->format, (int)width,
                                                        (int)height, AV_PIX_FMT_RGBA, filter, NULL, NULL, NULL);
  if (!scaler) return false;
  set_colors(scaler, frame);
  int rows = libswscale()->scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height,
                                 scaled->data, scaled->linesize);
  libswscale()->free_context(scaler);
  return rows > 0;
}

static void copy_rows(const AVFrame *scaled, photo_picture *picture) {
  for (uint32_t row = 0; row < picture->height; row++) {
    const uint8_t *from = scaled->data[0] + (ptrdiff_t)row * scaled->linesize[0];
    uint8_t *to = picture->pixels + (size_t)row * picture->width * 4;
    memcpy(to, from, (size_t)picture->width * 4);
    // Transparency in videos is ignored, as in players.
    for (uint32_t column = 0; column < picture->width; column++) to[(size_t)column * 4 + 3] = 255;
  }
}

bool video_put_frame(const video_input *input, const AVFrame *frame, const photo_request *request,
                     photo_picture *picture) {
  uint32_t width, height;
  if (!find_full_size(input, frame, picture)) return false;
  photo_target_size(request, picture->full_width, picture->full_height, &width, &height);
  if ((uint64_t)width * height > request->pixel_limit || width > SIDE_LIMIT || height > SIDE_LIMIT) return false;
  AVFrame *scaled = libavformat()->frame_alloc();
  bool done = scaled && scale(frame, width, height, scaled);
  bool has_room = picture->pixels && picture->width == width && picture->height == height;
  if (done && !has_room) done = photo_take_pixels(picture, request, height, (size_t)width * 4);
  if (done) {
    picture->width = width;
    picture->height = height;
    picture->covered_width = width;
    picture->covered_height = height;
    copy_rows(scaled, picture);
  }
  libavformat()->frame_free(&scaled);
  return done;
}

int video_brightness(const AVFrame *frame) {
  AVFrame *scaled = libavformat()->frame_alloc();
  int sum = -1;
  if (scaled && scale(frame, SAMPLES, SAMPLES, scaled)) {
    sum = 0;
    for (int row = 0; row < SAMPLES; row++) {
      const uint8_t *from = scaled->data[0] + (ptrdiff_t)row * scaled->linesize[0];
      for (int column = 0; column < SAMPLES; column++, from += 4) sum += from[0] + from[1] + from[2];
    }
  }
  libavformat()->frame_free(&scaled);
  return sum < 0 ? -1 : sum / (SAMPLES * SAMPLES * 3);
}
