/// The messages between a process that shows pictures and the helper process that decodes them. Both are built from this
/// header, which the greeting proves.
#ifndef PHOTO_HELPER_H
#define PHOTO_HELPER_H

#include "photo_picture.h"

enum {
  /// "PPdh" and the number of this form of the messages. It changes whenever one of them does.
  PHOTO_HELPER_FORM = 0x50500001,
  /// The longest profile that a helper may return, in bytes.
  PHOTO_HELPER_PROFILE_LIMIT = 16 * 1024 * 1024,
};

/// The first message of a helper.
typedef struct {
  uint32_t form;         ///< `PHOTO_HELPER_FORM`.
  uint32_t order_size;   ///< The size of `photo_helper_order`, in bytes.
  uint32_t answer_size;  ///< The size of `photo_helper_answer`, in bytes.
} photo_helper_greeting;

/// A picture to decode. The file that holds it is passed along, open for reading.
typedef struct {
  uint32_t coding;        ///< How the picture is coded.
  uint64_t offset;        ///< Where the picture begins in the file, in bytes.
  uint64_t size;          ///< Bytes of the picture.
  photo_request request;  ///< Without pointers.
} photo_helper_order;

/// What a helper wants to say.
typedef enum {
  PHOTO_HELPER_ADMIT,  ///< Asks for `bytes` of the memory budget, and waits for one byte.
  PHOTO_HELPER_SHARE,  ///< Asks for `bytes` of memory for the pixels, and waits for one byte with the file to map.
  PHOTO_HELPER_DONE,   ///< The picture is decoded, or cannot be; a profile of `bytes` follows.
} photo_helper_word;

/// A message of a helper. A hostile picture may have taken the helper over: no number here may be trusted.
typedef struct {
  uint32_t word;       ///< A `photo_helper_word`.
  uint32_t status;     ///< A `photo_status`.
  uint64_t bytes;      ///< See `photo_helper_word`.
  int32_t read_error;  ///< The error of a read that failed, else 0.
  uint32_t width, height, full_width, full_height;  ///< As in `photo_picture`, and so are the following.
  double covered_width, covered_height;
  uint8_t has_alpha, is_cmyk, is_packed, is_truncated, orientation;
  uint8_t is_last;     ///< Not 0 if the helper ends with this message.
  char message[PHOTO_PICTURE_MESSAGE_SIZE];
} photo_helper_answer;

#endif
