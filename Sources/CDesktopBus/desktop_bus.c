#include "desktop_bus.h"

LIBRARY_DEFINE(systemd, SYSTEMD_FUNCTIONS, LIBRARY_NONE, .name = "libsystemd", .version = "246 or newer",
               .packages = "debian=libsystemd0 fedora=systemd-libs arch=systemd-libs suse=libsystemd0",
               .files = {"libsystemd.so.0"})
