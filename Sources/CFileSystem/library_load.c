#include "library_load.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void describe_missing(const loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]) {
  snprintf(message, LIBRARY_MESSAGE_SIZE, "%s %s%s is not installed; it is the package %s of Debian and Ubuntu",
           library->name, library->version, library->is_exact ? "" : " or newer", library->package);
}

void library_describe(const loaded_library *library, const char *error, char message[LIBRARY_MESSAGE_SIZE]) {
  bool is_missing = strstr(error, strerror(ENOENT)) != NULL;
  if (strstr(error, strerror(EMFILE)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: too many open files; raise the limit with ulimit -n",
             library->name);
  else if (strstr(error, strerror(ENFILE)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: the system has too many files open", library->name);
  else if (strstr(error, strerror(ENOMEM)))
    snprintf(message, LIBRARY_MESSAGE_SIZE, "%s cannot be loaded: no memory left", library->name);
  else if (is_missing && strncmp(error, library->file, strlen(library->file)) == 0)
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

bool library_load(loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]) {
  char unheard[LIBRARY_MESSAGE_SIZE];
  if (!message) message = unheard;
  pthread_mutex_lock(&library->lock);
  if (!library->is_loaded) {
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    const char *error = handle ? NULL : dlerror();
    if (!handle)
      library_describe(library, error ? error : "the loader does not say why", message);
    else if (bind_functions(library, handle))
      library->is_loaded = true;
    else
      describe_missing(library, message);
  }
  bool is_loaded = library->is_loaded;
  pthread_mutex_unlock(&library->lock);
  return is_loaded;
}
