#ifndef FILE_BIRTH_H
#define FILE_BIRTH_H

#include <stdbool.h>
#include <stdint.h>

/// Finds when an open file was made, which neither a rename nor a write changes: statx(2) on Linux, `st_birthtime`
/// on Apple's systems. Returns false if the file system does not keep it.
bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds);

#endif
