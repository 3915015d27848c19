#ifndef PHOTO_XML_H
#define PHOTO_XML_H

#include "photo_source.h"

/// What is told of a document as it is read. Each function returns false to end the reading there. Texts belong to the
/// reader and are gone when the function returns.
typedef struct {
  /// An element begins. `attributes` holds names and values by turns, with NULL at the end.
  bool (*start)(void *context, const char *name, const char **attributes);
  /// An element ends.
  bool (*end)(void *context, const char *name);
  /// A part of the text of the innermost element: UTF-8, not ended by NUL.
  bool (*text)(void *context, const char *text, size_t count);
  /// A comment or a processing instruction; may be NULL.
  bool (*other)(void *context);
} photo_xml_handlers;

/// How reading went.
typedef enum {
  PHOTO_XML_MORE,    ///< All is well so far, or to the end if the last bytes were given.
  PHOTO_XML_ENDED,   ///< A handler ended it.
  PHOTO_XML_BROKEN,  ///< The document is not well-formed, or refused; told in `message`.
} photo_xml_state;

/// A document that is read as it comes.
typedef struct photo_xml photo_xml;

/// Begins to read a document (XML 1.0) with expat; NULL if there is no memory.
///
/// A document type with declarations of its own is refused, so there are no entities to expand; elements nest at most
/// 64 deep, and a single tag or comment has at most `tag_limit` bytes, so that memory is bounded. Names are told as they
/// are written, with their prefixes.
photo_xml *photo_xml_open(const photo_xml_handlers *handlers, void *context, size_t tag_limit);

/// Reads the next bytes of the document; `message` says what is wrong with it, if something is.
photo_xml_state photo_xml_read(
    photo_xml *self, const uint8_t *bytes, size_t count, bool is_last, char message[PHOTO_MESSAGE_SIZE]);

/// A range of a document, in bytes.
typedef struct {
  size_t offset, count;
} photo_xml_range;

/// The bytes of the tag, text, comment or instruction for which a handler is being called, counted from the first byte
/// that was read. The end of an empty element has no bytes and follows its only tag.
photo_xml_range photo_xml_place(const photo_xml *self);

/// Gives everything back. NULL is passed over.
void photo_xml_close(photo_xml *self);

#endif
