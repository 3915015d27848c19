#include "photo_xmp.h"

#include <stdlib.h>
#include <string.h>

#include "photo_xml.h"
#include "xmp_outline.h"

enum {
  VALUE_LIMIT = 16 * 1024,         // values in a packet
  TEXT_LIMIT = 1024 * 1024,        // bytes of all values
  VALUE_SIZE_LIMIT = 32 * 1024,    // bytes of a value
  LANGUAGE_SIZE_LIMIT = 64,        // bytes of a language
  FRAME_LIMIT = 32,                // nested elements; deeper ones are skipped
};

/// The role of an element in XMP.
typedef enum {
  OUTSIDE,  ///< Outside of rdf:RDF.
  RDF,      ///< rdf:RDF.
  HOLDER,   ///< A property, field, item or description, which contains a value, fields or an array.
  ARRAY,    ///< rdf:Bag, rdf:Seq or rdf:Alt.
} frame_kind;

typedef struct {
  frame_kind kind;
  int number;         ///< The number in the outline.
  bool takes_text;    ///< Whether its character data is a value.
  uint16_t item;      ///< The index in the outermost array, from 1 on; 0 outside of arrays.
  uint16_t count;     ///< The number of items in an array so far.
  uint32_t language;
  size_t prefixes;    ///< The number of prefixes in scope outside of the element.
} frame;

/// Names are resolved here: expat's own namespace support allocates and hashes each attribute name, which takes as long
/// as the rest.
typedef struct {
  const photo_xmp_outline *outline;
  frame frames[FRAME_LIMIT];
  size_t depth;
  size_t skipped;  ///< The depth in a skipped element.
  xmp_prefixes prefixes;
  photo_xmp_value *values;
  size_t value_count, value_room;
  char *text;
  size_t size, room;
  size_t start;  ///< The offset of the current value in `text`.
  bool lacks_memory;
} session;

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/// Returns a block with space for `needed` units in place of `block`, or NULL if memory runs out.
static void *with_room(session *self, void *block, size_t *room, size_t needed, size_t unit) {
  if (needed <= *room) return block;
  size_t larger = *room ? 2 * *room : 64;
  if (larger < needed) larger = needed;
  block = realloc(block, larger * unit);
  if (block) *room = larger;
  self->lacks_memory |= !block;
  return block;
}

/// Appends bytes to the strings; returns false beyond the limit or if memory runs out.
static bool add_bytes(session *self, const char *bytes, size_t size) {
  if (size > TEXT_LIMIT - self->size) return false;
  char *text = with_room(self, self->text, &self->room, self->size + size, 1);
  if (!text) return false;
  self->text = text;
  memcpy(text + self->size, bytes, size);
  self->size += size;
  return true;
}

/// Appends bytes to a value up to the limit, skipping leading white space.
static bool add_to_value(session *self, const char *bytes, size_t size) {
  size_t known = self->size - self->start;
  while (known == 0 && size > 0 && is_blank(*bytes)) {
    bytes++;
    size--;
  }
  if (size > VALUE_SIZE_LIMIT - known) {
    size = VALUE_SIZE_LIMIT - known;
    while (size > 0 && ((uint8_t)bytes[size] & 0xc0) == 0x80) size--;
  }
  return size == 0 || add_bytes(self, bytes, size);
}

/// Adds the appended bytes as a value of `number` unless they are blank; returns false beyond the limit or if an
/// allocation fails.
static bool end_value(session *self, const frame *holder, int number) {
  while (self->size > self->start && is_blank(self->text[self->size - 1])) self->size--;
  if (self->size == self->start) return true;
  if (self->value_count == VALUE_LIMIT) return false;
  photo_xmp_value *values =
      with_room(self, self->values, &self->value_room, self->value_count + 1, sizeof *values);
  if (!values) return false;
  self->values = values;
  values[self->value_count++] = (photo_xmp_value){
      .offset = (uint32_t)self->start,
      .size = (uint32_t)(self->size - self->start),
      .language = holder->language,
      .number = (uint16_t)number,
      .item = holder->item};
  self->start = self->size;
  return true;
}

static xmp_name find_name(const session *self, const char *name, bool is_attribute) {
  return xmp_prefixes_find(&self->prefixes, name, strlen(name), is_attribute);
}

static bool is_rdf(xmp_name name, const char *text) {
  return name.space == NAMESPACE_RDF && strcmp(name.text, text) == 0;
}

/// Sets the role of `child`, a copy of its parent, by its name; returns false to skip the element.
static bool enter(session *self, frame *parent, frame *child, xmp_name name) {
  switch (parent->kind) {
    case OUTSIDE:
      if (is_rdf(name, "RDF")) child->kind = RDF;
      return true;
    case RDF:
      child->kind = HOLDER;
      return is_rdf(name, "Description");
    case ARRAY:
      if (!is_rdf(name, "li")) return false;
      child->kind = HOLDER;
      child->takes_text = true;
      if (parent->count < UINT16_MAX) parent->count++;
      if (child->item == 0) child->item = parent->count;
      return true;
    case HOLDER:
      if (is_rdf(name, "Description")) return true;
      if (name.space == NAMESPACE_RDF) {
        if (parent->number == PHOTO_XMP_TOP) return false;
        child->takes_text = is_rdf(name, "value");
        if (child->takes_text) return true;
        child->kind = ARRAY;
        child->count = 0;
        return is_rdf(name, "Bag") || is_rdf(name, "Seq") || is_rdf(name, "Alt");
      }
      // rdf:parseType="Resource" permits fields here; some writers omit it.
      child->number = xmp_outline_find(self->outline, parent->number, name);
      child->takes_text = true;
      return child->number != PHOTO_XMP_NONE;
  }
  return false;
}

/// Adds the language of an element, and the values in its attributes.
static bool add_attributes(session *self, frame *holder, const char **attributes) {
  for (size_t index = 0; attributes[index]; index += 2) {
    if (strcmp(attributes[index], "xml:lang") != 0 || holder->number == PHOTO_XMP_TOP) continue;
    size_t size = strnlen(attributes[index + 1], LANGUAGE_SIZE_LIMIT);
    holder->language = (uint32_t)self->size;
    if (!add_bytes(self, attributes[index + 1], size) || !add_bytes(self, "", 1)) return false;
  }
  for (size_t index = 0; attributes[index]; index += 2) {
    xmp_name name = find_name(self, attributes[index], true);
    bool is_own = is_rdf(name, "value") || is_rdf(name, "resource");
    int number = is_own ? holder->number : xmp_outline_find(self->outline, holder->number, name);
    if (number < 0) continue;
    const char *text = attributes[index + 1];
    self->start = self->size;
    if (!add_to_value(self, text, strlen(text)) || !end_value(self, holder, number)) return false;
  }
  return true;
}

static bool start_element(void *context, const char *text, const char **attributes) {
  session *self = context;
  if (self->skipped > 0 || self->depth == FRAME_LIMIT - 1) {
    self->skipped++;
    return true;
  }
  frame *parent = &self->frames[self->depth];
  // Character data next to elements is white space.
  if (parent->takes_text) self->size = self->start;
  parent->takes_text = false;
  frame *child = parent + 1;
  *child = *parent;
  child->prefixes = self->prefixes.count;
  for (size_t index = 0; attributes[index]; index += 2) {
    const char *name = attributes[index], *value = attributes[index + 1];
    xmp_prefixes_declare(&self->prefixes, self->outline, name, strlen(name), value, strlen(value));
  }
  if (!enter(self, parent, child, find_name(self, text, false))) {
    self->prefixes.count = child->prefixes;
    self->skipped = 1;
    return true;
  }
  self->depth++;
  if (child->kind == HOLDER && !add_attributes(self, child, attributes)) return false;
  self->start = self->size;
  return true;
}

static bool end_element(void *context, const char *name) {
  (void)name;
  session *self = context;
  if (self->skipped > 0) {
    self->skipped--;
    return true;
  }
  const frame *ended = &self->frames[self->depth--];
  self->prefixes.count = ended->prefixes;
  if (ended->takes_text && !end_value(self, ended, ended->number)) return false;
  // Only padding follows.
  return ended->kind != RDF;
}

static bool add_text(void *context, const char *text, size_t size) {
  session *self = context;
  return self->skipped > 0 || !self->frames[self->depth].takes_text || add_to_value(self, text, size);
}

/// Parses XMP with expat; returns `false` if it can't allocate memory.
static bool parse(session *self, const char *bytes, size_t size) {
  photo_xml_handlers handlers = {.start = start_element, .end = end_element, .text = add_text};
  photo_xml *reader = photo_xml_open(&handlers, self, NULL, size);
  if (!reader) return false;
  char message[PHOTO_MESSAGE_SIZE];
  // Offset 0 is the empty string, for values that have no language.
  if (add_bytes(self, "", 1)) photo_xml_read(reader, (const uint8_t *)bytes, size, true, message);
  photo_xml_close(reader);
  return !self->lacks_memory;
}

bool photo_xmp_read(const photo_xmp_outline *outline, const uint8_t *bytes, size_t size, photo_xmp_values *found) {
  *found = (photo_xmp_values){0};
  const char *start = (const char *)bytes;
  for (; size > 0 && is_blank(*start); size--) start++;
  char *excerpt;
  bool is_short = xmp_excerpt(outline, start, size, &excerpt, &size);
  if (is_short && !excerpt) return true;
  session self = {.outline = outline, .frames[0] = {.kind = OUTSIDE, .number = PHOTO_XMP_TOP}};
  bool is_read = parse(&self, is_short ? excerpt : start, size);
  free(excerpt);
  *found = (photo_xmp_values){self.values, self.value_count, self.text, self.size};
  if (!is_read) photo_xmp_free(found);
  return is_read;
}

void photo_xmp_free(photo_xmp_values *found) {
  free((void *)found->values);
  free((void *)found->text);
  *found = (photo_xmp_values){0};
}
