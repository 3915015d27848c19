#ifndef AV_LIBRARY_H
#define AV_LIBRARY_H

#include "library_load.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libswscale/swscale.h>

/// The functions of libavformat, libavcodec and libavutil that are called, by symbol.
#define AVFORMAT_FUNCTIONS(X) \
  X(alloc_context, avformat_alloc_context) \
  X(codec_alloc_context, avcodec_alloc_context3) \
  X(codec_find_decoder, avcodec_find_decoder) \
  X(close_input, avformat_close_input) \
  X(codec_flush_buffers, avcodec_flush_buffers) \
  X(codec_free_context, avcodec_free_context) \
  X(codec_open, avcodec_open2) \
  X(codec_parameters_to_context, avcodec_parameters_to_context) \
  X(codec_receive_frame, avcodec_receive_frame) \
  X(codec_send_packet, avcodec_send_packet) \
  X(dict_free, av_dict_free) \
  X(dict_set, av_dict_set) \
  X(dict_set_int, av_dict_set_int) \
  X(find_stream_info, avformat_find_stream_info) \
  X(frame_alloc, av_frame_alloc) \
  X(frame_free, av_frame_free) \
  X(frame_get_buffer, av_frame_get_buffer) \
  X(frame_unref, av_frame_unref) \
  X(freep, av_freep) \
  X(guess_sample_aspect_ratio, av_guess_sample_aspect_ratio) \
  X(io_alloc_context, avio_alloc_context) \
  X(io_free_context, avio_context_free) \
  X(log_set_level, av_log_set_level) \
  X(malloc, av_malloc) \
  X(match_list, av_match_list) \
  X(max_alloc, av_max_alloc) \
  X(open_input, avformat_open_input) \
  X(packet_alloc, av_packet_alloc) \
  X(packet_free, av_packet_free) \
  X(packet_unref, av_packet_unref) \
  X(read_frame, av_read_frame) \
  X(rescale_q, av_rescale_q) \
  X(seek_frame, av_seek_frame) \
  X(version, avformat_version)

/// The functions of libswscale that are called, by symbol.
#define SWSCALE_FUNCTIONS(X) \
  X(free_context, sws_freeContext) \
  X(get_coefficients, sws_getCoefficients) \
  X(get_context, sws_getContext) \
  X(scale, sws_scale) \
  X(set_colorspace, sws_setColorspaceDetails)

#define AV_VERSIONS "of FFmpeg 5.0 to 7.1"
/// The packages of FFmpeg 5 in Debian 12, of FFmpeg 6 in Ubuntu 24.04, and of FFmpeg 7.
#define AV_PACKAGES(name, five, six, seven) \
  "debian12=" name five " ubuntu24.04=" name six " debian=" name seven " fedora=" name "-free arch=ffmpeg"

// Loaded lazily, because they have about fifty dependencies.
LIBRARY_DECLARE(avformat, AVFORMAT_FUNCTIONS, LIBRARY_NONE)
LIBRARY_DECLARE(swscale, SWSCALE_FUNCTIONS, LIBRARY_NONE)

// The loaded FFmpeg may have another version than the headers. Only use fields whose offsets are the same from FFmpeg 5.1 to
// 7.1, and the fields below. Everything else is set by name, as AVOptions.

/// Fields of AVStream.
typedef struct {
  AVRational time_base;
  int64_t start_time, duration, frame_count;
  int disposition;
  enum AVDiscard discard;
} av_stream_fields;

/// Fields of AVFormatContext, in microseconds.
typedef struct {
  int64_t start_time, duration;
} av_format_fields;

/// Fields of AVCodecParameters.
typedef struct {
  int width, height;
} av_parameter_fields;

/// Fields of AVFrame.
typedef struct {
  enum AVColorRange color_range;
  enum AVColorPrimaries color_primaries;
  enum AVColorTransferCharacteristic color_trc;
  enum AVColorSpace colorspace;
} av_frame_fields;

const AVCodecParameters *av_parameters_of(const AVStream *stream);
av_stream_fields *av_fields_of_stream(AVStream *stream);
const av_format_fields *av_fields_of_format(const AVFormatContext *context);
const av_parameter_fields *av_fields_of_parameters(const AVCodecParameters *parameters);
const av_frame_fields *av_fields_of_frame(const AVFrame *frame);

#endif
