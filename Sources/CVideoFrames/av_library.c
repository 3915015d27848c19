#include "av_library.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Symbols are also looked up in its dependencies.
LIBRARY_DEFINE(avformat, AVFORMAT_FUNCTIONS, LIBRARY_NONE, .name = "libavformat", .version = AV_VERSIONS,
               .packages = AV_PACKAGES("libavformat", "59", "60", "61"),
               .files = {"libavformat.so.61", "libavformat.so.60", "libavformat.so.59"},
               .version_function = "avformat_version", .version_form = LIBRARY_VERSION_BYTES)

/// The offsets of fields in a major version of libavformat, and in libavcodec and libavutil of the same FFmpeg.
typedef struct {
  unsigned version;
  size_t parameters, stream, format, coded, frame;
} layout;

// On systems with 64-bit pointers.
#define FFMPEG_5 208, 16, 64, 56, 320
#define FFMPEG_6 16, 32, 64, 56, 320
#define FFMPEG_7 16, 32, 96, 72, 296

static const layout LAYOUTS[] = {{59, FFMPEG_5}, {60, FFMPEG_6}, {61, FFMPEG_7}};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof *LAYOUTS };

#define IS_LAYOUT(parameters, stream, format, coded, frame) \
  (offsetof(AVStream, codecpar) == (parameters) && offsetof(AVStream, time_base) == (stream) && \
   offsetof(AVStream, disposition) == (stream) + offsetof(av_stream_fields, disposition) && \
   offsetof(AVStream, discard) == (stream) + offsetof(av_stream_fields, discard) && \
   offsetof(AVFormatContext, start_time) == (format) && \
   offsetof(AVFormatContext, duration) == (format) + offsetof(av_format_fields, duration) && \
   offsetof(AVCodecParameters, width) == (coded) && \
   offsetof(AVCodecParameters, height) == (coded) + offsetof(av_parameter_fields, height) && \
   offsetof(AVFrame, color_range) == (frame) && \
   offsetof(AVFrame, colorspace) == (frame) + offsetof(av_frame_fields, colorspace))
#define IS_LAYOUT_OF(version) IS_LAYOUT(version)

#if LIBAVFORMAT_VERSION_MAJOR == 59
_Static_assert(IS_LAYOUT_OF(FFMPEG_5), "the fields of FFmpeg 5");
#elif LIBAVFORMAT_VERSION_MAJOR == 60
_Static_assert(IS_LAYOUT_OF(FFMPEG_6), "the fields of FFmpeg 6");
#elif LIBAVFORMAT_VERSION_MAJOR == 61
_Static_assert(IS_LAYOUT_OF(FFMPEG_7), "the fields of FFmpeg 7");
#endif

/// Returns the layout of the loaded version.
static const layout *loaded(void) {
  unsigned major = libavformat()->version() >> 16;
  for (size_t index = 0; index < LAYOUT_COUNT; index++)
    if (LAYOUTS[index].version == major) return &LAYOUTS[index];
  // The loader opens no other versions.
  abort();
}

const AVCodecParameters *av_parameters_of(const AVStream *stream) {
  return *(AVCodecParameters *const *)(const void *)((const uint8_t *)stream + loaded()->parameters);
}

av_stream_fields *av_fields_of_stream(AVStream *stream) {
  return (av_stream_fields *)(void *)((uint8_t *)stream + loaded()->stream);
}

const av_format_fields *av_fields_of_format(const AVFormatContext *context) {
  return (const av_format_fields *)(const void *)((const uint8_t *)context + loaded()->format);
}

const av_parameter_fields *av_fields_of_parameters(const AVCodecParameters *parameters) {
  return (const av_parameter_fields *)(const void *)((const uint8_t *)parameters + loaded()->coded);
}

const av_frame_fields *av_fields_of_frame(const AVFrame *frame) {
  return (const av_frame_fields *)(const void *)((const uint8_t *)frame + loaded()->frame);
}
