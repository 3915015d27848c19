#ifndef PHOTO_XML_H
#define PHOTO_XML_H

#include "photo_source.h"

/// Callbacks for the markup of a document. They return false to stop parsing, and must not retain strings.
typedef struct {
  /// `attributes` alternates names and values, terminated by NULL.
  bool (*start)(void *context, const char *name, const char **attributes);
  bool (*end)(void *context, const char *name);
  /// A piece of character data: UTF-8, not NUL-terminated.
  bool (*text)(void *context, const char *text, size_t count);
  /// A comment or a processing instruction; may be NULL.
  bool (*other)(void *context);
} photo_xml_handlers;

typedef enum {
  PHOTO_XML_MORE,    ///< No error so far.
  PHOTO_XML_ENDED,   ///< A callback stopped it.
  PHOTO_XML_BROKEN,  ///< Malformed or rejected, with the reason in `message`.
} photo_xml_state;

/// A streaming XML parser.
typedef struct photo_xml photo_xml;

/// Creates a parser (XML 1.0, expat); NULL if memory runs out.
/// 
/// It rejects document types with declarations, so entities never expand. Elements nest at most 64 deep, and a tag or
/// comment has at most `tag_limit` bytes, which bounds memory. Names include their prefix. `encoding` replaces the
/// encoding that the document declares, unless it is NULL.
photo_xml *photo_xml_open(
    const photo_xml_handlers *handlers, void *context, const char *encoding, size_t tag_limit);

/// Parses the next bytes of the document; `message` receives the reason for an error.
photo_xml_state photo_xml_read(
    photo_xml *self, const uint8_t *bytes, size_t count, bool is_last, char message[PHOTO_MESSAGE_SIZE]);

typedef struct {
  size_t offset, count;
} photo_xml_range;

/// Returns the range of the markup during a callback, from the first byte of the document. The end of an empty element is
/// the empty range after its tag.
photo_xml_range photo_xml_place(const photo_xml *self);

void photo_xml_close(photo_xml *self);

#endif
