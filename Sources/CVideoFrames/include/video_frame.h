/// The narrow C surface over FFmpeg's libraries, which decode frames of videos.
#ifndef VIDEO_FRAME_H
#define VIDEO_FRAME_H

#include "photo_picture.h"

/// Where the bytes of a video are: in a part of an open file, or in memory.
typedef struct {
  int descriptor;        ///< Open for reading; its offset is neither used nor moved. -1 for memory.
  uint64_t offset;       ///< Where the video begins in the file.
  const uint8_t *bytes;  ///< The video, if it is in memory.
  uint64_t size;         ///< Bytes.
} video_source;

/// Decodes the frame that stands for a video: near a tenth of its length and at least a second in, or one of the next
/// that can be decoded alone if that is black. It has square pixels and is not turned upright.
///
/// The libraries are loaded when this is first called, and run in a process of their own, whose memory and processor time
/// are limited. They open no other file and no network address.
///
/// `picture`, which the caller frees, holds the frame scaled as the request asks. Without the libraries the status is
/// `PHOTO_UNSUPPORTED`, and `message` says what to install.
photo_status video_decode_frame(const video_source *source, const photo_request *request, photo_picture *picture);

#endif
