#include "file_transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/fs.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#endif

bool file_clone(int source, int target) {
#if defined(__linux__)
  return ioctl(target, FICLONE, source) == 0;
#else
  (void)source, (void)target;
  errno = ENOTSUP;
  return false;
#endif
}

int64_t file_copy_within_system(int source, int target, int64_t count) {
#if defined(__linux__)
  ssize_t copied = copy_file_range(source, NULL, target, NULL, (size_t)count, 0);
  // A first 0 also comes from file systems that make up their files, such as /proc: sendfile tells them apart.
  if (copied > 0 || (copied < 0 && errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)) {
    return copied;
  }
  return sendfile(target, source, NULL, (size_t)count);
#else
  (void)source, (void)target, (void)count;
  errno = ENOSYS;
  return -1;
#endif
}

int file_open_unnamed(int folder, mode_t mode) {
#if defined(O_TMPFILE)
  int file;
  do file = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  while (file < 0 && errno == EINTR);
  return file;
#else
  (void)folder, (void)mode;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

int file_name_unnamed(int file, int folder, const char *name) {
#if defined(__linux__)
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
#else
  (void)file, (void)folder, (void)name;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

int file_rename_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
#if defined(__linux__)
  return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, 1U /* RENAME_NOREPLACE */);
#else
  return renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL);
#endif
}

int64_t file_next_data(int file, int64_t offset) {
#if defined(SEEK_DATA)
  off_t current = lseek(file, 0, SEEK_CUR);
  off_t data = lseek(file, (off_t)offset, SEEK_DATA);
  int failure = errno;
  if (data >= 0) {
    if (current >= 0) lseek(file, current, SEEK_SET);
    return data;
  }
  if (failure == ENXIO) return -1;
#else
  (void)file;
#endif
  return offset;
}
