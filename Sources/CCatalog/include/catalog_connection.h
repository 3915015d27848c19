#ifndef CATALOG_CONNECTION_H
#define CATALOG_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Configures a connection to ignore what the schema of a database could execute: triggers and views are disabled,
/// functions in the schema are untrusted, the schema and shadow tables are read-only, and strings in double quotes are
/// invalid ("Defense Against The Dark Arts", sqlite.org/security.html). A statement that reads a value of more than
/// 64 MiB fails with SQLITE_TOOBIG before the value is loaded. `connection` is a `sqlite3 *`. Returns `false` if SQLite
/// lacks any of these settings.
bool catalog_connection_defend(void *connection);

/// Reads up to `count` bytes from the start of a file through SQLite, without a lock and without parsing them.
///
/// Closing any descriptor of a file ends all POSIX locks that the program has on it (fcntl(2)), so only SQLite may open
/// and close a database: it defers closing while a connection holds a lock. `path` is UTF-8. Returns the number of
/// bytes, or -1 with `errno` in `error`, which may be 0.
ptrdiff_t catalog_read_head(const char *path, uint8_t *head, size_t count, int *error);

#endif
