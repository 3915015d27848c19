#include "file_attributes.h"

#include <errno.h>

#if defined(__linux__)
#include <sys/xattr.h>

ssize_t file_attribute_names(int file, char *names, size_t size) { return flistxattr(file, names, size); }

ssize_t file_attribute_read(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int file_attribute_write(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}
#elif defined(__APPLE__)
#include <sys/xattr.h>

ssize_t file_attribute_names(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }

ssize_t file_attribute_read(int file, const char *name, void *value, size_t size) {
  ssize_t count = fgetxattr(file, name, value, size, 0, 0);
  if (count < 0 && errno == ENOATTR) errno = ENODATA;
  return count;
}

int file_attribute_write(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}
#else
ssize_t file_attribute_names(int file, char *names, size_t size) {
  (void)file, (void)names, (void)size;
  return 0;
}

ssize_t file_attribute_read(int file, const char *name, void *value, size_t size) {
  (void)file, (void)name, (void)value, (void)size;
  errno = ENOTSUP;
  return -1;
}

int file_attribute_write(int file, const char *name, const void *value, size_t size) {
  (void)file, (void)name, (void)value, (void)size;
  errno = ENOTSUP;
  return -1;
}
#endif

#if defined(__APPLE__)
#include <copyfile.h>

int file_copy_access_list(int source, int target) { return fcopyfile(source, target, NULL, COPYFILE_ACL); }
#else
int file_copy_access_list(int source, int target) {
  (void)source, (void)target;
  errno = ENOTSUP;
  return -1;
}
#endif
