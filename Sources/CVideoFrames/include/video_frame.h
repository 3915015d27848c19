/// A C interface to FFmpeg's libraries, which decode video frames.
#ifndef VIDEO_FRAME_H
#define VIDEO_FRAME_H

#include "photo_decode.h"

/// Loads the libraries, so that decoding opens no files. Returns false, and an error message of at most
/// PHOTO_PICTURE_MESSAGE_SIZE, on failure.
bool video_load(char message[]);

/// Decodes a representative frame: near a tenth of the duration and at least one second in. If it is black, tries the
/// next frames that can be decoded independently. The frame has square pixels and the stored orientation.
///
/// The libraries are loaded on the first call. They access no other files or network addresses, and read for a few
/// seconds at most. The caller bounds memory and processor time.
///
/// `picture`, which the caller frees, contains the frame scaled as requested. Returns `PHOTO_UNSUPPORTED` if the
/// libraries are missing; `message` then contains the package to install.
photo_status video_decode_frame(const photo_input *input, const photo_request *request, photo_picture *picture);

#endif
