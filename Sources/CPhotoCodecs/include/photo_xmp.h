#ifndef PHOTO_XMP_H
#define PHOTO_XMP_H

#include "photo_source.h"

/// The longest value of a property with its NUL.
enum { PHOTO_XMP_VALUE_SIZE = 256 };

/// A property of an XMP packet that is wanted, and its value.
typedef struct {
  const char *name;                  ///< Namespace URI, a blank, local name. Belongs to the caller.
  char value[PHOTO_XMP_VALUE_SIZE];  ///< UTF-8, cut off at 255 bytes; empty if the property is missing.
} photo_xmp_property;

/// Reads properties of an XMP packet (ISO 16684-1, 7).
///
/// Top-level properties are read: attributes and elements of an rdf:Description in rdf:RDF, and the first item
/// of an array there. Names inside another property are that structure's own and are passed over. The first
/// value that is not blank counts.
/// Returns true if the packet was read to its end or until every property had a value. If it is not
/// well-formed, the values found before stay, with the reason in `message`.
bool photo_xmp_read_properties(
    const uint8_t *bytes, size_t size, photo_xmp_property *properties, size_t count,
    char message[PHOTO_MESSAGE_SIZE]);

#endif
