#ifndef LIBRARY_LOAD_H
#define LIBRARY_LOAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { LIBRARY_MESSAGE_SIZE = 200 };

/// A library that is loaded when it is first needed and stays loaded, and its functions that are called.
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

/// Loads a library unless it is loaded. May be called from any thread.
///
/// Returns `true` if it is loaded. On failure, `message`, unless NULL, contains the reason and the remedy: the library
/// is missing or too old, or the system has no file or memory left for it, and another call may succeed.
bool library_load(loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]);

/// Describes an error of the loader, from the message of dlerror(3).
void library_describe(const loaded_library *library, const char *error, char message[LIBRARY_MESSAGE_SIZE]);

/// Declares the required functions of a library: FUNCTIONS(X) passes each as X(field, name), and NEWER(X) passes those
/// that older versions lack as X(field, name, type); their pointers are then NULL. Declares their table `id_functions`,
/// and
///
/// - `libid_is_loaded`, which loads the library unless it is loaded, or returns false with a message of at most
///   LIBRARY_MESSAGE_SIZE;
/// - `libid`, which returns the functions of the loaded library.
#define LIBRARY_DECLARE(id, FUNCTIONS, NEWER) \
  typedef struct { \
    FUNCTIONS(LIBRARY_FIELD) \
    NEWER(LIBRARY_NEWER_FIELD) \
  } id##_functions; \
  bool lib##id##_is_loaded(char message[]); \
  const id##_functions *lib##id(void);

#define LIBRARY_NONE(X)

#define LIBRARY_FIELD(field, function) __typeof__(&function) field;
#define LIBRARY_NEWER_FIELD(field, function, type) type field;

/// Defines, once for each library, what LIBRARY_DECLARE declares; the last arguments initialize the description in
/// `loaded_library`.
#if defined(__APPLE__)
// Apple's loader binds at little cost, so libraries are linked there.
#define LIBRARY_DEFINE(id, FUNCTIONS, NEWER, ...) \
  static const id##_functions functions = {FUNCTIONS(LIBRARY_BIND)}; \
  bool lib##id##_is_loaded(char message[]) { return (void)message, true; } \
  const id##_functions *lib##id(void) { return &functions; }
#define LIBRARY_BIND(field, function) .field = function,
#else
#define LIBRARY_DEFINE(id, FUNCTIONS, NEWER, ...) \
  static id##_functions functions; \
  static const char *const symbols[] = {FUNCTIONS(LIBRARY_SYMBOL) NEWER(LIBRARY_NEWER_SYMBOL)}; \
  _Static_assert(sizeof functions == sizeof symbols, "a name for each function"); \
  static loaded_library library = { \
      __VA_ARGS__, \
      .symbols = symbols, \
      .functions = (void **)(void *)&functions, \
      .count = sizeof symbols / sizeof *symbols, \
      .needed = sizeof(const char *const[]){FUNCTIONS(LIBRARY_SYMBOL)} / sizeof *symbols, \
      .lock = PTHREAD_MUTEX_INITIALIZER}; \
  bool lib##id##_is_loaded(char message[]) { return library_load(&library, message); } \
  const id##_functions *lib##id(void) { return &functions; }
#define LIBRARY_SYMBOL(field, function) #function,
#define LIBRARY_NEWER_SYMBOL(field, function, type) #function,
#endif

#endif
