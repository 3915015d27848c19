#ifndef PHOTO_DECODE_H
#define PHOTO_DECODE_H

#include "photo_picture.h"
#include "photo_source.h"

/// The bytes of a picture: a whole file or a part of one.
typedef struct {
  photo_read read;  ///< Reads at an offset from the start of the picture.
  void *context;    ///< Passed to `read`.
  uint64_t size;    ///< Bytes.
} photo_input;

/// Decoders fill `picture`, which the caller frees whatever the status is.
///
/// Each decodes at the smallest size its library offers that is not below the size asked for, and may
/// shrink by a whole number on the way. What it could decode before a file broke is kept: then the status
/// is `PHOTO_OK` and `is_truncated` is set.

/// JPEG, baseline and progressive, grey, colour and CMYK, with libjpeg-turbo.
photo_status photo_decode_jpeg(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// PNG, every colour type, depth and interlacing, with libpng. Chromaticities are not applied.
photo_status photo_decode_png(const photo_input *input, const photo_request *request, photo_picture *picture);

/// HEIC and AVIF, the primary picture or its embedded thumbnail if that is large enough, with libheif.
photo_status photo_decode_heif(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// JPEG XL, the first frame, with libjxl, which may end the process if memory is short.
photo_status photo_decode_jxl(const photo_input *input, const photo_request *request, photo_picture *picture);

/// WebP, the first frame of an animation, with libwebp.
photo_status photo_decode_webp(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// TIFF, the first directory, with libtiff.
photo_status photo_decode_tiff(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// GIF, the first frame on its screen, with giflib.
photo_status photo_decode_gif(const photo_input *input, const photo_request *request, photo_picture *picture);

/// BMP of Windows and OS/2: plain rows of every depth, masks and run lengths.
photo_status photo_decode_bmp(const photo_input *input, const photo_request *request, photo_picture *picture);

/// ICO, the largest picture: a PNG with libpng, or a bitmap with its mask.
photo_status photo_decode_ico(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Decodes from a picture that was decoded before: whole, in full size and with its profile.
photo_status photo_decode_held(const photo_picture *held, const photo_request *request, photo_picture *picture);

#endif
