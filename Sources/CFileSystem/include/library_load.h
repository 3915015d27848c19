#ifndef LIBRARY_LOAD_H
#define LIBRARY_LOAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/// The longest text about a library with its NUL.
enum { LIBRARY_MESSAGE_SIZE = 200 };

/// A library that is loaded when first needed, and the functions of it that are called. It stays loaded.
typedef struct {
  const char *name;            ///< As people call it.
  const char *version;         ///< The oldest version that has all functions.
  const char *package;         ///< The package of Debian and Ubuntu that brings it.
  const char *file;            ///< As the loader knows it.
  const char *const *symbols;  ///< The names of the functions.
  void **functions;            ///< Where they are put; NULL for one that the library does not have.
  size_t count;                ///< How many functions there are.
  size_t needed;               ///< How many of them, the first ones, it must have.
  bool is_exact;               ///< No newer version will do.
  pthread_mutex_t lock;        ///< Begins as PTHREAD_MUTEX_INITIALIZER.
  bool is_loaded;
} loaded_library;

/// Loads a library unless that is done. May be called from any thread.
///
/// Returns false if it cannot be loaded. `message`, if it is not NULL, then says why and what to do: the library is
/// not installed or too old, or the system has no file or memory left for it, and then another call may succeed.
bool library_load(loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]);

/// The text for a loader's error, from what dlerror(3) said.
void library_describe(const loaded_library *library, const char *error, char message[LIBRARY_MESSAGE_SIZE]);

#endif
