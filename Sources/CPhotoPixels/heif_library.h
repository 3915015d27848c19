#ifndef HEIF_LIBRARY_H
#define HEIF_LIBRARY_H

#include "library_load.h"

#include <libheif/heif.h>

#if LIBHEIF_NUMERIC_VERSION >= 0x01140000
#define HEIF_NEWER_FUNCTIONS(X) \
  X(context_get_security_limits, heif_context_get_security_limits) \
  X(context_set_security_limits, heif_context_set_security_limits)
#else
#define HEIF_NEWER_FUNCTIONS(X)
#endif

/// The functions of libheif that are called, by symbol.
#define HEIF_FUNCTIONS(X) \
  HEIF_NEWER_FUNCTIONS(X) \
  X(context_alloc, heif_context_alloc) \
  X(context_free, heif_context_free) \
  X(context_get_primary_image_handle, heif_context_get_primary_image_handle) \
  X(context_read_from_reader, heif_context_read_from_reader) \
  X(context_set_max_decoding_threads, heif_context_set_max_decoding_threads) \
  X(context_set_maximum_image_size_limit, heif_context_set_maximum_image_size_limit) \
  X(decode_image, heif_decode_image) \
  X(decoding_options_alloc, heif_decoding_options_alloc) \
  X(decoding_options_free, heif_decoding_options_free) \
  X(image_get_plane_readonly, heif_image_get_plane_readonly) \
  X(image_get_primary_height, heif_image_get_primary_height) \
  X(image_get_primary_width, heif_image_get_primary_width) \
  X(image_handle_get_height, heif_image_handle_get_height) \
  X(image_handle_get_ispe_height, heif_image_handle_get_ispe_height) \
  X(image_handle_get_ispe_width, heif_image_handle_get_ispe_width) \
  X(image_handle_get_list_of_thumbnail_IDs, heif_image_handle_get_list_of_thumbnail_IDs) \
  X(image_handle_get_raw_color_profile, heif_image_handle_get_raw_color_profile) \
  X(image_handle_get_raw_color_profile_size, heif_image_handle_get_raw_color_profile_size) \
  X(image_handle_get_thumbnail, heif_image_handle_get_thumbnail) \
  X(image_handle_get_width, heif_image_handle_get_width) \
  X(image_handle_has_alpha_channel, heif_image_handle_has_alpha_channel) \
  X(image_handle_release, heif_image_handle_release) \
  X(image_is_premultiplied_alpha, heif_image_is_premultiplied_alpha) \
  X(image_release, heif_image_release)

// Loaded lazily: libheif has many dependencies, which slow down every start.
LIBRARY_DECLARE(heif, HEIF_FUNCTIONS, LIBRARY_NONE)

#endif
