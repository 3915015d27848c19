#include "catalog_connection.h"

#include <stddef.h>

#include <sqlite3.h>

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
  return true;
}
