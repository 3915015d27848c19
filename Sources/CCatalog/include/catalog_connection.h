#ifndef CATALOG_CONNECTION_H
#define CATALOG_CONNECTION_H

#include <stdbool.h>

/// Keeps a connection of SQLite from doing what the file of a database asks for by itself: triggers and views are off,
/// functions of the schema are not trusted, nothing may write to the schema or to tables behind others, and text in
/// double quotes is no string ("Defense Against The Dark Arts", sqlite.org/security.html). `connection` is a
/// `sqlite3 *`. Returns false if this SQLite cannot.
bool catalog_connection_defend(void *connection);

#endif
