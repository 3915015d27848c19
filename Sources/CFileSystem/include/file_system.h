#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Returns whether a folder belongs to a kernel file system, such as /proc, /sys and /dev/pts (statfs(2)).
bool file_system_is_of_kernel(int folder);

/// Returns whether the file system stores inode numbers. FAT, exFAT, user-space and SMB file systems make them up
/// while they are mounted.
bool file_system_keeps_inodes(int file);

/// Returns whether an open folder is known to be local. User-space, network and overlay file systems may return
/// entries from a cache.
bool file_system_is_local(int folder);

/// Returns `true` if an open folder is known to be a mount point (statx(2), STATX_ATTR_MOUNT_ROOT, since Linux 5.8).
bool file_system_begins_at(int folder);

/// Opens a folder only to reach its contents by name, which takes no permission to list it (O_PATH, open(2); O_SEARCH
/// on macOS). Returns its descriptor, or -1 with errno set.
int folder_open_to_reach(const char *path);

/// Lets an open, empty file share the blocks of a source (FICLONE, ioctl_ficlonerange(2)). Returns false, with errno
/// set and the target still empty, if the file systems cannot.
bool file_clone(int source, int target);

/// Copies up to `count` bytes between the positions of two files in the kernel (copy_file_range(2), else sendfile(2)).
/// Returns the number of bytes, 0 at the end of the source, or -1 with errno set: EINVAL, ENOSYS, EXDEV or EOPNOTSUPP
/// if
/// the system cannot and the caller must read and write.
int64_t file_copy_within_system(int source, int target, int64_t count);

/// Creates an unnamed file in an open folder (O_TMPFILE, open(2)). Returns its descriptor, or -1 with errno set if
/// the file system cannot.
int file_open_unnamed(int folder, mode_t mode);

/// Gives a file from `file_open_unnamed` a name in an open folder. Returns 0, or -1 with errno set: EEXIST if the name
/// is taken.
int file_name_unnamed(int file, int folder, const char *name);

/// Moves a file to a free name in one step (renameat2(2) with RENAME_NOREPLACE). Returns 0, or -1 with errno set:
/// EEXIST
/// if the name is taken, EINVAL or ENOSYS if the file system cannot.
int file_rename_exclusively(int folder, const char *name, int new_folder, const char *new_name);

/// Returns the offset of the first byte from `offset` on that is not in a hole (lseek(2) with SEEK_DATA), or `offset`
/// if the file system does not report holes; -1 if no data follows. The position of the file may change.
int64_t file_next_data(int file, int64_t offset);

/// Reads the names of the extended attributes of an open file, each terminated by NUL (flistxattr(2)). Returns the
/// number of bytes, also if `size` is 0, or -1 with errno set: ERANGE if `size` is too small.
ssize_t file_attribute_names(int file, char *names, size_t size);

/// Reads an extended attribute of an open file (fgetxattr(2)). Returns the number of bytes, also if `size` is 0, or -1
/// with errno set: ERANGE if `size` is too small, ENODATA if the attribute is missing.
ssize_t file_attribute_read(int file, const char *name, void *value, size_t size);

int file_attribute_write(int file, const char *name, const void *value, size_t size);

/// Copies the access control list of macOS from one open file to another (fcopyfile(3)). Returns 0, or -1 with errno
/// set: ENOTSUP on other systems, which use extended attributes instead.
int file_copy_access_list(int source, int target);

/// Reads the status of an open file into a `struct stat` (fstat(2)). Returns 0, or -1 with errno set.
///
/// glibc 2.33 to 2.38 implements fstat(2) with fstatat(2), which a process that may not reach files by name can't call.
int file_status(int file, void *status);

bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds);

#endif
