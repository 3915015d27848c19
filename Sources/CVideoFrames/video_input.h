#ifndef VIDEO_INPUT_H
#define VIDEO_INPUT_H

#include "av_library.h"
#include "video_frame.h"

/// A video that is open for reading packets.
typedef struct {
  const photo_input *source;
  uint64_t position;         ///< The read position.
  uint64_t left;             ///< The number of bytes that may be read.
  int64_t deadline;          ///< The deadline for reading, in microseconds of the monotonic clock.
  AVIOContext *io;
  AVFormatContext *context;
  AVStream *stream;          ///< The video stream; other streams are ignored.
  int stream_index;
} video_input;

/// Opens a video and finds its video stream. Returns NULL on success, or the error message. Free it with
/// `video_input_close` in either case.
const char *video_input_open(video_input *self, const photo_input *source, int64_t seconds);

void video_input_close(video_input *self);

/// Whether the deadline has passed.
bool video_input_is_late(const video_input *self);

/// The decoders for codecs of cameras, phones and messengers, separated by commas.
extern const char VIDEO_DECODERS[];

/// Returns the position of the representative frame in units of the stream, or AV_NOPTS_VALUE if the duration is
/// unknown.
int64_t video_input_middle(const video_input *self);

/// Scales a frame as requested and copies it into the picture. Returns false for sides that are too long, or if an
/// allocation fails.
bool video_put_frame(const video_input *input, const AVFrame *frame, const photo_request *request,
                     photo_picture *picture);

/// Returns the mean of red, green and blue, 0 to 255, or -1 if the frame can't be scaled.
int video_brightness(const AVFrame *frame);

#endif
