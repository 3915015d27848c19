#ifndef XMP_DOCUMENT_H
#define XMP_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An XMP packet (ISO 16684-1) that can be changed; what nobody asks for stays as it is. It belongs to one thread at a
/// time. Texts are UTF-8 and end in NUL; names are those of properties with the URI of their namespace.
typedef struct xmp_document xmp_document;

/// The longest message with its NUL.
enum { XMP_DOCUMENT_MESSAGE_SIZE = 200 };

/// Reads a packet of at most `count` bytes; with none a document without properties.
///
/// Returns NULL if it is no XMP, if there is no memory left, or if libexempi is not installed; `message` then says so.
xmp_document *xmp_document_read(const uint8_t *bytes, size_t count, char message[XMP_DOCUMENT_MESSAGE_SIZE]);

/// Frees a document; NULL is none.
void xmp_document_free(xmp_document *document);

/// What a property says, to be freed; NULL if it is missing or no plain text.
char *xmp_document_text(xmp_document *document, const char *space, const char *name);

/// Sets a property; `text` NULL removes it, whatever it holds. False if it cannot be set.
bool xmp_document_set_text(xmp_document *document, const char *space, const char *name, const char *text);

/// The text of an array's item, from 1 on, to be freed; NULL behind the last one.
char *xmp_document_item(xmp_document *document, const char *space, const char *name, int32_t index);

/// Adds an item to an array, which is made if it is missing. False if it cannot be added.
bool xmp_document_append(xmp_document *document, const char *space, const char *name, const char *text);

/// Removes an item of an array, from 1 on; with the last one goes the array.
void xmp_document_remove_item(xmp_document *document, const char *space, const char *name, int32_t index);

/// The text for all languages (`x-default`), to be freed; NULL if there is none.
char *xmp_document_default_text(xmp_document *document, const char *space, const char *name);

/// Sets the text for all languages; `text` NULL removes it in every language. False if it cannot be set.
bool xmp_document_set_default_text(xmp_document *document, const char *space, const char *name, const char *text);

/// The document as XML without the instructions around a packet, to be freed; NULL if there is no memory left.
char *xmp_document_xml(xmp_document *document);

#endif
