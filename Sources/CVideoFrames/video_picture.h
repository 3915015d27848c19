#ifndef VIDEO_PICTURE_H
#define VIDEO_PICTURE_H

#include "video_input.h"

/// Scales a frame as the request asks and puts it into the picture, in place of any other. False if there is no memory
/// for it, or if its sides are too long.
bool video_put_frame(const video_input *input, const AVFrame *frame, const photo_request *request,
                     photo_picture *picture);

/// The mean of red, green and blue, 0 to 255; -1 if the frame cannot be scaled.
int video_brightness(const AVFrame *frame);

/// Decodes the frame that stands for a video into the picture.
photo_status video_choose_frame(video_input *input, const photo_request *request, photo_picture *picture);

#endif
