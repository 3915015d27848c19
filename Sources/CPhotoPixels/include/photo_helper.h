/// The messages between an application and the helper that decodes for it. The greeting verifies that both use the same
/// header.
#ifndef PHOTO_HELPER_H
#define PHOTO_HELPER_H

#include "photo_picture.h"

enum {
  /// "PP" and the version of the messages, which changes with every incompatible change.
  PHOTO_HELPER_FORM = 0x50500003,
  /// The maximum size of an ICC profile in a response, in bytes.
  PHOTO_HELPER_PROFILE_LIMIT = 16 * 1024 * 1024,
};

typedef struct {
  uint32_t form;         ///< `PHOTO_HELPER_FORM`.
  uint32_t order_size;   ///< The size of `photo_helper_order`, in bytes.
  uint32_t answer_size;  ///< The size of `photo_helper_answer`, in bytes.
} photo_helper_greeting;

/// A request to decode a picture of the helper's coding. Its file descriptor is sent along.
typedef struct {
  uint64_t offset;        ///< The offset of the picture in the file, in bytes.
  uint64_t size;          ///< The size of the picture, in bytes.
  photo_request request;  ///< The request, without pointers.
} photo_helper_order;

/// The kind of a helper's message.
typedef enum {
  PHOTO_HELPER_ADMIT,  ///< Requests `bytes` of the memory budget, and waits for one byte.
  PHOTO_HELPER_SHARE,  ///< Requests `bytes` of memory for pixels, and waits for one byte with the file to map.
  PHOTO_HELPER_DONE,   ///< The final response, followed by a profile of `bytes`.
} photo_helper_word;

/// A message of the helper. A malicious picture may control the helper, so that every number must be validated.
typedef struct {
  uint32_t word;       ///< A `photo_helper_word`.
  uint32_t status;     ///< A `photo_status`.
  uint64_t bytes;      ///< See `photo_helper_word`.
  int32_t read_error;  ///< The error of a failed read, or 0.
  uint32_t width, height, full_width, full_height;  ///< As in `photo_picture`, like the following fields.
  double covered_width, covered_height;
  uint8_t has_alpha, is_cmyk, is_packed, is_truncated, orientation;
  uint8_t is_last;     ///< Nonzero if the helper terminates after this message.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];
} photo_helper_answer;

#endif
