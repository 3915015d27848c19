#ifndef VIDEO_INPUT_H
#define VIDEO_INPUT_H

#include "av_library.h"
#include "video_frame.h"

/// A video that is open for reading packets.
typedef struct {
  const photo_input *source;
  uint64_t position;         ///< Where the next byte is read.
  uint64_t left;             ///< Bytes that may still be read.
  int64_t deadline;          ///< When reading ends, in microseconds of the monotonic clock.
  AVIOContext *io;
  AVFormatContext *context;
  AVStream *stream;          ///< The pictures; other streams are skipped.
} video_input;

/// Opens a video and finds its pictures; returns NULL, or a text that says why not. `video_input_close` frees what it took
/// in either case.
const char *video_input_open(video_input *self, const photo_input *source, int64_t seconds);

/// Frees all but the source.
void video_input_close(video_input *self);

/// True once the deadline has passed.
bool video_input_is_late(const video_input *self);

/// The place, in units of the stream, of the frame that stands for the video; AV_NOPTS_VALUE if its length is not known.
int64_t video_input_middle(const video_input *self);

/// Scales a frame as the request asks and puts it into the picture, in place of any other. False if there is no memory
/// for it, or if its sides are too long.
bool video_put_frame(const video_input *input, const AVFrame *frame, const photo_request *request,
                     photo_picture *picture);

/// The mean of red, green and blue, 0 to 255; -1 if the frame cannot be scaled.
int video_brightness(const AVFrame *frame);

#endif
