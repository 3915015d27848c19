#include "photo_xml.h"

#include <stdio.h>
#include <stdlib.h>

#include <expat.h>

enum { DEPTH_LIMIT = 64, PIECE = 16 * 1024 };

struct photo_xml {
  XML_Parser parser;
  photo_xml_handlers handlers;
  void *context;
  size_t tag_limit;
  int depth;
  size_t given;         ///< The number of bytes so far.
  const char *refusal;  ///< The reason to reject the document.
  bool has_ended;
};

static void go_on_if(photo_xml *self, bool goes_on) {
  if (goes_on) return;
  self->has_ended = true;
  XML_StopParser(self->parser, XML_FALSE);
}

static void refuse(photo_xml *self, const char *reason) {
  self->refusal = reason;
  XML_StopParser(self->parser, XML_FALSE);
}

static void XMLCALL start_element(void *context, const char *name, const char **attributes) {
  photo_xml *self = context;
  if (++self->depth > DEPTH_LIMIT) refuse(self, "refused: elements nested too deep");
  else go_on_if(self, self->handlers.start(self->context, name, attributes));
}

static void XMLCALL end_element(void *context, const char *name) {
  photo_xml *self = context;
  self->depth--;
  // After expat is stopped at the start of an empty element, it still calls the end handler.
  if (!self->has_ended && !self->refusal) go_on_if(self, self->handlers.end(self->context, name));
}

static void XMLCALL add_text(void *context, const char *text, int count) {
  photo_xml *self = context;
  if (!self->has_ended && !self->refusal) go_on_if(self, self->handlers.text(self->context, text, (size_t)count));
}

static void XMLCALL pass_comment(void *context, const char *text) {
  (void)text;
  photo_xml *self = context;
  if (!self->has_ended && !self->refusal) go_on_if(self, self->handlers.other(self->context));
}

static void XMLCALL pass_instruction(void *context, const char *target, const char *data) {
  (void)target;
  pass_comment(context, data);
}

static void XMLCALL take_document_type(
    void *context, const char *name, const char *system, const char *public, int has_subset) {
  (void)name;
  (void)system;
  (void)public;
  if (has_subset) refuse(context, "refused: a document type with declarations");
}

photo_xml *photo_xml_open(
    const photo_xml_handlers *handlers, void *context, const char *encoding, size_t tag_limit) {
  photo_xml *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->parser = XML_ParserCreate(encoding);
  if (!self->parser) {
    free(self);
    return NULL;
  }
  self->handlers = *handlers;
  self->context = context;
  self->tag_limit = tag_limit;
  XML_SetUserData(self->parser, self);
  XML_SetElementHandler(self->parser, start_element, end_element);
  XML_SetCharacterDataHandler(self->parser, add_text);
  XML_SetStartDoctypeDeclHandler(self->parser, take_document_type);
  if (handlers->other) {
    XML_SetCommentHandler(self->parser, pass_comment);
    XML_SetProcessingInstructionHandler(self->parser, pass_instruction);
  }
  return self;
}

// Older versions have only functions whose results may be 32 bits wide.
#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9
static int64_t byte_index(const photo_xml *self) { return XML_GetCurrentByteIndex(self->parser); }
static int64_t byte_count(const photo_xml *self) { return XML_GetCurrentByteCount(self->parser); }
#else
static int64_t byte_index(const photo_xml *self) { return XML_GetCurrentByteIndex64(self->parser); }
static int64_t byte_count(const photo_xml *self) { return XML_GetCurrentByteCount64(self->parser); }
#endif

/// Returns the number of bytes of an incomplete tag or comment; 0 if expat hasn't parsed them yet.
static size_t waiting(photo_xml *self) {
  int64_t index = byte_index(self);
  return index < 0 ? 0 : self->given - (size_t)index;
}

photo_xml_state photo_xml_read(
    photo_xml *self, const uint8_t *bytes, size_t count, bool is_last, char message[PHOTO_MESSAGE_SIZE]) {
  message[0] = 0;
  enum XML_Status status;
  do {
    // Small pieces let handlers stop early; but expat parses an incomplete tag again with each piece.
    size_t stalled = waiting(self);
    size_t piece = stalled > PIECE ? stalled : PIECE;
    if (piece > count) piece = count;
    self->given += piece;
    status = XML_Parse(self->parser, (const char *)bytes, (int)piece, is_last && piece == count);
    if (status == XML_STATUS_OK && waiting(self) > self->tag_limit) {
      snprintf(message, PHOTO_MESSAGE_SIZE, "refused: a tag of more than %zu bytes", self->tag_limit);
      return PHOTO_XML_BROKEN;
    }
    bytes += piece;
    count -= piece;
  } while (status == XML_STATUS_OK && count > 0);
  if (status == XML_STATUS_OK) return PHOTO_XML_MORE;
  if (self->has_ended) return PHOTO_XML_ENDED;
  const char *reason = self->refusal ? self->refusal : XML_ErrorString(XML_GetErrorCode(self->parser));
  snprintf(message, PHOTO_MESSAGE_SIZE, "%s", reason);
  return PHOTO_XML_BROKEN;
}

photo_xml_range photo_xml_place(const photo_xml *self) {
  int64_t index = byte_index(self), count = byte_count(self);
  return (photo_xml_range){index < 0 ? 0 : (size_t)index, count < 0 ? 0 : (size_t)count};
}

void photo_xml_close(photo_xml *self) {
  if (!self) return;
  XML_ParserFree(self->parser);
  free(self);
}
