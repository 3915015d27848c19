#include "photo_xml.h"

#include <stdio.h>
#include <string.h>

#include <expat.h>

#define RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns# "
enum { DEPTH_LIMIT = 64, PIECE = 16 * 1024 };

typedef struct {
  XML_Parser parser;
  photo_xml_property *properties;
  size_t count;
  int depth;
  int rdf_depth;                 ///< The depth of rdf:RDF, 0 outside it.
  int property_depth;            ///< How many elements that are not RDF's own are open inside rdf:RDF.
  photo_xml_property *open;      ///< The property whose text is read.
  bool refused;
} session;

static bool is_rdf(const char *name) { return strncmp(name, RDF, sizeof RDF - 1) == 0; }

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static photo_xml_property *find_empty(session *self, const char *name) {
  for (size_t index = 0; index < self->count; index++) {
    photo_xml_property *property = &self->properties[index];
    if (!property->value[0] && strcmp(property->name, name) == 0) return property;
  }
  return NULL;
}

/// Adds text to a value, without blanks at its start.
static void append(photo_xml_property *property, const char *text, size_t size) {
  size_t used = strlen(property->value);
  for (size_t index = 0; index < size && used < PHOTO_XML_VALUE_SIZE - 1; index++) {
    if (used == 0 && is_blank(text[index])) continue;
    property->value[used++] = text[index];
  }
  property->value[used] = 0;
}

static void stop(session *self) { XML_StopParser(self->parser, XML_FALSE); }

static void stop_if_complete(session *self) {
  for (size_t index = 0; index < self->count; index++)
    if (!self->properties[index].value[0]) return;
  stop(self);
}

static void XMLCALL start_element(void *context, const char *name, const char **attributes) {
  session *self = context;
  if (++self->depth > DEPTH_LIMIT) {
    self->refused = true;
    stop(self);
    return;
  }
  if (!self->rdf_depth) {
    if (strcmp(name, RDF "RDF") == 0) self->rdf_depth = self->depth;
    return;
  }
  if (!is_rdf(name)) {
    self->property_depth++;
    if (self->property_depth == 1) self->open = find_empty(self, name);
  } else if (self->property_depth == 0 && strcmp(name, RDF "Description") == 0) {
    for (size_t index = 0; attributes[index]; index += 2) {
      photo_xml_property *property = find_empty(self, attributes[index]);
      if (property) append(property, attributes[index + 1], strlen(attributes[index + 1]));
    }
    stop_if_complete(self);
  }
}

static void XMLCALL end_element(void *context, const char *name) {
  session *self = context;
  if (self->rdf_depth) {
    if (self->depth == self->rdf_depth) self->rdf_depth = 0;
    // A value ends with its element: the property itself, an item of an array, or rdf:value.
    if (self->open && self->property_depth == 1 && self->open->value[0]) {
      self->open = NULL;
      stop_if_complete(self);
    }
    if (!is_rdf(name) && self->property_depth > 0 && --self->property_depth == 0) self->open = NULL;
  }
  self->depth--;
}

static void XMLCALL add_text(void *context, const char *text, int size) {
  session *self = context;
  if (self->open && self->property_depth == 1) append(self->open, text, (size_t)size);
}

static void XMLCALL refuse_document_type(
    void *context, const char *name, const char *system, const char *public, int has_subset) {
  (void)name;
  (void)system;
  (void)public;
  (void)has_subset;
  session *self = context;
  self->refused = true;
  stop(self);
}

bool photo_xml_read_properties(
    const uint8_t *bytes, size_t size, photo_xml_property *properties, size_t count,
    char message[PHOTO_MESSAGE_SIZE]) {
  message[0] = 0;
  for (size_t index = 0; index < count; index++) properties[index].value[0] = 0;
  while (size > 0 && is_blank((char)*bytes)) {
    bytes++;
    size--;
  }
  session self = {.properties = properties, .count = count};
  self.parser = XML_ParserCreateNS(NULL, ' ');
  if (!self.parser) {
    snprintf(message, PHOTO_MESSAGE_SIZE, "out of memory");
    return false;
  }
  XML_SetUserData(self.parser, &self);
  XML_SetElementHandler(self.parser, start_element, end_element);
  XML_SetCharacterDataHandler(self.parser, add_text);
  XML_SetStartDoctypeDeclHandler(self.parser, refuse_document_type);
  enum XML_Status status = XML_STATUS_OK;
  while (status == XML_STATUS_OK) {
    size_t piece = size < PIECE ? size : PIECE;
    status = XML_Parse(self.parser, (const char *)bytes, (int)piece, piece == size);
    bytes += piece;
    size -= piece;
    if (size == 0) break;
  }
  enum XML_Error error = XML_GetErrorCode(self.parser);
  bool is_done = status == XML_STATUS_OK || (error == XML_ERROR_ABORTED && !self.refused);
  if (self.refused)
    snprintf(message, PHOTO_MESSAGE_SIZE, "refused: a document type, or elements nested too deep");
  else if (!is_done)
    snprintf(message, PHOTO_MESSAGE_SIZE, "%s", XML_ErrorString(error));
  XML_ParserFree(self.parser);
  return is_done;
}
