#include "video_input.h"

#include <string.h>
#include <time.h>

enum { WINDOW = 64 * 1024, PROBED_BYTES = 4 << 20, PROBED_MICROSECONDS = 2000000, STREAMS = 64, MICROSECONDS = 1000000 };
static const uint64_t BYTE_LIMIT = 256 << 20;

// The containers and codecs of personal videos.
static const char CONTAINERS[] = "mov,mp4,m4a,3gp,3g2,mj2,avi,mpegts,matroska,webm";
const char VIDEO_DECODERS[] =
    "h264,hevc,mjpeg,mpeg4,mpeg2video,mpeg1video,vp8,vp9,libdav1d,av1,prores,rawvideo,dvvideo,h263,flv,msmpeg4v1,msmpeg4v2,"
    "msmpeg4,wmv1,wmv2,wmv3,vc1,theora,svq1,svq3,cinepak,qtrle";

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * MICROSECONDS + time.tv_nsec / 1000;
}

bool video_input_is_late(const video_input *self) { return now() > self->deadline; }

static int read_bytes(void *context, uint8_t *bytes, int size) {
  video_input *self = context;
  // libavformat checks its deadline only here.
  if (size <= 0 || self->left < (uint64_t)size || video_input_is_late(self)) return AVERROR_EXIT;
  if (self->position >= self->source->size) return AVERROR_EOF;
  uint64_t rest = self->source->size - self->position;
  size_t wanted = (uint64_t)size < rest ? (size_t)size : (size_t)rest;
  size_t got = self->source->read(self->source->context, self->position, bytes, wanted);
  self->position += got;
  self->left -= got;
  return got > 0 ? (int)got : AVERROR_EOF;
}

static int64_t seek(void *context, int64_t offset, int from) {
  video_input *self = context;
  int64_t size = (int64_t)self->source->size;
  from &= ~AVSEEK_FORCE;
  if (from == AVSEEK_SIZE) return size;
  int64_t start = from == SEEK_CUR ? (int64_t)self->position : from == SEEK_END ? size : 0;
  if (offset > INT64_MAX - start || start + offset < 0) return AVERROR(EINVAL);
  self->position = (uint64_t)(start + offset);
  return start + offset;
}

static bool open_context(video_input *self) {
  uint8_t *window = libavformat()->malloc(WINDOW);
  if (!window) return false;
  self->io = libavformat()->io_alloc_context(window, WINDOW, 0, self, read_bytes, NULL, seek);
  if (!self->io) libavformat()->freep(&window);
  self->context = libavformat()->alloc_context();
  if (!self->io || !self->context) return false;
  self->context->pb = self->io;
  AVDictionary *options = NULL;
  libavformat()->dict_set(&options, "format_whitelist", CONTAINERS, 0);
  libavformat()->dict_set(&options, "codec_whitelist", VIDEO_DECODERS, 0);
  // Rejects references to other files and addresses.
  libavformat()->dict_set(&options, "protocol_whitelist", "", 0);
  libavformat()->dict_set_int(&options, "probesize", PROBED_BYTES, 0);
  libavformat()->dict_set_int(&options, "analyzeduration", PROBED_MICROSECONDS, 0);
  libavformat()->dict_set_int(&options, "max_streams", STREAMS, 0);
  // Frees the context on failure.
  int status = libavformat()->open_input(&self->context, "", NULL, &options);
  libavformat()->dict_free(&options);
  return status >= 0;
}

/// Finds the stream with the largest pictures, ignoring covers. Returns whether the context contains one.
static bool find_pictures(video_input *self) {
  int64_t largest = -1;
  for (unsigned index = 0; index < self->context->nb_streams; index++) {
    AVStream *stream = self->context->streams[index];
    const AVCodecParameters *coded = av_parameters_of(stream);
    bool is_cover = av_fields_of_stream(stream)->disposition & AV_DISPOSITION_ATTACHED_PIC;
    if (coded->codec_type != AVMEDIA_TYPE_VIDEO || is_cover) continue;
    const av_parameter_fields *size = av_fields_of_parameters(coded);
    int64_t area = (int64_t)size->width * size->height;
    if (area <= largest) continue;
    largest = area;
    self->stream = stream;
    self->stream_index = (int)index;
  }
  return largest >= 0;
}

const char *video_input_open(video_input *self, const photo_input *source, int64_t seconds) {
  memset(self, 0, sizeof *self);
  self->source = source;
  self->left = BYTE_LIMIT;
  self->deadline = now() + seconds * MICROSECONDS;
  if (!open_context(self)) return "no video container";
  // A complete container header describes the streams; otherwise the content is probed.
  if (!find_pictures(self) || av_fields_of_parameters(av_parameters_of(self->stream))->width <= 0 ||
      av_fields_of_format(self->context)->duration <= 0) {
    if (libavformat()->find_stream_info(self->context, NULL) < 0) return "no streams in the video";
    if (!find_pictures(self)) return "no pictures in the video";
  }
  for (unsigned index = 0; index < self->context->nb_streams; index++)
    if (self->context->streams[index] != self->stream)
      av_fields_of_stream(self->context->streams[index])->discard = AVDISCARD_ALL;
  return NULL;
}

void video_input_close(video_input *self) {
  libavformat()->close_input(&self->context);
  // libavformat may have replaced the buffer.
  if (self->io) libavformat()->freep(&self->io->buffer);
  libavformat()->io_free_context(&self->io);
}

int64_t video_input_middle(const video_input *self) {
  int64_t length = av_fields_of_format(self->context)->duration;
  if (length <= 0) return AV_NOPTS_VALUE;
  int64_t place = length / 10;
  if (place < MICROSECONDS) place = length > MICROSECONDS ? MICROSECONDS : 0;
  int64_t start = av_fields_of_format(self->context)->start_time;
  if (start == AV_NOPTS_VALUE) start = 0;
  return libavformat()->rescale_q(start > INT64_MAX - place ? start : start + place, AV_TIME_BASE_Q,
                                  av_fields_of_stream(self->stream)->time_base);
}
