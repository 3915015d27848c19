#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

#include "canvas.h"
#include "photo_decode.h"

static photo_status read_all(const photo_input *input, const photo_request *request, photo_picture *picture,
                             WebPData *data) {
  if (input->size == 0) return photo_fail(picture, PHOTO_DAMAGED, "the file is empty");
  if (input->size > request->byte_limit / 2)
    return photo_fail(picture, PHOTO_TOO_LARGE, "more bytes than the limit");
  uint8_t *bytes = WebPMalloc((size_t)input->size);
  if (!bytes) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  data->bytes = bytes;
  while (data->size < input->size) {
    size_t got =
        input->read(input->context, data->size, bytes + data->size, (size_t)input->size - data->size);
    if (got == 0) break;
    data->size += got;
  }
  return PHOTO_OK;
}

static void copy_profile(const WebPDemuxer *demuxer, const photo_request *request, photo_picture *picture) {
  WebPChunkIterator chunk;
  if (!request->wants_profile || !WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) return;
  picture->profile = chunk.chunk.size > 0 ? malloc(chunk.chunk.size) : NULL;
  if (picture->profile) {
    memcpy(picture->profile, chunk.chunk.bytes, chunk.chunk.size);
    picture->profile_size = chunk.chunk.size;
  }
  WebPDemuxReleaseChunkIterator(&chunk);
}

/// Sets the size of the result: twice the size asked for, so that the filter that comes after has a choice.
static photo_status take_pixels(const photo_request *request, photo_picture *picture, uint64_t working) {
  uint32_t width, height;
  photo_target_size(request, picture->full_width, picture->full_height, &width, &height);
  bool scaled = width <= picture->full_width / 2 && height <= picture->full_height / 2;
  picture->width = scaled ? width * 2 : picture->full_width;
  picture->height = scaled ? height * 2 : picture->full_height;
  picture->covered_width = picture->width;
  picture->covered_height = picture->height;
  uint64_t bytes = (uint64_t)picture->width * picture->height * 4;
  photo_status status = photo_reserve(picture, request, bytes + working);
  if (status) return status;
  picture->pixels = calloc(picture->height, (size_t)picture->width * 4);
  return picture->pixels ? PHOTO_OK : photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
}

/// Decodes a frame to its place on the picture; a scaled one covers it all.
static photo_status decode_frame(const WebPIterator *frame, photo_picture *picture) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return photo_fail(picture, PHOTO_UNSUPPORTED, "another version of libwebp");
  VP8StatusCode status = WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &config.input);
  if (status != VP8_STATUS_OK) return photo_fail(picture, PHOTO_DAMAGED, "no header of a WebP frame");
  bool scaled = picture->width != picture->full_width || picture->height != picture->full_height;
  size_t stride = (size_t)picture->width * 4;
  size_t start = scaled ? 0 : (size_t)frame->y_offset * stride + (size_t)frame->x_offset * 4;
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
  photo_status status = photo_check_size(picture, request, WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH),
                                         WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT));
  if (status) return status;
  WebPIterator frame;
  if (!WebPDemuxGetFrame(demuxer, 1, &frame)) return photo_fail(picture, PHOTO_DAMAGED, "no frame");
  copy_profile(demuxer, request, picture);
  bool covers = frame.x_offset == 0 && frame.y_offset == 0 && (uint32_t)frame.width == picture->full_width &&
                (uint32_t)frame.height == picture->full_height;
  bool inside = frame.x_offset >= 0 && frame.y_offset >= 0 && frame.width > 0 && frame.height > 0 &&
                (uint64_t)frame.x_offset + (uint64_t)frame.width <= picture->full_width &&
                (uint64_t)frame.y_offset + (uint64_t)frame.height <= picture->full_height;
  photo_request whole = *request;
  if (!covers) whole.box_width = whole.box_height = 0;
  picture->has_alpha = !covers;
  // The lossless decoder holds every pixel, whatever the scale.
  uint64_t working = (uint64_t)picture->full_width * picture->full_height * 4;
  status = inside ? take_pixels(&whole, picture, working)
                  : photo_fail(picture, PHOTO_DAMAGED, "a frame outside of the picture");
  if (status == PHOTO_OK) status = decode_frame(&frame, picture);
  WebPDemuxReleaseIterator(&frame);
  return status;
}

photo_status photo_decode_webp(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  WebPData data = {NULL, 0};
  photo_status status = read_all(input, request, picture, &data);
  if (status) return status;
  WebPDemuxState state;
  WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
  if (!demuxer || state == WEBP_DEMUX_PARSE_ERROR)
    status = photo_fail(picture, PHOTO_DAMAGED, "no WebP container");
  else
    status = decode(demuxer, request, picture);
  if (demuxer) WebPDemuxDelete(demuxer);
  WebPDataClear(&data);
  return status;
}
