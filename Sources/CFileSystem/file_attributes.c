#include "file_attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#if defined(__linux__)

ssize_t file_attribute_names(int file, char *names, size_t size) { return flistxattr(file, names, size); }

ssize_t file_attribute_read(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int file_attribute_write(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

int file_copy_access_list(int source, int target) {
  (void)source, (void)target;
  errno = ENOTSUP;
  return -1;
}

bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds) {
  struct statx status;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &status) != 0) return false;
  if (!(status.stx_mask & STATX_BTIME)) return false;
  *seconds = status.stx_btime.tv_sec;
  *nanoseconds = (int32_t)status.stx_btime.tv_nsec;
  return true;
}
#else
#include <copyfile.h>

ssize_t file_attribute_names(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }

ssize_t file_attribute_read(int file, const char *name, void *value, size_t size) {
  ssize_t count = fgetxattr(file, name, value, size, 0, 0);
  if (count < 0 && errno == ENOATTR) errno = ENODATA;
  return count;
}

int file_attribute_write(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

int file_copy_access_list(int source, int target) { return fcopyfile(source, target, NULL, COPYFILE_ACL); }

bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  *seconds = status.st_birthtimespec.tv_sec;
  *nanoseconds = (int32_t)status.st_birthtimespec.tv_nsec;
  return true;
}
#endif
