#include <stdint.h>
#include <sys/types.h>

ssize_t flistxattr(int file, char *names, size_t size, int options);
ssize_t fgetxattr(int file, const char *name, void *value, size_t size, uint32_t position, int options);
int fsetxattr(int file, const char *name, const void *value, size_t size, uint32_t position, int options);
