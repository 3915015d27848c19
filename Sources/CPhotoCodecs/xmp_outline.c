#include "xmp_outline.h"

#include <stdlib.h>
#include <string.h>

enum { NODE_LIMIT = 1000, NAMESPACE_LIMIT = 64, BUCKETS = 512 };
static const char RDF[] = "http://www.w3.org/1999/02/22-rdf-syntax-ns";  // without the final number sign

typedef struct {
  char *name;
  size_t size;
  int parent;
  uint16_t space;
  int next;  ///< The next node in the bucket.
} node;

typedef struct {
  char *uri;  ///< Without a final slash or number sign.
  size_t size;
} namespace;

struct photo_xmp_outline {
  int count;
  uint16_t namespace_count;
  namespace namespaces[NAMESPACE_LIMIT];
  node nodes[NODE_LIMIT];
  int buckets[BUCKETS];
};

static size_t bucket(int parent, uint16_t space, const char *name, size_t size) {
  if (size == 0) return 0;
  uint32_t ends = (uint32_t)(uint8_t)name[0] | (uint32_t)(uint8_t)name[size - 1] << 8;
  uint32_t mixed = (ends ^ (uint32_t)(parent + 1) << 5 ^ (uint32_t)space << 11 ^ (uint32_t)size << 16) * 0x9e3779b1u;
  return mixed >> 23;
}

/// The length of a URI without its final slash or number sign, which some writers omit.
static size_t without_mark(const char *uri, size_t size) {
  return size > 0 && (uri[size - 1] == '/' || uri[size - 1] == '#') ? size - 1 : size;
}

static uint16_t find_namespace(const photo_xmp_outline *outline, const char *uri, size_t size) {
  size = without_mark(uri, size);
  for (uint16_t number = 0; number < outline->namespace_count; number++) {
    const namespace *known = &outline->namespaces[number];
    if (known->size == size && memcmp(known->uri, uri, size) == 0) return number;
  }
  return NAMESPACE_OTHER;
}

static int find(const photo_xmp_outline *outline, int parent, uint16_t space, const char *name, size_t size) {
  int number = outline->buckets[bucket(parent, space, name, size)];
  for (; number != PHOTO_XMP_NONE; number = outline->nodes[number].next) {
    const node *known = &outline->nodes[number];
    if (known->parent == parent && known->space == space && known->size == size && memcmp(known->name, name, size) == 0)
      return number;
  }
  return PHOTO_XMP_NONE;
}

static uint16_t add_namespace(photo_xmp_outline *outline, const char *uri) {
  size_t size = without_mark(uri, strlen(uri));
  uint16_t number = find_namespace(outline, uri, size);
  if (number != NAMESPACE_OTHER || outline->namespace_count == NAMESPACE_LIMIT) return number;
  char *copy = strndup(uri, size);
  if (!copy) return NAMESPACE_OTHER;
  outline->namespaces[outline->namespace_count] = (namespace){copy, size};
  return outline->namespace_count++;
}

photo_xmp_outline *photo_xmp_outline_open(void) {
  photo_xmp_outline *outline = calloc(1, sizeof *outline);
  if (!outline) return NULL;
  for (size_t index = 0; index < BUCKETS; index++) outline->buckets[index] = PHOTO_XMP_NONE;
  if (add_namespace(outline, RDF) == NAMESPACE_RDF) return outline;
  photo_xmp_outline_close(outline);
  return NULL;
}

int photo_xmp_outline_add(photo_xmp_outline *outline, int parent, const char *uri, const char *name) {
  if (parent < PHOTO_XMP_TOP || parent >= outline->count) return PHOTO_XMP_NONE;
  uint16_t space = add_namespace(outline, uri);
  size_t size = strlen(name);
  int known = find(outline, parent, space, name, size);
  if (known != PHOTO_XMP_NONE || space == NAMESPACE_OTHER || outline->count == NODE_LIMIT) return known;
  char *copy = strdup(name);
  if (!copy) return PHOTO_XMP_NONE;
  int *first = &outline->buckets[bucket(parent, space, name, size)];
  outline->nodes[outline->count] = (node){copy, size, parent, space, *first};
  *first = outline->count;
  return outline->count++;
}

void photo_xmp_outline_close(photo_xmp_outline *outline) {
  if (!outline) return;
  for (int index = 0; index < outline->count; index++) free(outline->nodes[index].name);
  for (uint16_t index = 0; index < outline->namespace_count; index++) free(outline->namespaces[index].uri);
  free(outline);
}

bool xmp_prefixes_declare(
    xmp_prefixes *prefixes, const photo_xmp_outline *outline, const char *name, size_t size, const char *uri,
    size_t uri_size) {
  enum { DECLARATION_SIZE = 5 };
  static const char DECLARATION[] = "xmlns";
  if (size < DECLARATION_SIZE || memcmp(name, DECLARATION, DECLARATION_SIZE) != 0) return false;
  if (size > DECLARATION_SIZE && name[DECLARATION_SIZE] != ':') return false;
  size_t skipped = size > DECLARATION_SIZE ? DECLARATION_SIZE + 1 : DECLARATION_SIZE;
  if (size - skipped > XMP_PREFIX_SIZE || prefixes->count == XMP_PREFIX_LIMIT) return true;
  xmp_prefix *bound = &prefixes->list[prefixes->count++];
  bound->size = size - skipped;
  bound->space = find_namespace(outline, uri, uri_size);
  memcpy(bound->text, name + skipped, bound->size);
  return true;
}

xmp_name xmp_prefixes_find(const xmp_prefixes *prefixes, const char *name, size_t size, bool is_attribute) {
  const char *colon = memchr(name, ':', size);
  size_t prefix = colon ? (size_t)(colon - name) : 0;
  size_t skipped = colon ? prefix + 1 : 0;
  xmp_name found = {NAMESPACE_OTHER, name + skipped, size - skipped};
  for (size_t index = prefixes->count; index-- > 0 && (colon || !is_attribute);) {
    const xmp_prefix *bound = &prefixes->list[index];
    if (bound->size != prefix || memcmp(bound->text, name, prefix) != 0) continue;
    found.space = bound->space;
    break;
  }
  return found;
}

int xmp_outline_find(const photo_xmp_outline *outline, int parent, xmp_name name) {
  if (name.space == NAMESPACE_OTHER || name.space == NAMESPACE_RDF) return PHOTO_XMP_NONE;
  return find(outline, parent, name.space, name.text, name.size);
}
