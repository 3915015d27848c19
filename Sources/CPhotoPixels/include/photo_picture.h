#ifndef PHOTO_PICTURE_H
#define PHOTO_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of a call.
typedef enum {
  PHOTO_OK,
  PHOTO_DAMAGED,      ///< The file is corrupt; `message` contains the reason.
  PHOTO_UNSUPPORTED,  ///< The coding is not supported; `message` contains its name.
  PHOTO_TOO_LARGE,    ///< The picture exceeds the limits of the request; its size is set.
  PHOTO_NO_MEMORY,
} photo_status;

/// The maximum length of an error message, including NUL.
enum { PHOTO_PICTURE_MESSAGE_SIZE = 200 };

/// Called with the required memory in bytes before allocating it. Blocks until that much is available.
typedef void (*photo_admit)(void *context, uint64_t bytes);

/// Maps zeroed memory for sharing between helper and application, or returns NULL.
typedef void *(*photo_share)(void *context, size_t bytes);

/// A rectangle in pixels.
typedef struct {
  uint32_t x;       ///< The distance from the left edge.
  uint32_t y;       ///< The distance from the top edge.
  uint32_t width;
  uint32_t height;
} photo_rectangle;

/// A request to a decoder.
typedef struct {
  uint32_t box_width;    ///< The box to scale to, in the stored orientation; 0 for full size.
  uint32_t box_height;   ///< See `box_width`.
  uint32_t crop_width;   ///< The aspect ratio of the centered crop that fits the box; 0 for no crop.
  uint32_t crop_height;  ///< See `crop_width`.
  bool upright;          ///< HEIF: apply the rotation and mirroring of the container.
  bool uses_thumbnail;   ///< HEIF: use an embedded thumbnail that is large enough.
  bool wants_profile;    ///< Copy the ICC profile.
  bool corrects_gamma;   ///< PNG: convert from the gamma of the file to sRGB.
  uint64_t pixel_limit;  ///< The maximum number of pixels.
  uint64_t byte_limit;   ///< The maximum memory, in bytes.
  uint64_t coded_pixels; ///< HEIF: the number of pixels of the largest picture in the bitstreams, or 0 if unknown.
  photo_admit admit;     ///< Waits for the shared memory budget; NULL for no limit.
  photo_share share;     ///< Maps the memory for the pixels; NULL to allocate it.
  void *context;         ///< Passed to `admit` and `share`.
  photo_rectangle part;  ///< The part to decode, with orientation applied; a width of 0 for the entire picture.
  uint8_t part_orientation;  ///< The orientation to apply to the stored picture; 0 for the decoder's.
  bool checks_all;       ///< Also read all other frames and pages; missing or broken ones set `is_truncated`.
  bool packs_opaque;     ///< Omit alpha from opaque pictures: three bytes per pixel.
} photo_request;

/// A decoded picture, freed with `photo_picture_free`.
typedef struct {
  uint8_t *pixels;        ///< Premultiplied RGBA, eight bits per channel; rows of `width` times 4 bytes.
  size_t mapped;          ///< The size of the memory mapping of `pixels`, or 0 if they are allocated.
  uint32_t width;         ///< The width of `pixels`.
  uint32_t height;        ///< The height of `pixels`.
  double covered_width;   ///< The number of columns that the picture or part covers; the last may be covered partially.
  double covered_height;  ///< The number of rows that it covers.
  uint32_t full_width;    ///< The stored width of the picture.
  uint32_t full_height;   ///< The stored height of the picture.
  bool has_alpha;         ///< Whether a pixel may be translucent.
  bool is_cmyk;           ///< Whether `pixels` are CMYK, 255 for no ink, as Adobe writes it.
  bool is_packed;         ///< Whether `pixels` are RGB with three bytes per pixel, as the request allows.
  bool is_truncated;      ///< Whether the file is truncated or corrupt. Missing pixels are unchanged.
  uint8_t *profile;       ///< The ICC profile, or NULL if it is missing or not requested.
  size_t profile_size;    ///< The size of the profile in bytes.
  uint8_t orientation;    ///< TIFF and JPEG XL: the orientation, or 0 if it is missing.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];  ///< The error message, or empty.
} photo_picture;

/// Frees the memory of a picture.
void photo_picture_free(photo_picture *picture);

/// Sets the error message and returns `status`.
photo_status photo_fail(photo_picture *picture, photo_status status, const char *text);

/// Compares the required memory with the limit of the request, and blocks until it is available.
photo_status photo_reserve(photo_picture *picture, const photo_request *request, uint64_t bytes);

/// Allocates zeroed memory for the pixels of a picture, replacing any previous ones. Returns `false` if the allocation
/// fails.
bool photo_take_pixels(photo_picture *picture, const photo_request *request, size_t rows, size_t row_size);

/// Returns the size of a picture scaled as requested: never larger than the picture, and at least 1 × 1.
void photo_target_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *target_width,
                       uint32_t *target_height);

/// Returns the requested part of a picture of `width` × `height` in the stored orientation, clipped to the picture and
/// at least 1 × 1. If no part is requested, returns the entire picture.
photo_rectangle photo_stored_part(const photo_request *request, uint32_t width, uint32_t height);

/// Returns the size of this part scaled as requested.
void photo_finished_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *finished_width,
                         uint32_t *finished_height);

/// Allocates `size` zeroed bytes for pixels, or returns NULL. Free them with `photo_memory_free`.
void *photo_memory_take(size_t size);

/// Maps pixels in a file of `memory_file_open`, or returns NULL. Unmap them with `photo_memory_free`.
void *photo_memory_map(int file, size_t size);

/// Frees memory of `photo_memory_take` or the pixels of a picture. `mapped` is the size of their mapping, or 0 for
/// allocated memory.
void photo_memory_free(void *memory, size_t mapped);

/// Makes the C library return large blocks to the system when they are freed (glibc). This setting affects all threads;
/// call it before starting any.
void photo_memory_return_when_free(void);

#endif
