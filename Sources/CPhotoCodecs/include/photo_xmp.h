#ifndef PHOTO_XMP_H
#define PHOTO_XMP_H

#include "photo_source.h"

/// The properties of XMP to read, and the members of structures. Complete before threads share it.
typedef struct photo_xmp_outline photo_xmp_outline;

enum {
  PHOTO_XMP_TOP = -1,   ///< The packet itself, whose fields are its properties.
  PHOTO_XMP_NONE = -2,  ///< No property and no field.
};

/// Creates an empty outline; NULL if memory runs out.
photo_xmp_outline *photo_xmp_outline_open(void);

/// Adds a property, or a field of `parent`, by namespace URI and name. Returns its number, or `PHOTO_XMP_NONE` beyond 1,000
/// names, for an invalid parent, and after a failed allocation. The same name has the same number.
int photo_xmp_outline_add(photo_xmp_outline *outline, int parent, const char *uri, const char *name);

void photo_xmp_outline_close(photo_xmp_outline *outline);

/// A simple value.
typedef struct {
  uint32_t offset;    ///< The offset in `text`.
  uint32_t size;      ///< Bytes of UTF-8 without white space at either end, at least 1.
  uint32_t language;  ///< The offset of its `xml:lang` in `text`, terminated by NUL and possibly empty.
  uint16_t number;    ///< The number in the outline.
  uint16_t item;      ///< The index in the outermost array, from 1 on; 0 outside of arrays.
} photo_xmp_value;

/// The values of an outline.
typedef struct {
  const photo_xmp_value *values;  ///< In the order of the packet.
  size_t count;
  const char *text;
  size_t size;  ///< Bytes of `text`.
} photo_xmp_values;

/// Reads the properties of an outline from XMP (ISO 16684-1, 7) in UTF-8 or UTF-16.
/// 
/// It supports all of XMP's RDF: attributes and elements, arrays, rdf:parseType="Resource", nested descriptions, rdf:value
/// with qualifiers, rdf:resource. Namespace URIs match with or without a final slash. At most 16,384 values are read, with
/// 32 KiB each and 1 MiB in total, up to the first error. Returns `false` if memory runs out. `photo_xmp_free` frees
/// `found`.
bool photo_xmp_read(const photo_xmp_outline *outline, const uint8_t *bytes, size_t size, photo_xmp_values *found);

void photo_xmp_free(photo_xmp_values *found);

#endif
