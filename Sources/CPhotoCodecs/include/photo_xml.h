#ifndef PHOTO_XML_H
#define PHOTO_XML_H

#include "photo_source.h"

/// The longest value of a property with its NUL.
enum { PHOTO_XML_VALUE_SIZE = 256 };

/// A property of an XMP packet that is wanted, and its value.
typedef struct {
  const char *name;                  ///< Namespace URI, a blank, local name. Belongs to the caller.
  char value[PHOTO_XML_VALUE_SIZE];  ///< UTF-8, cut off at 255 bytes; empty if the property is missing.
} photo_xml_property;

/// Reads properties of an XMP packet (ISO 16684-1, 7) with expat.
///
/// Top-level properties are read: attributes and elements of an rdf:Description in rdf:RDF, and the first item
/// of an array there. Names inside another property are that structure's own and are passed over. The first
/// value that is not blank counts. A document type is refused, so there are no entities to expand; elements nest
/// at most 64 deep.
/// Returns true if the packet was read to its end or until every property had a value. If it is not
/// well-formed, the values found before stay, with the reason in `message`.
bool photo_xml_read_properties(
    const uint8_t *bytes, size_t size, photo_xml_property *properties, size_t count,
    char message[PHOTO_MESSAGE_SIZE]);

#endif
