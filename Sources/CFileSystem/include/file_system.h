#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

/// Lets an open, empty file share the blocks of another one (FICLONE, ioctl_ficlonerange(2)). Returns false, with errno
/// set, if the file systems cannot; the target is then still empty.
bool file_clone(int source, int target);

/// Copies up to `count` bytes from one file's position to the other's within the system (copy_file_range(2), else
/// sendfile(2)). Returns the number of bytes, 0 at the end of the source, or -1 with errno set: EINVAL, ENOSYS, EXDEV or
/// EOPNOTSUPP if the system cannot; then the bytes have to be read and written.
int64_t file_copy_within_system(int source, int target, int64_t count);

/// Opens a file without a name in an open folder, which is gone when it is closed unless it gets a name (O_TMPFILE,
/// open(2)). Returns its descriptor, or -1 with errno set if the file system knows no such files.
int file_open_unnamed(int folder, mode_t mode);

/// Gives a file of `file_open_unnamed` a name in an open folder. Returns 0, or -1 with errno set: EEXIST if the name
/// is taken.
int file_name_unnamed(int file, int folder, const char *name);

/// Moves a file to a name that is free, in one step (renameat2(2) with RENAME_NOREPLACE). Returns 0, or -1 with errno
/// set: EEXIST if the name is taken, EINVAL or ENOSYS if the file system cannot.
int file_rename_exclusively(int folder, const char *name, int new_folder, const char *new_name);

/// The offset of the first byte from `offset` on that is not in a hole (lseek(2) with SEEK_DATA); `offset` itself if the
/// file system does not tell holes. Returns -1 if only a hole follows, or nothing. The file's position moves.
int64_t file_next_data(int file, int64_t offset);

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
