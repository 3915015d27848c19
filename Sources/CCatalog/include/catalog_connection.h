#ifndef CATALOG_CONNECTION_H
#define CATALOG_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Keeps a connection of SQLite from doing what the file of a database asks for by itself: triggers and views are off,
/// functions of the schema are not trusted, nothing may write to the schema or to tables behind others, and text in
/// double quotes is no string ("Defense Against The Dark Arts", sqlite.org/security.html). `connection` is a
/// `sqlite3 *`. Returns false if this SQLite cannot.
bool catalog_connection_defend(void *connection);

/// Reads up to `count` bytes from the beginning of a file through SQLite, without a lock and whatever the file holds.
///
/// SQLite's locks belong to the process, and end as soon as it closes any descriptor of the file (fcntl(2)). So only
/// SQLite may open and close a database that may be open already: it closes nothing while a connection holds a lock.
/// `path` is UTF-8. Returns the number of bytes, or -1 with the error of the system in `error`, which may be 0.
ptrdiff_t catalog_read_head(const char *path, uint8_t *head, size_t count, int *error);

#endif
