#ifndef PHOTO_DECODE_H
#define PHOTO_DECODE_H

#include "photo_picture.h"
#include "photo_source.h"

/// The bytes of a picture: a file or a range in a file.
typedef struct {
  photo_read read;  ///< Reads at an offset relative to the start of the picture.
  void *context;    ///< Passed to `read`.
  uint64_t size;    ///< The size in bytes.
} photo_input;

/// Decoders fill `picture`, which the caller frees, even after an error.
///
/// Each decoder uses the smallest scale of its library that is not below the requested size, and may also reduce the
/// picture by an integer factor. If a file ends early, the decoder returns the part before: the status is `PHOTO_OK`,
/// and `is_truncated` is set.

/// Loads the library of a decoder, including its plugins, so that decoding opens no files.
///
/// Decoders load their library if necessary. Returns false, and an error message of at most PHOTO_PICTURE_MESSAGE_SIZE,
/// if the library can't be loaded.
bool photo_load_heif(char message[]);
bool photo_load_jxl(char message[]);
bool photo_load_tiff(char message[]);

/// Decodes baseline and progressive JPEG in gray, RGB and CMYK with libjpeg-turbo.
photo_status photo_decode_jpeg(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// Decodes PNG with libpng. Chromaticities are ignored.
photo_status photo_decode_png(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Decodes the primary picture of HEIC and similar files, or a sufficiently large thumbnail, with libheif.
photo_status photo_decode_heif(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// Decodes the first frame of JPEG XL with libjxl, which may terminate the process if memory runs out.
photo_status photo_decode_jxl(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Decodes WebP, and the first frame of an animation, with libwebp.
photo_status photo_decode_webp(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// Decodes the first directory of a TIFF with libtiff.
photo_status photo_decode_tiff(const photo_input *input, const photo_request *request,
                               photo_picture *picture);

/// Decodes the first frame of a GIF on its screen with giflib.
photo_status photo_decode_gif(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Decodes BMP of Windows and OS/2: rows of every depth, masks and run lengths.
photo_status photo_decode_bmp(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Decodes the largest picture of an ICO: a PNG, or a bitmap with its mask.
photo_status photo_decode_ico(const photo_input *input, const photo_request *request, photo_picture *picture);

/// Copies from a picture that was decoded entirely, at full size and before color conversion.
photo_status photo_decode_held(const photo_picture *held, const photo_request *request, photo_picture *picture);

#endif
