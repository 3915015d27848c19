#ifndef HEIF_LIBRARY_H
#define HEIF_LIBRARY_H

#include "library_load.h"

#include <stddef.h>
#include <stdint.h>

#include <libheif/heif.h>

/// The first fields of heif_security_limits, which headers before version 1.19 lack.
typedef struct {
  uint8_t version;
  uint64_t max_image_size_pixels, max_number_of_tiles;
  uint32_t max_bayer_pattern_pixels, max_items, max_color_profile_size;
  uint64_t max_memory_block_size;
  uint32_t max_components, max_iloc_extents_per_item, max_size_entity_group, max_children_per_box;
  uint64_t max_total_memory;  ///< Since version 2 of the structure, in libheif 1.20.
} heif_limits;

#if LIBHEIF_NUMERIC_VERSION >= 0x01140000
_Static_assert(offsetof(heif_limits, max_memory_block_size) == offsetof(heif_security_limits, max_memory_block_size) &&
                   offsetof(heif_limits, max_total_memory) == offsetof(heif_security_limits, max_total_memory),
               "the fields of libheif");
#endif

/// Returns the limits of a context, for reading and writing.
typedef heif_limits *(*heif_get_limits)(const struct heif_context *context);
#define HEIF_NEWER_FUNCTIONS(X) X(context_get_security_limits, heif_context_get_security_limits, heif_get_limits)

/// The functions of libheif that are called, by symbol.
#define HEIF_FUNCTIONS(X) \
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
LIBRARY_DECLARE(heif, HEIF_FUNCTIONS, HEIF_NEWER_FUNCTIONS)

#endif
