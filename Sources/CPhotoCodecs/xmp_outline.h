#ifndef XMP_OUTLINE_H
#define XMP_OUTLINE_H

#include "photo_xmp.h"

/// Numbers of namespaces: that of RDF, and one for all of which nothing is wanted. The others are those of the outline.
enum { NAMESPACE_RDF = 0, NAMESPACE_OTHER = 0xffff };

enum {
  XMP_PREFIX_LIMIT = 64,  ///< Prefixes that are bound at one place; what is beyond stands for nothing.
  XMP_PREFIX_SIZE = 32,   ///< Bytes of a prefix.
};

/// A prefix and what it stands for.
typedef struct {
  char text[XMP_PREFIX_SIZE];
  uint8_t size;
  uint16_t space;
} xmp_prefix;

/// The prefixes that are bound at a place of a packet, the innermost last.
typedef struct {
  xmp_prefix list[XMP_PREFIX_LIMIT];
  size_t count;
} xmp_prefixes;

/// A name whose prefix was looked up.
typedef struct {
  uint16_t space;
  const char *text;  ///< Without the prefix.
  size_t size;
} xmp_name;

/// Binds a prefix if an attribute does so ("xmlns" or "xmlns:PREFIX"); returns false if it is another attribute.
bool xmp_prefixes_declare(
    xmp_prefixes *prefixes, const photo_xmp_outline *outline, const char *name, size_t size, const char *uri,
    size_t uri_size);

/// What a name stands for. An attribute without a prefix is of no namespace.
xmp_name xmp_prefixes_find(const xmp_prefixes *prefixes, const char *name, size_t size, bool is_attribute);

/// The number of a field of what `parent` holds, or `PHOTO_XMP_NONE` if it is not wanted.
int xmp_outline_find(const photo_xmp_outline *outline, int parent, xmp_name name);

/// Copies a packet in UTF-8 without those of its properties that are not in the outline. That is twenty times faster than
/// to parse them, and most of a packet is often the history of an edit, settings of a raw converter or a map of depths.
///
/// What is not written as usual is left to the parser: returns false then, and without memory. Otherwise `excerpt` is to
/// be freed; it is NULL if nothing is left.
bool xmp_excerpt(
    const photo_xmp_outline *outline, const char *bytes, size_t size, char **excerpt, size_t *excerpt_size);

#endif
