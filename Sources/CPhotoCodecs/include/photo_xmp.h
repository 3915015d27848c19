#ifndef PHOTO_XMP_H
#define PHOTO_XMP_H

#include "photo_source.h"

/// Which properties are read of XMP packets, and which fields of the structures that they hold. Built once, then only
/// read, by any number of threads.
typedef struct photo_xmp_outline photo_xmp_outline;

enum {
  PHOTO_XMP_TOP = -1,   ///< The packet itself, whose fields are its properties.
  PHOTO_XMP_NONE = -2,  ///< No property and no field.
};

/// An outline that names nothing; NULL if there is no memory.
photo_xmp_outline *photo_xmp_outline_open(void);

/// Adds a property, or a field of what `parent` holds, by its namespace's URI and its name. Returns its number, which is
/// the same if it stood there already, or `PHOTO_XMP_NONE` beyond 1,000 of them, for a parent that is none, and if there
/// is no memory.
int photo_xmp_outline_add(photo_xmp_outline *outline, int parent, const char *uri, const char *name);

/// Frees the outline. NULL is passed over.
void photo_xmp_outline_close(photo_xmp_outline *outline);

/// A value that is no structure and no array.
typedef struct {
  uint32_t offset;    ///< Where its text begins in `text`.
  uint32_t size;      ///< Bytes, at least 1: UTF-8 without white space at either end.
  uint32_t language;  ///< Where its `xml:lang` begins in `text`, ended by NUL and empty if it has none.
  uint16_t number;    ///< What it is in the outline.
  uint16_t item;      ///< Its index in the outermost array, from 1 on; 0 outside of arrays.
} photo_xmp_value;

/// What a packet holds of an outline.
typedef struct {
  const photo_xmp_value *values;  ///< In the order of the packet.
  size_t count;
  const char *text;
  size_t size;  ///< Bytes of `text`.
} photo_xmp_values;

/// Reads the properties of an outline from an XMP packet (ISO 16684-1, 7) in UTF-8 or UTF-16, or from the file of a
/// sidecar.
///
/// Everything of RDF that XMP allows is read: attributes and elements, arrays, rdf:parseType="Resource", nested
/// descriptions, rdf:value with its qualifiers, rdf:resource. Namespaces are known by their URIs, with or without the
/// slash at their end. At most 16,384 values are kept, 1 MiB of texts, and 32 KiB of each; what is beyond is passed
/// over, and so is what follows an error. Returns false if there is no memory; `photo_xmp_free` gives back `found`.
bool photo_xmp_read(const photo_xmp_outline *outline, const uint8_t *bytes, size_t size, photo_xmp_values *found);

/// Frees what was found.
void photo_xmp_free(photo_xmp_values *found);

#endif
