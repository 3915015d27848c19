#include "library_load.h"

#include <dlfcn.h>
#include <errno.h>
#if !defined(__APPLE__)
#include <link.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RELEASE_SIZE = 4096 };

/// Copies the value of a variable of os-release(5), or an empty string.
static void copy_value(const char *release, const char *name, char value[SYSTEM_VALUE_SIZE]) {
  size_t length = strlen(name);
  value[0] = 0;
  for (const char *line = release; line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, name, length) != 0 || line[length] != '=') continue;
    line += length + 1;
    if (*line == '"' || *line == '\'') line++;
    snprintf(value, SYSTEM_VALUE_SIZE, "%.*s", (int)strcspn(line, "\"'\n"), line);
    return;
  }
}

static bool copy_package(const char *packages, const char *system, size_t length, char package[LIBRARY_PACKAGE_SIZE]) {
  for (const char *entry = packages; *entry; entry += strspn(entry, " ")) {
    size_t size = strcspn(entry, " ");
    if (length > 0 && strncmp(entry, system, length) == 0 && entry[length] == '=') {
      snprintf(package, LIBRARY_PACKAGE_SIZE, "%.*s", (int)(size - length - 1), entry + length + 1);
      return true;
    }
    entry += size;
  }
  return false;
}

bool library_package(const char *packages, const char *release, char package[LIBRARY_PACKAGE_SIZE]) {
  char id[SYSTEM_VALUE_SIZE], version[SYSTEM_VALUE_SIZE], like[SYSTEM_VALUE_SIZE], both[2 * SYSTEM_VALUE_SIZE];
  package[0] = 0;
  copy_value(release, "ID", id);
  copy_value(release, "VERSION_ID", version);
  copy_value(release, "ID_LIKE", like);
  snprintf(both, sizeof both, "%s%s", id, version);
  if (copy_package(packages, both, strlen(both), package) || copy_package(packages, id, strlen(id), package))
    return true;
  for (const char *word = like; *word; word += strspn(word, " ")) {
    size_t length = strcspn(word, " ");
    if (copy_package(packages, word, length, package)) return true;
    word += length;
  }
  return false;
}

static void read_release(char release[RELEASE_SIZE]) {
  FILE *file = fopen("/etc/os-release", "re");
  if (!file) file = fopen("/usr/lib/os-release", "re");
  release[file ? fread(release, 1, RELEASE_SIZE - 1, file) : 0] = 0;
  if (file) fclose(file);
}

bool system_release_value(const char *name, char value[SYSTEM_VALUE_SIZE]) {
  char release[RELEASE_SIZE];
  read_release(release);
  copy_value(release, name, value);
  return value[0] != 0;
}

static void describe_missing(const loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]) {
  char release[RELEASE_SIZE], package[LIBRARY_PACKAGE_SIZE];
  read_release(release);
  if (library_package(library->packages, release, package))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s %s is not installed; it is in the package %s", library->name,
             library->version, package);
  else
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s %s is not installed; its file is %s", library->name, library->version,
             library->files[0]);
}

/// Whether the loader found no file for one of the versions, rather than for a library that it depends on.
static bool is_missing(const loaded_library *library, const char *error) {
  if (!strstr(error, strerror(ENOENT))) return false;
  for (size_t index = 0; index < LIBRARY_VERSIONS && library->files[index]; index++)
    if (strncmp(error, library->files[index], strlen(library->files[index])) == 0) return true;
  return false;
}

void library_describe(const loaded_library *library, const char *error, char message[LIBRARY_MESSAGE_SIZE]) {
  if (strstr(error, strerror(EMFILE)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: too many open files; raise the limit with ulimit -n",
             library->name);
  else if (strstr(error, strerror(ENFILE)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: the system has too many files open", library->name);
  else if (strstr(error, strerror(ENOMEM)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: no memory left", library->name);
  else if (is_missing(library, error))
    describe_missing(library, message);
  else
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: %.120s", library->name, error);
}

static bool bind_functions(loaded_library *library, void *handle) {
  for (size_t index = 0; index < library->count; index++) {
    library->functions[index] = dlsym(handle, library->symbols[index]);
    if (!library->functions[index] && index < library->needed) return false;
  }
  return true;
}

/// Opens the newest version. Returns NULL, and the message about a version that is installed but can't be loaded, or
/// about the missing library.
static void *open_library(const loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]) {
  message[0] = 0;
  for (size_t index = 0; index < LIBRARY_VERSIONS && library->files[index]; index++) {
    void *handle = dlopen(library->files[index], RTLD_NOW | RTLD_LOCAL);
    if (handle) return handle;
    const char *error = dlerror();
    if (!error) error = "the loader does not say why";
    if (message[0] == 0 && !is_missing(library, error)) library_describe(library, error, message);
  }
  if (message[0] == 0) describe_missing(library, message);
  return NULL;
}

bool library_load(loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]) {
  char unheard[LIBRARY_MESSAGE_SIZE];
  if (!message) message = unheard;
  pthread_mutex_lock(&library->lock);
  if (!library->is_loaded) {
    void *handle = open_library(library, message);
    library->is_loaded = handle && bind_functions(library, handle);
    if (handle && !library->is_loaded) describe_missing(library, message);
  }
  bool is_loaded = library->is_loaded;
  pthread_mutex_unlock(&library->lock);
  return is_loaded;
}

enum { LIBRARY_LIMIT = 16 };
static loaded_library *libraries[LIBRARY_LIMIT];
static size_t library_count;

void library_register(loaded_library *library) {
  if (library_count < LIBRARY_LIMIT) libraries[library_count++] = library;
}

loaded_library *library_at(size_t index) { return index < library_count ? libraries[index] : NULL; }

/// Opens a library that is linked or loaded. Returns NULL otherwise.
static void *open_loaded(const loaded_library *library) {
  for (size_t index = 0; index < LIBRARY_VERSIONS && library->files[index]; index++) {
    void *handle = dlopen(library->files[index], RTLD_NOW | RTLD_NOLOAD);
    if (handle) return handle;
  }
  return NULL;
}

/// Copies the version from a string such as "expat_2.5.0" or "LIBTIFF, Version 4.5.0": the first digits and dots.
static bool copy_version(const char *text, char version[LIBRARY_VERSION_SIZE]) {
  text += strcspn(text, "0123456789");
  snprintf(version, LIBRARY_VERSION_SIZE, "%.*s", (int)strspn(text, "0123456789."), text);
  return version[0] != 0;
}

bool library_version(const loaded_library *library, char version[LIBRARY_VERSION_SIZE]) {
  version[0] = 0;
  void *handle = library->version_function ? open_loaded(library) : NULL;
  void *function = handle ? dlsym(handle, library->version_function) : NULL;
  bool is_known = false;
  if (function && library->version_form == LIBRARY_VERSION_TEXT) {
    // libpng's function has a parameter that it ignores.
    const char *text = ((const char *(*)(void *))function)(NULL);
    is_known = text && copy_version(text, version);
  } else if (function) {
    unsigned number = ((unsigned (*)(void))function)();
    bool is_decimal = library->version_form == LIBRARY_VERSION_DECIMAL;
    unsigned unit = is_decimal ? 1000 : 256;
    snprintf(version, LIBRARY_VERSION_SIZE, "%u.%u.%u", number / unit / unit, number / unit % unit, number % unit);
    is_known = true;
  }
  if (handle) dlclose(handle);
  return is_known;
}

char *library_file(const loaded_library *library) {
#if defined(__APPLE__)
  return (void)library, NULL;
#else
  void *handle = open_loaded(library);
  if (!handle) return NULL;
  struct link_map *map = NULL;
  char *file = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name[0] ? realpath(map->l_name, NULL) : NULL;
  dlclose(handle);
  return file;
#endif
}
