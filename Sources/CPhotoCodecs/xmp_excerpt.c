#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memmem
#endif
#include <stdlib.h>
#include <string.h>

#include "xmp_outline.h"

static const char RDF[] = "<rdf:RDF";
static const char RDF_END[] = "</rdf:RDF>";
static const char DESCRIPTION[] = "<rdf:Description";
static const char DESCRIPTION_END[] = "</rdf:Description>";

typedef struct {
  const photo_xmp_outline *outline;
  const char *place, *end;
  char *copy;
  size_t size;
  bool has_properties;
  xmp_prefixes prefixes;
} session;

/// A start tag.
typedef struct {
  const char *name;
  size_t size;
  const char *behind_name;
  const char *end;
  bool is_empty;
} tag;

typedef struct {
  const char *name;
  size_t size;
  const char *value;
  size_t value_size;
  const char *end;
} attribute;

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static const char *skip_blanks(const char *place, const char *end) {
  while (place < end && is_blank(*place)) place++;
  return place;
}

/// Matches the name of a tag, terminated by '>', '/' or a blank.
static bool has_name(const session *self, const char *name, size_t size) {
  if ((size_t)(self->end - self->place) <= size || memcmp(self->place, name, size) != 0) return false;
  char next = self->place[size];
  return next == '>' || next == '/' || is_blank(next);
}

static void copy(session *self, const char *from, const char *to) {
  memcpy(self->copy + self->size, from, (size_t)(to - from));
  self->size += (size_t)(to - from);
}

/// Parses the tag at the current position; returns `false` if it doesn't end.
static bool read_tag(const session *self, tag *found) {
  const char *place = self->place + 1;
  found->name = place;
  while (place < self->end && !is_blank(*place) && *place != '>' && *place != '/') place++;
  found->size = (size_t)(place - found->name);
  found->behind_name = place;
  for (; place < self->end && *place != '>'; place++) {
    if (*place != '"' && *place != '\'') continue;
    place = memchr(place + 1, *place, (size_t)(self->end - place - 1));
    if (!place) return false;
  }
  if (place == self->end || found->size == 0) return false;
  found->is_empty = place[-1] == '/';
  found->end = place + 1;
  return true;
}

/// Parses an attribute; returns false after the last one, or for invalid syntax.
static bool read_attribute(const tag *tag, const char *place, attribute *found) {
  found->name = place = skip_blanks(place, tag->end);
  while (*place != '=' && *place != '>' && !is_blank(*place)) place++;
  found->size = (size_t)(place - found->name);
  place = skip_blanks(place, tag->end);
  if (*place != '=') return false;
  place = skip_blanks(place + 1, tag->end);
  if (*place != '"' && *place != '\'') return false;
  found->value = place + 1;
  place = memchr(place + 1, *place, (size_t)(tag->end - place - 1));
  if (!place) return false;
  found->value_size = (size_t)(place - found->value);
  found->end = place + 1;
  return true;
}

/// Binds the prefixes in a tag; returns false for unusual syntax.
static bool bind_prefixes(session *self, const tag *tag) {
  attribute found;
  const char *place = tag->behind_name;
  for (; read_attribute(tag, place, &found); place = found.end) {
    bool binds = xmp_prefixes_declare(
        &self->prefixes, self->outline, found.name, found.size, found.value, found.value_size);
    if (binds && memchr(found.value, '&', found.value_size)) return false;
  }
  return tag->end - skip_blanks(place, tag->end) == (tag->is_empty ? 2 : 1);
}

static bool is_wanted(const session *self, const char *name, size_t size, bool is_attribute) {
  xmp_name found = xmp_prefixes_find(&self->prefixes, name, size, is_attribute);
  return xmp_outline_find(self->outline, PHOTO_XMP_TOP, found) != PHOTO_XMP_NONE;
}

/// Copies the tag of a description, except for unwanted properties; returns false for unusual syntax.
static bool copy_description(session *self, const tag *tag) {
  if (!bind_prefixes(self, tag)) return false;
  copy(self, self->place, tag->behind_name);
  attribute found;
  for (const char *place = tag->behind_name; read_attribute(tag, place, &found); place = found.end) {
    bool wanted = is_wanted(self, found.name, found.size, true);
    bool is_declaration = found.size >= 5 && memcmp(found.name, "xmlns", 5) == 0;
    if (wanted || is_declaration) copy(self, place, found.end);
    self->has_properties |= wanted;
  }
  copy(self, tag->end - (tag->is_empty ? 2 : 1), tag->end);
  self->place = tag->end;
  return true;
}

/// Returns the end of the element that a tag starts, or NULL for unusual syntax.
static const char *skip_element(const session *self, const tag *tag) {
  if (tag->is_empty) return tag->end;
  // A nested element of the same name leaves a remainder with unusual syntax.
  const char *place = tag->end;
  while ((place = memmem(place, (size_t)(self->end - place), tag->name, tag->size))) {
    bool is_end = place[-1] == '/' && place[-2] == '<';
    place += tag->size;
    const char *close = skip_blanks(place, self->end);
    if (is_end && close < self->end && *close == '>') return close + 1;
  }
  return NULL;
}

/// Copies a wanted property, and skips any other; returns false for unusual syntax.
static bool copy_property(session *self) {
  tag tag;
  if (!read_tag(self, &tag)) return false;
  const char *end = skip_element(self, &tag);
  if (!end) return false;
  // The tag may bind its own prefix.
  bool declares = memmem(tag.behind_name, (size_t)(tag.end - tag.behind_name), "xmlns", 5) != NULL;
  if (declares || is_wanted(self, tag.name, tag.size, false)) {
    copy(self, self->place, end);
    self->has_properties = true;
  }
  self->place = end;
  return true;
}

/// Matches an end tag at the current position, possibly with a blank before '>'.
static bool is_at_end(const session *self, const char *text, size_t size) { return has_name(self, text, size - 1); }

/// Replaces the end tag at the current position.
static bool copy_end(session *self, const char *text, size_t size) {
  copy(self, text, text + size);
  const char *mark = memchr(self->place, '>', (size_t)(self->end - self->place));
  if (mark) self->place = mark + 1;
  return mark;
}

/// Copies a description; returns false for unusual syntax.
static bool copy_node(session *self) {
  tag tag;
  size_t outer = self->prefixes.count;
  if (!has_name(self, DESCRIPTION, sizeof DESCRIPTION - 1) || !read_tag(self, &tag) || !copy_description(self, &tag))
    return false;
  while (!tag.is_empty) {
    self->place = skip_blanks(self->place, self->end);
    if (is_at_end(self, DESCRIPTION_END, sizeof DESCRIPTION_END - 1)) break;
    if (self->end - self->place < 2 || *self->place != '<' || strchr("!?/", self->place[1])) return false;
    if (!copy_property(self)) return false;
  }
  self->prefixes.count = outer;
  return tag.is_empty || copy_end(self, DESCRIPTION_END, sizeof DESCRIPTION_END - 1);
}

/// Copies the start of the XMP up to the content of rdf:RDF; returns false for unusual syntax.
static bool copy_start(session *self) {
  const char *start = self->place;
  const char *rdf = memmem(start, (size_t)(self->end - start), RDF, sizeof RDF - 1);
  if (!rdf) return false;
  tag tag;
  do {
    self->place = memchr(self->place, '<', (size_t)(self->end - self->place));
    if (!self->place || !read_tag(self, &tag) || *tag.name == '!') return false;
    // The elements around rdf:RDF may bind prefixes too.
    if (*tag.name != '?' && (tag.is_empty || !bind_prefixes(self, &tag))) return false;
    self->place = tag.end;
  } while (tag.name <= rdf);
  copy(self, start, self->place);
  return tag.name == rdf + 1 && xmp_prefixes_find(&self->prefixes, tag.name, tag.size, false).space == NAMESPACE_RDF;
}

/// Copies the XMP; returns false for unusual syntax.
static bool copy_packet(session *self) {
  if (!copy_start(self)) return false;
  for (;;) {
    self->place = skip_blanks(self->place, self->end);
    if (is_at_end(self, RDF_END, sizeof RDF_END - 1)) return copy_end(self, RDF_END, sizeof RDF_END - 1);
    if (!copy_node(self)) return false;
  }
}

bool xmp_excerpt(
    const photo_xmp_outline *outline, const char *bytes, size_t size, char **excerpt, size_t *excerpt_size) {
  *excerpt = NULL;
  session self;
  self.outline = outline;
  self.place = bytes;
  self.end = bytes + size;
  self.copy = malloc(size);
  self.size = 0;
  self.has_properties = false;
  self.prefixes.count = 0;
  bool is_made = self.copy && copy_packet(&self);
  if (!is_made || !self.has_properties) {
    free(self.copy);
    return is_made;
  }
  *excerpt = self.copy;
  *excerpt_size = self.size;
  return true;
}
