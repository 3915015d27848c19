#ifndef VIDEO_PICTURE_H
#define VIDEO_PICTURE_H

#include "video_input.h"

/// The answer of the decoding process, in shared memory; the pixels follow.
typedef struct {
  photo_status status;
  uint32_t width, height;            ///< Of the pixels: RGBA, rows without gaps.
  uint32_t full_width, full_height;  ///< Of the video, with square pixels.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];
  uint64_t room;                     ///< Bytes that there are for pixels.
  uint8_t pixels[];
} video_answer;

/// Ends the answer with a text.
void video_fail(video_answer *answer, photo_status status, const char *text);

/// Scales a frame as the request asks and puts it into the answer. False if there is no room or memory for it.
bool video_put_frame(const video_input *input, const AVFrame *frame, const photo_request *request,
                     video_answer *answer);

/// The mean of red, green and blue, 0 to 255; -1 if the frame cannot be scaled.
int video_brightness(const AVFrame *frame);

/// Decodes the frame that stands for a video into the answer.
void video_choose_frame(video_input *input, const photo_request *request, video_answer *answer);

#endif
