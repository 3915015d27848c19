#ifndef PHOTO_PICTURE_H
#define PHOTO_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call ended.
typedef enum {
  PHOTO_OK,
  PHOTO_DAMAGED,      ///< The file can't be decoded; `message` says why.
  PHOTO_UNSUPPORTED,  ///< The file is sound, its coding is not known; `message` says which.
  PHOTO_TOO_LARGE,    ///< The picture is beyond the limits of the request; its size is filled in.
  PHOTO_NO_MEMORY,
} photo_status;

/// The longest error text with its NUL.
enum { PHOTO_PICTURE_MESSAGE_SIZE = 200 };

/// Called once the memory that a picture takes is worked out and before it is taken; returns when there is room for
/// so many bytes.
typedef void (*photo_admit)(void *context, uint64_t bytes);

/// Maps memory, all 0, that another process reads; NULL if there is none.
typedef void *(*photo_share)(void *context, size_t bytes);

/// A part of a picture, in its pixels.
typedef struct {
  uint32_t x;       ///< Columns left of it.
  uint32_t y;       ///< Rows above it.
  uint32_t width;   ///< Columns.
  uint32_t height;  ///< Rows.
} photo_rectangle;

/// What a caller wants of a decoder.
typedef struct {
  uint32_t box_width;    ///< The box that the picture is scaled to, as stored; 0 for every pixel.
  uint32_t box_height;   ///< See `box_width`.
  uint32_t crop_width;   ///< Shape of the part from the middle that fits the box; 0 for all of it.
  uint32_t crop_height;  ///< See `crop_width`.
  bool upright;          ///< HEIF only: apply the rotation and mirroring of the container.
  bool uses_thumbnail;   ///< HEIF only: take an embedded thumbnail that is large enough.
  bool wants_profile;    ///< Copy the ICC profile.
  bool corrects_gamma;   ///< PNG only: convert from the gamma of the file to that of sRGB.
  uint64_t pixel_limit;  ///< The largest width times height to decode.
  uint64_t byte_limit;   ///< The most memory to take, in bytes.
  uint64_t coded_pixels; ///< HEIF only: pixels of the largest picture in its bitstreams, 0 if that is not known.
  photo_admit admit;     ///< Waits for memory that is shared with other pictures; NULL to take it at once.
  photo_share share;     ///< Maps the memory for the pixels; NULL to allocate it.
  void *context;         ///< Passed to `admit` and `share`.
  photo_rectangle part;  ///< The part that is wanted, of the upright picture; a width of 0 for all of it.
  uint8_t part_orientation;  ///< How the stored picture is turned to be upright; 0 for what the decoder finds.
  bool packs_opaque;     ///< Leave out the alpha of a picture that has none: three bytes a pixel.
} photo_request;

/// A decoded picture. `photo_picture_free` frees what its pointers own.
typedef struct {
  uint8_t *pixels;        ///< RGBA, eight bits each, premultiplied; rows of `width` times 4 bytes.
  size_t mapped;          ///< Bytes of `pixels` if they are a mapping, 0 if they are allocated.
  uint32_t width;         ///< Columns of `pixels`.
  uint32_t height;        ///< Rows of `pixels`.
  double covered_width;   ///< How many of the columns the picture, or its part, covers: the last may be part of one.
  double covered_height;  ///< How many of the rows it covers.
  uint32_t full_width;    ///< Columns of the picture as stored.
  uint32_t full_height;   ///< Rows of the picture as stored.
  bool has_alpha;         ///< True if a pixel may be translucent.
  bool is_cmyk;           ///< `pixels` are CMYK, 255 for no ink, as Adobe writes them.
  bool is_packed;         ///< `pixels` are RGB of three bytes, as the request allowed.
  bool is_truncated;      ///< The file ended or broke early; what is missing is left as it was.
  uint8_t *profile;       ///< The ICC profile, NULL if there is none or none was asked for.
  size_t profile_size;    ///< Bytes of the profile.
  uint8_t orientation;    ///< TIFF and JPEG XL: the orientation, 0 if none is told.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];  ///< Why decoding stopped, empty if it did not.
} photo_picture;

/// Frees the pixels and the profile and forgets them.
void photo_picture_free(photo_picture *picture);

/// Writes a text into the picture and returns the status.
photo_status photo_fail(photo_picture *picture, photo_status status, const char *text);

/// Compares the memory that the picture takes with the limit of the request and waits until there is room for it.
photo_status photo_reserve(photo_picture *picture, const photo_request *request, uint64_t bytes);

/// Takes the memory for the pixels of a picture, all 0, in place of any that it has. False if memory is short.
bool photo_take_pixels(photo_picture *picture, const photo_request *request, size_t rows, size_t row_size);

/// The size that a picture of `width` times `height` has once it is scaled as the request asks.
/// Never larger than the picture, never below 1.
void photo_target_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *target_width,
                       uint32_t *target_height);

/// The part that the request wants of a stored picture of `width` times `height`: turned as the picture is stored, and cut
/// at its edges. It has at least one pixel, and all of them if no part is asked for.
photo_rectangle photo_stored_part(const photo_request *request, uint32_t width, uint32_t height);

/// The size that this part has once it is scaled as the request asks.
void photo_finished_size(const photo_request *request, uint32_t width, uint32_t height, uint32_t *finished_width,
                         uint32_t *finished_height);

/// Takes `size` bytes, all 0, for pixels; NULL if memory is short. `photo_memory_free` frees them.
void *photo_memory_take(size_t size);

/// Maps pixels in a file of `memory_file_open`; NULL if there is no memory. `photo_memory_free` unmaps them.
void *photo_memory_map(int file, size_t size);

/// Frees what `photo_memory_take` took, or the pixels of a picture. `mapped` is their size if they are a mapping, else 0.
void photo_memory_free(void *memory, size_t mapped);

/// Has the C library give memory of a picture's size back to the system when it is freed, if it can be told
/// (glibc). A setting of the whole process, for its main program to make before it starts threads.
void photo_memory_return_when_free(void);

#endif
