/// The narrow C surface over FFmpeg's libraries, which decode frames of videos.
#ifndef VIDEO_FRAME_H
#define VIDEO_FRAME_H

#include "photo_decode.h"

/// Decodes the frame that stands for a video: near a tenth of its length and at least a second in, or one of the next
/// that can be decoded alone if that is black. It has square pixels and is not turned upright.
///
/// The libraries are loaded when this is first called. They open no other file and no network address, and read for a few
/// seconds at most; the caller limits the memory and the processor time that they take.
///
/// `picture`, which the caller frees, holds the frame scaled as the request asks. Without the libraries the status is
/// `PHOTO_UNSUPPORTED`, and `message` says what to install.
photo_status video_decode_frame(const photo_input *input, const photo_request *request, photo_picture *picture);

#endif
