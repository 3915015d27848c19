#ifndef FILE_ATTRIBUTES_H
#define FILE_ATTRIBUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Lists the names of an open file's extended attributes, each ended by NUL (flistxattr(2)). Returns the number of bytes,
/// also if `size` is 0, or -1 with errno set: ERANGE if `size` is too small.
ssize_t file_attribute_names(int file, char *names, size_t size);

/// Reads an extended attribute of an open file (fgetxattr(2)). Returns the number of bytes, also if `size` is 0, or -1
/// with errno set: ERANGE if `size` is too small, ENODATA if the file has no such attribute.
ssize_t file_attribute_read(int file, const char *name, void *value, size_t size);

/// Sets an extended attribute of an open file (fsetxattr(2)). Returns 0, or -1 with errno set.
int file_attribute_write(int file, const char *name, const void *value, size_t size);

/// Copies the access control list of macOS from one open file to another (fcopyfile(3)). Returns 0, or -1 with errno
/// set: ENOTSUP on other systems, which keep such lists in extended attributes.
int file_copy_access_list(int source, int target);

/// Finds when an open file was made, which neither a rename nor a write changes: statx(2) on Linux, `st_birthtime`
/// on Apple's systems. Returns false if the file system does not keep it.
bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds);

#endif
