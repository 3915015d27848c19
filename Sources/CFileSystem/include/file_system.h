#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include <stdbool.h>

/// True if an open folder lies on a file system in which the kernel shows itself, such as those of /proc, /sys and
/// /dev/pts (statfs(2)): what looks like files there are none that a person keeps.
bool file_system_is_of_kernel(int folder);

/// True if an open file lies on a file system that keeps the numbers of its files; false if that makes them up while it
/// is mounted, so that another file may have the number the next time: FAT, exFAT, user-space and SMB file systems.
bool file_system_keeps_inodes(int file);

#endif
