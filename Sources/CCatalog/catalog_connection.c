#include "catalog_connection.h"

#include <sqlite3.h>

// Records are much shorter.
enum { VALUE_LIMIT = 64 << 20 };

bool catalog_connection_defend(void *connection) {
  static const struct {
    int option, value;
  } SETTINGS[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},     {SQLITE_DBCONFIG_DQS_DDL, 0},
      {SQLITE_DBCONFIG_DQS_DML, 0},
  };
  for (size_t index = 0; index < sizeof SETTINGS / sizeof *SETTINGS; index++) {
    int present = -1;
    if (sqlite3_db_config(connection, SETTINGS[index].option, SETTINGS[index].value, &present) != SQLITE_OK) return false;
    if (present != SETTINGS[index].value) return false;
  }
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, VALUE_LIMIT);
  return true;
}

static ptrdiff_t read_head(sqlite3 *connection, uint8_t *head, size_t count) {
  sqlite3_file *file = NULL;
  sqlite3_int64 size = 0;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return -1;
  if (file == NULL || file->pMethods == NULL) return -1;
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size < 0) return -1;
  if ((uint64_t)size < count) count = (size_t)size;
  if (count == 0) return 0;
  return file->pMethods->xRead(file, head, (int)count, 0) == SQLITE_OK ? (ptrdiff_t)count : -1;
}

ptrdiff_t catalog_read_head(const char *path, uint8_t *head, size_t count, int *error) {
  sqlite3 *connection = NULL;
  ptrdiff_t result = -1;
  *error = 0;
  if (sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    result = read_head(connection, head, count);
  if (result < 0 && connection != NULL) *error = sqlite3_system_errno(connection);
  sqlite3_close(connection);
  return result;
}
