#ifndef LIBRARY_LOAD_H
#define LIBRARY_LOAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { LIBRARY_MESSAGE_SIZE = 200, LIBRARY_VERSIONS = 6, LIBRARY_PACKAGE_SIZE = 64, LIBRARY_VERSION_SIZE = 64 };
enum { SYSTEM_VALUE_SIZE = 128 };

/// What a function without parameters returns as the version of its library.
typedef enum {
  LIBRARY_VERSION_UNKNOWN,   ///< There is no such function.
  LIBRARY_VERSION_TEXT,      ///< A string that contains the version.
  LIBRARY_VERSION_DECIMAL,   ///< A number with three digits for each of minor version and patch.
  LIBRARY_VERSION_BYTES,     ///< A number with 8 bits for each of minor version and patch.
} library_version_form;

/// A library that is loaded when it is first needed and stays loaded, and its functions that are called.
typedef struct {
  const char *name;            ///< The name that people use.
  const char *version;         ///< The supported versions, such as "1.15 or newer" or "0.7 to 0.11".
  const char *packages;        ///< The packages that contain it, see `library_package`.
  /// The names of the supported versions for the loader, newest first.
  const char *files[LIBRARY_VERSIONS];
  const char *const *symbols;  ///< The names of the functions.
  void **functions;            ///< Where they are put; NULL for one that the library does not have.
  size_t count;                ///< How many functions there are.
  size_t needed;               ///< How many of them, the first ones, it must have.
  pthread_mutex_t lock;        ///< Begins as PTHREAD_MUTEX_INITIALIZER.
  bool is_loaded;
  const char *version_function;
  library_version_form version_form;
} loaded_library;

/// Loads a library unless it is loaded. May be called from any thread.
///
/// Returns `true` if it is loaded. On failure, `message`, unless NULL, contains the reason and the remedy: the library
/// is missing or too old, or the system has no file or memory left for it, and another call may succeed.
bool library_load(loaded_library *library, char message[LIBRARY_MESSAGE_SIZE]);

/// Describes an error of the loader, from the message of dlerror(3).
void library_describe(const loaded_library *library, const char *error, char message[LIBRARY_MESSAGE_SIZE]);

/// Finds the package of a library for a distribution. Returns false, and an empty name, for an unknown distribution.
///
/// `packages` lists names such as "debian=libjxl0.7 debian13=libjxl0.11 fedora=libjxl". `release` is the text of
/// os-release(5): ID with VERSION_ID takes precedence over ID, and ID over the systems in ID_LIKE.
bool library_package(const char *packages, const char *release, char package[LIBRARY_PACKAGE_SIZE]);

/// Copies a variable of this system's os-release(5), such as PRETTY_NAME. Returns whether it has a value.
bool system_release_value(const char *name, char value[SYSTEM_VALUE_SIZE]);

/// Adds a library to those that `library_at` returns. Called before `main` only, once for each LIBRARY_DEFINE.
void library_register(loaded_library *library);

/// Returns one of the libraries that are loaded when they are first needed, or NULL after the last one.
loaded_library *library_at(size_t index);

/// Copies the version of a library that is linked or loaded, from the result of `version_function`. Returns whether the
/// version is known.
bool library_version(const loaded_library *library, char version[LIBRARY_VERSION_SIZE]);

/// Returns the resolved path of the file that contains a function of a linked or loaded library, or NULL. Free it with
/// free(3).
char *library_file(const loaded_library *library);

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
  const id##_functions *lib##id(void) { return &functions; } \
  __attribute__((constructor)) static void register_library(void) { library_register(&library); }
#define LIBRARY_SYMBOL(field, function) #function,
#define LIBRARY_NEWER_SYMBOL(field, function, type) #function,
#endif

#endif
