#ifndef PHOTO_JPEG_H
#define PHOTO_JPEG_H

#include "photo_source.h"

/// The maximum numbers of segments; each has almost 64 KiB.
enum { PHOTO_JPEG_PHOTOSHOP_LIMIT = 16, PHOTO_JPEG_XMP_EXTENSION_LIMIT = 264 };

/// The markers before the first scan of a JPEG (ITU-T T.81, Annex B).
typedef struct {
  uint32_t width;        ///< Samples per line, 0 without a frame header.
  uint32_t height;       ///< Lines, 0 without a frame header.
  bool progressive;      ///< Whether the frame header is SOF2.
  photo_segment exif;    ///< The TIFF block in the first APP1 "Exif".
  photo_segment xmp;     ///< The packet in the first APP1 of XMP.
  photo_segment multi_picture;  ///< The first APP2 "MPF" (CIPA DC-007, 5.2) from its TIFF header on.
  uint32_t xmp_extension_count;  ///< The number of segments of extended XMP that were stored.
  /// The APP13 "Photoshop 3.0" segments after their name. Joined in this order they contain the image resources.
  photo_segment photoshop[PHOTO_JPEG_PHOTOSHOP_LIMIT];
  uint32_t photoshop_count;
  char message[PHOTO_MESSAGE_SIZE];  ///< The reason for an error; otherwise empty.
} photo_jpeg_header;

/// Reads the markers of a JPEG of `size` bytes up to its first scan with libjpeg-turbo, skipping at most 64 MiB.
///
/// Stores in `xmp_extensions` the APP1 segments of extended XMP (XMP part 3, 1.1.3.1) after their name: identifier and
/// total size, the offset of the piece, and the piece. It has room for PHOTO_JPEG_XMP_EXTENSION_LIMIT, or is NULL.
///
/// Returns `true` if it reached the first scan; otherwise `header->message` is the reason, and `header` has the
/// segments before the error.
bool photo_jpeg_read_header(photo_read read, void *context, uint64_t size, photo_segment *xmp_extensions,
                            photo_jpeg_header *header);

#endif
