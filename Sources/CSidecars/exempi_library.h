#ifndef EXEMPI_LIBRARY_H
#define EXEMPI_LIBRARY_H

#include "library_load.h"

#if __has_include(<exempi/xmp.h>)
#include <exempi/xmp.h>
#else
#include <exempi-2.0/exempi/xmp.h>
#endif

/// The functions of libexempi that are called, and their names there.
#define EXEMPI_FUNCTIONS(X) \
  X(append_array_item, xmp_append_array_item) \
  X(delete_property, xmp_delete_property) \
  X(free, xmp_free) \
  X(get_array_item, xmp_get_array_item) \
  X(get_localized_text, xmp_get_localized_text) \
  X(get_property, xmp_get_property) \
  X(has_property, xmp_has_property) \
  X(init, xmp_init) \
  X(new_empty, xmp_new_empty) \
  X(parse, xmp_parse) \
  X(register_namespace, xmp_register_namespace) \
  X(serialize_and_format, xmp_serialize_and_format) \
  X(set_localized_text, xmp_set_localized_text) \
  X(set_property, xmp_set_property) \
  X(string_cstr, xmp_string_cstr) \
  X(string_free, xmp_string_free) \
  X(string_new, xmp_string_new)

LIBRARY_DECLARE(exempi, EXEMPI_FUNCTIONS, LIBRARY_NONE)

#endif
