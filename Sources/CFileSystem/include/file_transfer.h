#ifndef FILE_TRANSFER_H
#define FILE_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

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

#endif
