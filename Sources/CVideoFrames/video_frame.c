#include "video_frame.h"

#include <string.h>

#include "video_input.h"

// Frames darker than BLACK are considered black. DARK_FRAMES is the maximum number of frames to try; the others limit
// the number of packets.
enum { BLACK = 20, DARK_FRAMES = 5, PACKETS = 2000, PLAIN_PACKETS = 250 };

enum { SECONDS = 4, SINGLE_LIMIT = 256 << 20, HEADER_BYTES = 16 << 20 };
// An 8K frame has 33 million pixels, a 4K frame 8.3 million.
static const uint64_t PIXEL_LIMIT = 40000000, USUAL_PIXELS = 8300000;

typedef struct {
  video_input *input;
  const photo_request *request;
  photo_picture *picture;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  int brightest;   ///< The brightness of the frame in the picture, or -1.
  unsigned taken;  ///< The number of decoded frames.
} session;

/// Opens a single-threaded decoder. Returns NULL on success, or the error message.
static const char *open_decoder(session *self) {
  const AVCodecParameters *coded = av_parameters_of(self->input->stream);
  const AVCodec *codec = libavformat()->codec_find_decoder(coded->codec_id);
  // Other decoders of libavcodec are not used.
  if (!codec || libavformat()->match_list(codec->name, VIDEO_DECODERS, ',') <= 0) return "a video of an unknown coding";
  self->decoder = libavformat()->codec_alloc_context(codec);
  if (!self->decoder || libavformat()->codec_parameters_to_context(self->decoder, coded) < 0) return "no memory";
  AVDictionary *options = NULL;
  libavformat()->dict_set_int(&options, "threads", 1, 0);
  libavformat()->dict_set_int(&options, "max_pixels", (int64_t)self->request->pixel_limit, 0);
  // Skips deblocking, which is invisible at small scales.
  const av_parameter_fields *size = av_fields_of_parameters(coded);
  uint32_t width = 0, height = 0;
  if (size->width > 0 && size->height > 0)
    photo_target_size(self->request, (uint32_t)size->width, (uint32_t)size->height, &width, &height);
  if (width * 2 <= (uint32_t)size->width) libavformat()->dict_set(&options, "skip_loop_filter", "all", 0);
  int status = libavformat()->codec_open(self->decoder, codec, &options);
  libavformat()->dict_free(&options);
  return status < 0 ? "the video cannot be decoded" : NULL;
}

/// Reads the next video packet. Returns false at the end, or after too many other packets.
static bool read_packet(session *self, bool keys_only, unsigned *left) {
  while (*left > 0 && !video_input_is_late(self->input)) {
    --*left;
    libavformat()->packet_unref(self->packet);
    if (libavformat()->read_frame(self->input->context, self->packet) < 0) return false;
    if (self->packet->stream_index != self->input->stream_index) continue;
    if (!keys_only || self->packet->flags & AV_PKT_FLAG_KEY) return true;
  }
  return false;
}

/// Copies each decoded frame that is brighter than the current one. Returns true for a sufficiently bright frame.
static bool take_frames(session *self) {
  while (libavformat()->codec_receive_frame(self->decoder, self->frame) >= 0) {
    int brightness = video_brightness(self->frame);
    bool is_better = brightness > self->brightest;
    if (is_better && video_put_frame(self->input, self->frame, self->request, self->picture))
      self->brightest = brightness;
    libavformat()->frame_unref(self->frame);
    self->taken++;
    if (self->brightest >= BLACK || self->taken >= DARK_FRAMES) return self->brightest >= 0;
  }
  return false;
}

/// Decodes key frames independently, starting at a position.
static void try_key_frames(session *self, int64_t place) {
  if (place != AV_NOPTS_VALUE)
    libavformat()->seek_frame(self->input->context, self->input->stream_index, place, AVSEEK_FLAG_BACKWARD);
  av_fields_of_stream(self->input->stream)->discard = AVDISCARD_NONKEY;
  unsigned left = PACKETS;
  while (read_packet(self, true, &left)) {
    bool is_sent = libavformat()->codec_send_packet(self->decoder, self->packet) >= 0;
    // Flushing makes the decoder return this frame without waiting for others.
    libavformat()->codec_send_packet(self->decoder, NULL);
    if (is_sent && take_frames(self)) return;
    libavformat()->codec_flush_buffers(self->decoder);
  }
}

/// Decodes sequentially from the start, for videos whose key frames are not marked or can't be decoded independently.
static void try_all_frames(session *self) {
  libavformat()->seek_frame(self->input->context, -1, 0, AVSEEK_FLAG_BACKWARD);
  av_fields_of_stream(self->input->stream)->discard = AVDISCARD_DEFAULT;
  libavformat()->codec_flush_buffers(self->decoder);
  self->taken = 0;
  unsigned left = PLAIN_PACKETS;
  while (read_packet(self, false, &left)) {
    libavformat()->codec_send_packet(self->decoder, self->packet);
    if (take_frames(self)) return;
  }
  libavformat()->codec_send_packet(self->decoder, NULL);
  take_frames(self);
}

static photo_status choose_frame(session *self) {
  const char *failure = open_decoder(self);
  if (failure) return photo_fail(self->picture, PHOTO_UNSUPPORTED, failure);
  self->packet = libavformat()->packet_alloc();
  self->frame = libavformat()->frame_alloc();
  if (!self->packet || !self->frame) return photo_fail(self->picture, PHOTO_NO_MEMORY, "no memory");
  try_key_frames(self, video_input_middle(self->input));
  if (self->brightest < 0) try_all_frames(self);
  if (self->brightest >= 0) return PHOTO_OK;
  return photo_fail(self->picture, PHOTO_DAMAGED, "no frame of the video can be decoded");
}

/// Decodes a representative frame.
static photo_status decode_best_frame(video_input *input, const photo_request *request, photo_picture *picture) {
  session self = {.input = input, .request = request, .picture = picture, .brightest = -1};
  photo_status status = choose_frame(&self);
  libavformat()->packet_free(&self.packet);
  libavformat()->frame_free(&self.frame);
  libavformat()->codec_free_context(&self.decoder);
  return status;
}

static photo_status decode_frame(const photo_input *source, const photo_request *request, photo_picture *picture) {
  video_input input;
  const char *failure = video_input_open(&input, source, SECONDS);
  photo_status status =
      failure ? photo_fail(picture, PHOTO_DAMAGED, failure) : decode_best_frame(&input, request, picture);
  video_input_close(&input);
  return status;
}

bool video_load(char message[]) { return libavformat_is_loaded(message) && libswscale_is_loaded(message); }

photo_status video_decode_frame(const photo_input *source, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!video_load(picture->message)) return PHOTO_UNSUPPORTED;
  picture->message[0] = 0;
  libavformat()->log_set_level(AV_LOG_QUIET);
  libavformat()->max_alloc(SINGLE_LIMIT);
  photo_request bounded = *request;
  if (bounded.pixel_limit > PIXEL_LIMIT) bounded.pixel_limit = PIXEL_LIMIT;
  // Two frames with four bytes per pixel, or the reference frames. The header contains their size if it is known.
  uint64_t pixels = request->coded_pixels > 0 ? request->coded_pixels : USUAL_PIXELS;
  if (pixels > bounded.pixel_limit) return photo_fail(picture, PHOTO_TOO_LARGE, "more pixels than the limit");
  photo_status status = photo_reserve(picture, request, pixels * 8 + HEADER_BYTES);
  if (status) return status;
  if (request->part.width == 0 && !request->packs_opaque) return decode_frame(source, &bounded, picture);
  // Parts are cropped from the entire frame.
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
