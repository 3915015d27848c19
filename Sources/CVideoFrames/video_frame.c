#include "video_frame.h"

#include <string.h>

#include "video_picture.h"

enum { SECONDS = 4, SINGLE_LIMIT = 256 << 20, HEADER_BYTES = 16 << 20 };
// A frame of 8K has 33 million pixels, and one of the usual 4K 8.3.
static const uint64_t PIXEL_LIMIT = 40000000, USUAL_PIXELS = 8300000;

/// Decodes a frame, scaled as the request asks.
static photo_status decode_frame(const photo_input *source, const photo_request *request, photo_picture *picture) {
  video_input input;
  const char *failure = video_input_open(&input, source, SECONDS);
  photo_status status =
      failure ? photo_fail(picture, PHOTO_DAMAGED, failure) : video_choose_frame(&input, request, picture);
  video_input_close(&input);
  return status;
}

photo_status video_decode_frame(const photo_input *source, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libavformat_is_loaded(picture->message) || !libswscale_is_loaded(picture->message)) return PHOTO_UNSUPPORTED;
  picture->message[0] = 0;
  libavformat()->log_set_level(AV_LOG_QUIET);
  libavformat()->max_alloc(SINGLE_LIMIT);
  photo_request bounded = *request;
  if (bounded.pixel_limit > PIXEL_LIMIT) bounded.pixel_limit = PIXEL_LIMIT;
  // Two frames in four bytes a pixel, or the few that the decoder holds. Their size is in the header, if anywhere.
  uint64_t pixels = request->coded_pixels > 0 ? request->coded_pixels : USUAL_PIXELS;
  if (pixels > bounded.pixel_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more pixels than the limit");
  photo_status status = photo_reserve(picture, request, pixels * 8 + HEADER_BYTES);
  if (status) return status;
  if (request->part.width == 0 && !request->packs_opaque) return decode_frame(source, &bounded, picture);
  // Parts are cut out of the whole frame.
  bounded.box_width = 0;
  bounded.part.width = 0;
  bounded.share = NULL;
  photo_picture held = {0};
  status = decode_frame(source, &bounded, &held);
  memcpy(picture->message, held.message, sizeof picture->message);
  if (status == PHOTO_OK) status = photo_decode_held(&held, request, picture);
  photo_picture_free(&held);
  return status;
}
