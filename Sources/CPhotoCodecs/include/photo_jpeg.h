#ifndef PHOTO_JPEG_H
#define PHOTO_JPEG_H

#include "photo_source.h"

/// The most segments of one kind that are told; one holds nearly 64 KiB.
enum { PHOTO_JPEG_PHOTOSHOP_LIMIT = 16, PHOTO_JPEG_XMP_EXTENSION_LIMIT = 264 };

/// What the markers before the first scan of a JPEG say (ITU-T T.81, Annex B).
typedef struct {
  uint32_t width;        ///< Samples per line, 0 if no frame header was found.
  uint32_t height;       ///< Lines, 0 if no frame header was found.
  bool progressive;      ///< True for SOF2.
  photo_segment exif;    ///< The first APP1 "Exif": the TIFF block after its six bytes.
  photo_segment xmp;     ///< The first APP1 of XMP: the packet after its name.
  photo_segment multi_picture;  ///< The first APP2 "MPF" (CIPA DC-007, 5.2): the TIFF header that follows, and all after it.
  /// Each APP1 of extended XMP (XMP part 3, 1.1.3.1): what stands after its name, which is the identifier of the packet,
  /// the packet's size, the place of this piece in it, and the piece.
  photo_segment xmp_extensions[PHOTO_JPEG_XMP_EXTENSION_LIMIT];
  uint32_t xmp_extension_count;  ///< How many of them there are.
  /// Each APP13 "Photoshop 3.0": what stands after its name and NUL. Put together in this order they are one run of
  /// image resources, which may be cut anywhere.
  photo_segment photoshop[PHOTO_JPEG_PHOTOSHOP_LIMIT];
  uint32_t photoshop_count;  ///< How many of them there are.
  char message[PHOTO_MESSAGE_SIZE];  ///< Why reading stopped, empty if it did not.
} photo_jpeg_header;

/// Reads the markers of a JPEG of `size` bytes up to its first scan with libjpeg-turbo.
///
/// At most 64 MiB of markers are passed over. What was found before an error stays in `header`.
/// Returns true if the first scan was reached; otherwise `header->message` says why not.
bool photo_jpeg_read_header(photo_read read, void *context, uint64_t size, photo_jpeg_header *header);

#endif
