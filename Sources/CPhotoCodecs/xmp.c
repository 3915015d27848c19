#include "photo_xmp.h"

#include <stdio.h>
#include <string.h>

#include "photo_xml.h"

#define RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns# "

typedef struct {
  photo_xmp_property *properties;
  size_t count;
  int depth;
  int rdf_depth;                 ///< The depth of rdf:RDF, 0 outside it.
  int property_depth;            ///< How many elements that are not RDF's own are open inside rdf:RDF.
  photo_xmp_property *open;      ///< The property whose text is read.
} session;

static bool is_rdf(const char *name) { return strncmp(name, RDF, sizeof RDF - 1) == 0; }

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static photo_xmp_property *find_empty(session *self, const char *name) {
  for (size_t index = 0; index < self->count; index++) {
    photo_xmp_property *property = &self->properties[index];
    if (!property->value[0] && strcmp(property->name, name) == 0) return property;
  }
  return NULL;
}

/// Adds text to a value, without blanks at its start.
static void append(photo_xmp_property *property, const char *text, size_t size) {
  size_t used = strlen(property->value);
  for (size_t index = 0; index < size && used < PHOTO_XMP_VALUE_SIZE - 1; index++) {
    if (used == 0 && is_blank(text[index])) continue;
    property->value[used++] = text[index];
  }
  property->value[used] = 0;
}

static bool is_complete(const session *self) {
  for (size_t index = 0; index < self->count; index++)
    if (!self->properties[index].value[0]) return false;
  return true;
}

static bool start_element(void *context, const char *name, const char **attributes) {
  session *self = context;
  self->depth++;
  if (!self->rdf_depth) {
    if (strcmp(name, RDF "RDF") == 0) self->rdf_depth = self->depth;
    return true;
  }
  if (!is_rdf(name)) {
    self->property_depth++;
    if (self->property_depth == 1) self->open = find_empty(self, name);
  } else if (self->property_depth == 0 && strcmp(name, RDF "Description") == 0) {
    for (size_t index = 0; attributes[index]; index += 2) {
      photo_xmp_property *property = find_empty(self, attributes[index]);
      if (property) append(property, attributes[index + 1], strlen(attributes[index + 1]));
    }
    return !is_complete(self);
  }
  return true;
}

static bool end_element(void *context, const char *name) {
  session *self = context;
  bool goes_on = true;
  if (self->rdf_depth) {
    if (self->depth == self->rdf_depth) self->rdf_depth = 0;
    // A value ends with its element: the property itself, an item of an array, or rdf:value.
    if (self->open && self->property_depth == 1 && self->open->value[0]) {
      self->open = NULL;
      goes_on = !is_complete(self);
    }
    if (!is_rdf(name) && self->property_depth > 0 && --self->property_depth == 0) self->open = NULL;
  }
  self->depth--;
  return goes_on;
}

static bool add_text(void *context, const char *text, size_t size) {
  session *self = context;
  if (self->open && self->property_depth == 1) append(self->open, text, size);
  return true;
}

bool photo_xmp_read_properties(
    const uint8_t *bytes, size_t size, photo_xmp_property *properties, size_t count,
    char message[PHOTO_MESSAGE_SIZE]) {
  for (size_t index = 0; index < count; index++) properties[index].value[0] = 0;
  while (size > 0 && is_blank((char)*bytes)) {
    bytes++;
    size--;
  }
  session self = {.properties = properties, .count = count};
  photo_xml_handlers handlers = {.start = start_element, .end = end_element, .text = add_text};
  photo_xml *reader = photo_xml_open(&handlers, &self, true, size);
  if (!reader) {
    snprintf(message, PHOTO_MESSAGE_SIZE, "out of memory");
    return false;
  }
  photo_xml_state state = photo_xml_read(reader, bytes, size, true, message);
  photo_xml_close(reader);
  return state != PHOTO_XML_BROKEN;
}
