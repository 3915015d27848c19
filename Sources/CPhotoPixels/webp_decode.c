#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

#include "canvas.h"

// libwebp searches for each frame from the first one.
enum { HEADER = 30, ANIMATION = 0x02, FRAME_LIMIT = 10000 };

/// The properties in the file header.
typedef struct {
  uint32_t width, height;
  bool is_animated;
} outline;

static uint32_t le24(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16; }

/// Parses the size in the first chunk (RFC 9649, 2.4 to 2.7). Returns 0 if it is missing.
static outline read_outline(const photo_input *input) {
  uint8_t header[HEADER] = {0};
  outline found = {0};
  size_t got = input->read(input->context, 0, header, sizeof header);
  if (got < sizeof header) return found;
  if (memcmp(header + 12, "VP8 ", 4) == 0) {
    found.width = le24(header + 26) & 0x3FFF;
    found.height = (header[28] | (uint32_t)header[29] << 8) & 0x3FFF;
  } else if (memcmp(header + 12, "VP8L", 4) == 0) {
    uint32_t sides = le24(header + 21) | (uint32_t)header[24] << 24;
    found.width = (sides & 0x3FFF) + 1;
    found.height = (sides >> 14 & 0x3FFF) + 1;
  } else if (memcmp(header + 12, "VP8X", 4) == 0) {
    found.width = le24(header + 24) + 1;
    found.height = le24(header + 27) + 1;
    found.is_animated = header[20] & ANIMATION;
  }
  return found;
}

static photo_status read_all(const photo_input *input, photo_picture *picture, WebPData *data) {
  uint8_t *bytes = WebPMalloc((size_t)input->size);
  if (!bytes) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  data->bytes = bytes;
  data->size = photo_read_at(input, 0, bytes, (size_t)input->size);
  return PHOTO_OK;
}

static void copy_profile(const WebPDemuxer *demuxer, const photo_request *request, photo_picture *picture) {
  WebPChunkIterator chunk;
  if (!request->wants_profile || !WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) return;
  photo_copy_profile(picture, request, chunk.chunk.bytes, chunk.chunk.size);
  WebPDemuxReleaseChunkIterator(&chunk);
}

/// Sets the decoded size: twice the requested size, as a reserve for the resampling filter. Frames of animations may
/// cover a part of the picture, and are not scaled or cropped.
static photo_status reserve(const photo_request *request, photo_picture *picture, const outline *outline,
                            uint64_t file_size) {
  uint32_t width, height;
  photo_rectangle part = {.width = picture->full_width, .height = picture->full_height};
  if (!outline->is_animated) part = photo_stored_part(request, picture->full_width, picture->full_height);
  photo_finished_size(request, picture->full_width, picture->full_height, &width, &height);
  bool scaled = !outline->is_animated && width <= part.width / 2 && height <= part.height / 2;
  picture->width = scaled ? width * 2 : part.width;
  picture->height = scaled ? height * 2 : part.height;
  picture->covered_width = picture->width;
  picture->covered_height = picture->height;
  uint64_t bytes = (uint64_t)picture->width * picture->height * 4;
  // The lossless decoder allocates every pixel at any scale.
  uint64_t working = (uint64_t)picture->full_width * picture->full_height * 4;
  if (file_size > request->byte_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more bytes than the limit");
  return photo_reserve(picture, request, bytes + working + file_size);
}

/// Decodes a frame to its position, or `part` of a frame that covers the picture, scaled to the size of the result.
static photo_status decode_frame(const WebPIterator *frame, photo_rectangle part, photo_picture *picture) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return photo_fail(picture, PHOTO_UNSUPPORTED, "another version of libwebp");
  VP8StatusCode status = WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &config.input);
  if (status != VP8_STATUS_OK) return photo_fail(picture, PHOTO_DAMAGED, "no header of a WebP frame");
  bool is_part = part.width != picture->full_width || part.height != picture->full_height;
  bool scaled = picture->width != part.width || picture->height != part.height;
  size_t stride = (size_t)picture->width * 4;
  size_t start = scaled || is_part ? 0 : (size_t)frame->y_offset * stride + (size_t)frame->x_offset * 4;
  config.options.use_cropping = is_part;
  config.options.crop_left = (int)part.x;
  config.options.crop_top = (int)part.y;
  config.options.crop_width = (int)part.width;
  config.options.crop_height = (int)part.height;
  config.options.use_scaling = scaled;
  config.options.scaled_width = (int)picture->width;
  config.options.scaled_height = (int)picture->height;
  config.output.colorspace = MODE_rgbA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = picture->pixels + start;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * picture->height - start;
  status = WebPDecode(frame->fragment.bytes, frame->fragment.size, &config);
  WebPFreeDecBuffer(&config.output);
  picture->has_alpha = picture->has_alpha || config.input.has_alpha;
  if (status == VP8_STATUS_OK) return PHOTO_OK;
  if (status == VP8_STATUS_OUT_OF_MEMORY) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  if (status != VP8_STATUS_SUSPENDED && status != VP8_STATUS_NOT_ENOUGH_DATA)
    return photo_fail(picture, PHOTO_DAMAGED, "the WebP frame is broken");
  picture->is_truncated = true;
  picture->has_alpha = true;
  return PHOTO_OK;
}

static photo_status decode(const WebPDemuxer *demuxer, const photo_request *request, photo_picture *picture) {
  if (WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH) != picture->full_width ||
      WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT) != picture->full_height)
    return photo_fail(picture, PHOTO_DAMAGED, "it has two sizes");
  WebPIterator frame;
  if (!WebPDemuxGetFrame(demuxer, 1, &frame)) return photo_fail(picture, PHOTO_DAMAGED, "no frame");
  copy_profile(demuxer, request, picture);
  bool covers = frame.x_offset == 0 && frame.y_offset == 0 && (uint32_t)frame.width == picture->full_width &&
                (uint32_t)frame.height == picture->full_height;
  bool inside = frame.x_offset >= 0 && frame.y_offset >= 0 && frame.width > 0 && frame.height > 0 &&
                (uint64_t)frame.x_offset + (uint64_t)frame.width <= picture->full_width &&
                (uint64_t)frame.y_offset + (uint64_t)frame.height <= picture->full_height;
  // Animations are neither cropped nor scaled.
  bool is_other = picture->width != picture->full_width || picture->height != picture->full_height;
  photo_rectangle part = {.width = picture->full_width, .height = picture->full_height};
  if (is_other) part = photo_stored_part(request, picture->full_width, picture->full_height);
  picture->has_alpha = !covers;
  photo_status status = PHOTO_OK;
  if (!inside || (is_other && !covers)) status = photo_fail(picture, PHOTO_DAMAGED, "a frame outside of the picture");
  if (status == PHOTO_OK && !photo_take_pixels(picture, request, picture->height, (size_t)picture->width * 4))
    status = photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  if (status == PHOTO_OK) status = decode_frame(&frame, part, picture);
  WebPDemuxReleaseIterator(&frame);
  return status;
}

/// Decodes another frame to one pixel. Returns whether it is sound.
static bool check_frame(const WebPIterator *frame) {
  WebPDecoderConfig config;
  uint8_t pixel[4];
  if (!WebPInitDecoderConfig(&config)) return true;
  config.options.use_scaling = 1;
  config.options.scaled_width = 1;
  config.options.scaled_height = 1;
  config.output.colorspace = MODE_rgbA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixel;
  config.output.u.RGBA.stride = sizeof pixel;
  config.output.u.RGBA.size = sizeof pixel;
  VP8StatusCode status = WebPDecode(frame->fragment.bytes, frame->fragment.size, &config);
  WebPFreeDecBuffer(&config.output);
  return status == VP8_STATUS_OK;
}

/// Returns whether the frames after the first are sound.
static bool check_frames(const WebPDemuxer *demuxer) {
  WebPIterator frame;
  uint64_t checked = 0;
  if (!WebPDemuxGetFrame(demuxer, 1, &frame)) return false;
  bool is_sound = true;
  while (is_sound && frame.frame_num < FRAME_LIMIT && WebPDemuxNextFrame(&frame)) {
    bool is_decoded = photo_checks_pixels(&checked, (uint32_t)frame.width, (uint32_t)frame.height);
    is_sound = frame.complete && (!is_decoded || check_frame(&frame));
  }
  WebPDemuxReleaseIterator(&frame);
  return is_sound;
}

photo_status photo_decode_webp(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  outline outline = read_outline(input);
  if (outline.width == 0 || outline.height == 0) return photo_fail(picture, PHOTO_DAMAGED, "no WebP container");
  WebPData data = {NULL, 0};
  photo_status status = photo_check_size(picture, request, outline.width, outline.height);
  if (status == PHOTO_OK) status = reserve(request, picture, &outline, input->size);
  if (status == PHOTO_OK) status = read_all(input, picture, &data);
  if (status) return status;
  WebPDemuxState state;
  WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
  if (!demuxer || state == WEBP_DEMUX_PARSE_ERROR)
    status = photo_fail(picture, PHOTO_DAMAGED, "no WebP container");
  else
    status = decode(demuxer, request, picture);
  if (status == PHOTO_OK && request->checks_all && (state != WEBP_DEMUX_DONE || !check_frames(demuxer)))
    picture->is_truncated = true;
  if (status == PHOTO_OK && outline.is_animated) photo_crop(picture, request);
  if (demuxer) WebPDemuxDelete(demuxer);
  WebPDataClear(&data);
  return status;
}
