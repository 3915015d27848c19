#include "xmp_document.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exempi_library.h"

_Static_assert((int)XMP_DOCUMENT_MESSAGE_SIZE >= (int)LIBRARY_MESSAGE_SIZE, "room for what a library's loader says");

struct xmp_document {
  XmpPtr packet;
  /// What the library writes texts into.
  XmpStringPtr text;
};

/// Namespaces that the library does not know of itself, with the prefixes that their owners use.
static const char *const namespaces[][2] = {
    {"http://ns.adobe.com/lightroom/1.0/", "lr"},
    {"http://www.digikam.org/ns/1.0/", "digiKam"},
    {"http://ns.camerabits.com/photomechanic/1.0/", "photomechanic"},
};

static bool is_begun;

static void begin(void) {
  is_begun = libexempi()->init();
  for (size_t index = 0; is_begun && index < sizeof namespaces / sizeof *namespaces; index++) {
    XmpStringPtr prefix = libexempi()->string_new();
    libexempi()->register_namespace(namespaces[index][0], namespaces[index][1], prefix);
    libexempi()->string_free(prefix);
  }
}

static xmp_document *fail(xmp_document *document, char message[], const char *reason) {
  snprintf(message, XMP_DOCUMENT_MESSAGE_SIZE, "%s", reason);
  xmp_document_free(document);
  return NULL;
}

xmp_document *xmp_document_read(const uint8_t *bytes, size_t count, char message[XMP_DOCUMENT_MESSAGE_SIZE]) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!libexempi_is_loaded(message)) return NULL;
  pthread_once(&once, begin);
  if (!is_begun) return fail(NULL, message, "libexempi does not start");
  xmp_document *document = calloc(1, sizeof *document);
  if (!document) return fail(NULL, message, "no memory left");
  document->packet = libexempi()->new_empty();
  document->text = libexempi()->string_new();
  if (!document->packet || !document->text) return fail(document, message, "no memory left");
  if (count > 0 && !libexempi()->parse(document->packet, (const char *)bytes, count))
    return fail(document, message, "it is no XMP");
  return document;
}

void xmp_document_free(xmp_document *document) {
  if (!document) return;
  if (document->packet) libexempi()->free(document->packet);
  if (document->text) libexempi()->string_free(document->text);
  free(document);
}

static char *copy(xmp_document *document) {
  const char *text = libexempi()->string_cstr(document->text);
  return text ? strdup(text) : NULL;
}

char *xmp_document_text(xmp_document *document, const char *space, const char *name) {
  uint32_t bits = 0;
  if (!libexempi()->get_property(document->packet, space, name, document->text, &bits)) return NULL;
  return XMP_IS_PROP_SIMPLE(bits) ? copy(document) : NULL;
}

bool xmp_document_set_text(xmp_document *document, const char *space, const char *name, const char *text) {
  // An array or a structure has to go before a text takes its place.
  libexempi()->delete_property(document->packet, space, name);
  return !text || libexempi()->set_property(document->packet, space, name, text, 0);
}

char *xmp_document_item(xmp_document *document, const char *space, const char *name, int32_t index) {
  uint32_t bits = 0;
  if (!libexempi()->get_array_item(document->packet, space, name, index, document->text, &bits)) return NULL;
  return copy(document);
}

bool xmp_document_append(xmp_document *document, const char *space, const char *name, const char *text) {
  if (libexempi()->append_array_item(document->packet, space, name, XMP_PROP_VALUE_IS_ARRAY, text, 0)) return true;
  // Lists are ordered elsewhere, and a plain text where a list should be is no list.
  return libexempi()->append_array_item(document->packet, space, name,
                                        XMP_PROP_VALUE_IS_ARRAY | XMP_PROP_ARRAY_IS_ORDERED, text, 0);
}

void xmp_document_remove_item(xmp_document *document, const char *space, const char *name, int32_t index) {
  char item[128];
  snprintf(item, sizeof item, "%s[%d]", name, (int)index);
  libexempi()->delete_property(document->packet, space, item);
  snprintf(item, sizeof item, "%s[1]", name);
  if (!libexempi()->has_property(document->packet, space, item))
    libexempi()->delete_property(document->packet, space, name);
}

char *xmp_document_default_text(xmp_document *document, const char *space, const char *name) {
  uint32_t bits = 0;
  XmpStringPtr language = libexempi()->string_new();
  if (!language) return NULL;
  bool has_text = libexempi()->get_localized_text(document->packet, space, name, "", "x-default", language,
                                                  document->text, &bits);
  libexempi()->string_free(language);
  return has_text ? copy(document) : NULL;
}

bool xmp_document_set_default_text(xmp_document *document, const char *space, const char *name, const char *text) {
  if (text && libexempi()->set_localized_text(document->packet, space, name, "", "x-default", text, 0)) return true;
  libexempi()->delete_property(document->packet, space, name);
  return !text || libexempi()->set_localized_text(document->packet, space, name, "", "x-default", text, 0);
}

char *xmp_document_xml(xmp_document *document) {
  uint32_t options = XMP_SERIAL_OMITPACKETWRAPPER | XMP_SERIAL_USECOMPACTFORMAT;
  if (!libexempi()->serialize_and_format(document->packet, document->text, options, 0, "\n", " ", 0)) return NULL;
  return copy(document);
}
