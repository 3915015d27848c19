#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include <stdbool.h>

/// True if an open folder lies on a file system in which the kernel shows itself, such as those of /proc, /sys and
/// /dev/pts (statfs(2)). Nobody keeps files there.
bool file_system_is_of_kernel(int folder);

/// True if an open file lies on a file system that keeps the numbers of its files. False for FAT, exFAT, user-space and
/// SMB file systems: they make the numbers up while they are mounted, and another file may have one the next time.
bool file_system_keeps_inodes(int file);

/// True if an open folder is known to be on a file system of this machine that is no view of another one. False for
/// user-space, network and overlay file systems: what they show may come from a cache.
bool file_system_is_local(int folder);

/// True if an open folder is known to be a mount point, even if the same file system is also mounted elsewhere
/// (statx(2), STATX_ATTR_MOUNT_ROOT, since Linux 5.8). False if the system does not say.
bool file_system_begins_at(int folder);

/// Opens a folder only to reach what is in it by name, which takes no permission to list it (O_PATH, open(2); O_SEARCH
/// on macOS). Returns its descriptor, or -1 with errno set.
int folder_open_to_reach(const char *path);

#endif
