// Preloaded (ld.so(8)) on Linux: lists the system calls of a process on files, makes them fail, or kills the process.
//
// A call counts if it concerns a file in one of the colon-separated folders in PHOTOPICK_FAULT_BELOW. It is identified by
// its name and its path, which starts with the name of the folder; letters and digits that vary between runs are replaced
// with `*`.
//
//   PHOTOPICK_FAULT_LOG     The file to which every call is appended, or every failed call if one is to fail: kind, name
//                           and path, separated by tabs.
//   PHOTOPICK_FAULT_CALL    "name<TAB>path<TAB>count": the call to fail, by the number of calls with this name and path.
//   PHOTOPICK_FAULT_ERROR   The error, a number of errno(3), or 0 to transfer half of the bytes.
//   PHOTOPICK_FAULT_ONWARDS If set, later calls fail too: with ENOSPC and EDQUOT those that allocate blocks, with EROFS
//                           those that write, with other errors all of them.
//   PHOTOPICK_FAULT_GATE    If set, calls count once this file exists.
//   PHOTOPICK_KILL_AT       Without the others: sends SIGKILL before the call with this number, among all calls that
//                           change a file.
//
// Child processes are not affected.
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

// The effect of a call, as recorded in the log.
enum { READS = 0, CHANGES = 1, SETTLES = 2, NEEDS_ROOM = 3 };

enum { PATH_LIMIT = 2 * PATH_MAX, NAME_LIMIT = 32, FOLDER_LIMIT = 4 };

static const char *folders[FOLDER_LIMIT];
static int folder_count;
static int log_file = -1;
static long kill_at;
static const char *gate;
static const char *failing_name;
static const char *failing_path;
static int failing_count;
static int failing_error;
static bool fails_onwards;
static atomic_long count;
static atomic_bool is_open;

// The original function. Looking it up each time requires no lock.
#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static char *own_setting(const char *name) {
  char *value = getenv(name);
  return value && *value ? strdup(value) : NULL;
}

__attribute__((constructor)) static void read_settings(void) {
  char *number = own_setting("PHOTOPICK_KILL_AT");
  if (number) kill_at = atol(number);
  for (char *next = own_setting("PHOTOPICK_FAULT_BELOW"); next && folder_count < FOLDER_LIMIT;) {
    folders[folder_count++] = strsep(&next, ":");
  }
  const char *path = own_setting("PHOTOPICK_FAULT_LOG");
  if (path) log_file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  gate = own_setting("PHOTOPICK_FAULT_GATE");
  atomic_store(&is_open, gate == NULL);
  char *call = own_setting("PHOTOPICK_FAULT_CALL");
  if (call) {
    failing_name = strsep(&call, "\t");
    failing_path = strsep(&call, "\t");
    failing_count = call ? atoi(call) : 1;
    const char *error = getenv("PHOTOPICK_FAULT_ERROR");
    failing_error = error ? atoi(error) : EIO;
    fails_onwards = getenv("PHOTOPICK_FAULT_ONWARDS") != NULL;
  }
  unsetenv("LD_PRELOAD");
}

// Writes the path of a file into a buffer and returns whether the file has a path.
static bool find_path(char *buffer, int folder, const char *path) {
  char link[64];
  size_t length = 0;
  if (!path || path[0] != '/') {
    if (folder == AT_FDCWD) {
      snprintf(link, sizeof link, "/proc/self/cwd");
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    }
    ssize_t read = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, PATH_MAX);
    if (read <= 0 || buffer[0] != '/') return false;
    length = (size_t)read;
    buffer[length] = 0;
  }
  if (path && *path && strcmp(path, ".") != 0) {
    snprintf(buffer + length, PATH_LIMIT - length, length ? "/%s" : "%s", path);
  }
  return true;
}

static bool is_varying(char character) {
  return strchr("0123456789abcdef-", character) != NULL;
}

// Returns the path relative to the parent of one of the folders, or NULL for other paths.
static const char *shorten(char *path) {
  for (int index = 0; index < folder_count; index++) {
    size_t length = strlen(folders[index]);
    if (strncmp(path, folders[index], length) != 0 || (path[length] && path[length] != '/')) continue;
    const char *last = strrchr(folders[index], '/');
    char *start = path + (last ? last + 1 - folders[index] : 0);
    char *end = path + length;
    for (char *next = end; *next;) {
      // The kernel's name of an unnamed file: "#" and a number.
      if (next[0] == '#' && next[-1] == '/') {
        *end++ = *next++;
        next += strspn(next, "0123456789");
        continue;
      }
      size_t run = 0;
      bool has_digit = false;
      while (next[run] && is_varying(next[run])) {
        if (next[run] >= '0' && next[run] <= '9') has_digit = true;
        run++;
      }
      if (run >= 6 && has_digit) {
        *end++ = '*';
        next += run;
      } else {
        if (run == 0) run = 1;
        memmove(end, next, run);
        end += run;
        next += run;
      }
    }
    *end = 0;
    return start;
  }
  return NULL;
}

static void write_log(int kind, const char *name, const char *path) {
  if (log_file < 0) return;
  char line[PATH_LIMIT + NAME_LIMIT + 16];
  int length = snprintf(line, sizeof line, "%d\t%s\t%s\n", kind, name, path);
  if (length > 0 && (size_t)length < sizeof line) REAL(write)(log_file, line, (size_t)length);
}

static bool fails(int kind, const char *name, const char *path) {
  if (atomic_load(&count) < failing_count) {
    if (strcmp(name, failing_name) != 0 || strcmp(path, failing_path) != 0) return false;
    return atomic_fetch_add(&count, 1) + 1 == failing_count;
  }
  if (!fails_onwards) return false;
  if (failing_error == ENOSPC || failing_error == EDQUOT) return kind == NEEDS_ROOM;
  return failing_error != EROFS || kind == CHANGES || kind == NEEDS_ROOM;
}

// The outcome of a call.
typedef enum { GOES_ON, FAILS, GOES_HALF } Fate;

// Returns the outcome of a call that concerns a path in a folder, or the file `folder` if the path is NULL. Sets
// `errno` if the call fails, and preserves it otherwise.
static Fate meet(int kind, const char *name, int folder, const char *path) {
  int error = errno;
  if (kill_at) {
    if (kind != READS && atomic_fetch_add(&count, 1) + 1 == kill_at) kill(getpid(), SIGKILL);
    return GOES_ON;
  }
  if (folder_count == 0) return GOES_ON;
  if (!atomic_load(&is_open)) {
    if (syscall(SYS_faccessat, AT_FDCWD, gate, F_OK) != 0) {
      errno = error;
      return GOES_ON;
    }
    atomic_store(&is_open, true);
  }
  char buffer[PATH_LIMIT];
  const char *found = find_path(buffer, folder, path) ? shorten(buffer) : NULL;
  Fate fate = GOES_ON;
  if (found && !failing_name) write_log(kind, name, found);
  if (found && failing_name && failing_path && fails(kind, name, found)) {
    write_log(kind, name, found);
    fate = failing_error ? FAILS : GOES_HALF;
  }
  errno = fate == FAILS ? failing_error : error;
  return fate;
}

#define CALL(name, result, failure, parameters, arguments, kind, folder, path) \
  result name parameters { \
    if (meet(kind, #name, folder, path) == FAILS) return failure; \
    return REAL(name) arguments; \
  }

// Offsets have 64 bits in both forms of a function, such as `pread` and `pread64`.
#define BOTH(macro, name, ...) macro(name, ##__VA_ARGS__) macro(name##64, ##__VA_ARGS__)

// MARK: - Opening and closing

static int kind_of_open(int flags, int folder, const char *path) {
  if ((flags & O_TMPFILE) == O_TMPFILE) return NEEDS_ROOM;
  // Opening an existing file allocates no blocks.
  if (flags & O_CREAT) return syscall(SYS_faccessat, folder, path, F_OK) == 0 ? CHANGES : NEEDS_ROOM;
  return (flags & (O_WRONLY | O_RDWR | O_TRUNC)) ? CHANGES : READS;
}

#define OPEN(name, parameters, arguments, folder) \
  int name parameters { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    int error = errno, kind = kind_of_open(flags, folder, path); \
    errno = error; \
    if (meet(kind, #name, folder, path) == FAILS) return -1; \
    return REAL(name) arguments; \
  }

BOTH(OPEN, open, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD)
BOTH(OPEN, openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder)

int close(int file) {
  // Linux closes the file regardless of the result (close(2)).
  Fate fate = meet(READS, "close", file, NULL);
  int error = errno, result = REAL(close)(file);
  if (fate != FAILS) return result;
  errno = error;
  return -1;
}

// MARK: - Transfers

#define TRANSFER(name, parameters, arguments, half, kind, file) \
  ssize_t name parameters { \
    switch (meet(kind, #name, file, NULL)) { \
      case FAILS: return -1; \
      case GOES_HALF: \
        if (size > 1) return REAL(name) half; \
      default: return REAL(name) arguments; \
    } \
  }

TRANSFER(read, (int a, void *b, size_t size), (a, b, size), (a, b, size / 2), READS, a)
BOTH(TRANSFER, pread, (int a, void *b, size_t size, off64_t d), (a, b, size, d), (a, b, size / 2, d), READS, a)
TRANSFER(write, (int a, const void *b, size_t size), (a, b, size), (a, b, size / 2), NEEDS_ROOM, a)
BOTH(
  TRANSFER, pwrite, (int a, const void *b, size_t size, off64_t d), (a, b, size, d), (a, b, size / 2, d), NEEDS_ROOM, a)
TRANSFER(
  copy_file_range, (int a, off64_t *b, int c, off64_t *d, size_t size, unsigned f), (a, b, c, d, size, f),
  (a, b, c, d, size / 2, f), NEEDS_ROOM, c)
BOTH(TRANSFER, sendfile, (int a, int b, off64_t *c, size_t size), (a, b, c, size), (a, b, c, size / 2), NEEDS_ROOM, a)
CALL(readv, ssize_t, -1, (int a, const struct iovec *b, int c), (a, b, c), READS, a, NULL)
CALL(preadv, ssize_t, -1, (int a, const struct iovec *b, int c, off_t d), (a, b, c, d), READS, a, NULL)
CALL(writev, ssize_t, -1, (int a, const struct iovec *b, int c), (a, b, c), NEEDS_ROOM, a, NULL)
CALL(pwritev, ssize_t, -1, (int a, const struct iovec *b, int c, off_t d), (a, b, c, d), NEEDS_ROOM, a, NULL)

#define MAP(name) \
  void *name(void *a, size_t b, int c, int d, int file, off64_t f) { \
    if (file >= 0 && !(d & MAP_ANONYMOUS) && meet(READS, #name, file, NULL) == FAILS) return MAP_FAILED; \
    return REAL(name)(a, b, c, d, file, f); \
  }

BOTH(MAP, mmap)

// MARK: - Names

CALL(rename, int, -1, (const char *a, const char *b), (a, b), NEEDS_ROOM, AT_FDCWD, b)
CALL(renameat, int, -1, (int a, const char *b, int c, const char *d), (a, b, c, d), NEEDS_ROOM, c, d)
CALL(renameat2, int, -1, (int a, const char *b, int c, const char *d, unsigned e), (a, b, c, d, e), NEEDS_ROOM, c, d)
CALL(link, int, -1, (const char *a, const char *b), (a, b), NEEDS_ROOM, AT_FDCWD, b)
CALL(linkat, int, -1, (int a, const char *b, int c, const char *d, int e), (a, b, c, d, e), NEEDS_ROOM, c, d)
CALL(symlink, int, -1, (const char *a, const char *b), (a, b), NEEDS_ROOM, AT_FDCWD, b)
CALL(symlinkat, int, -1, (const char *a, int b, const char *c), (a, b, c), NEEDS_ROOM, b, c)
CALL(unlink, int, -1, (const char *a), (a), CHANGES, AT_FDCWD, a)
CALL(unlinkat, int, -1, (int a, const char *b, int c), (a, b, c), CHANGES, a, b)
CALL(rmdir, int, -1, (const char *a), (a), CHANGES, AT_FDCWD, a)
CALL(mkdir, int, -1, (const char *a, mode_t b), (a, b), NEEDS_ROOM, AT_FDCWD, a)
CALL(mkdirat, int, -1, (int a, const char *b, mode_t c), (a, b, c), NEEDS_ROOM, a, b)
CALL(readlink, ssize_t, -1, (const char *a, char *b, size_t c), (a, b, c), READS, AT_FDCWD, a)
CALL(readlinkat, ssize_t, -1, (int a, const char *b, char *c, size_t d), (a, b, c, d), READS, a, b)
CALL(opendir, DIR *, NULL, (const char *a), (a), READS, AT_FDCWD, a)
CALL(fdopendir, DIR *, NULL, (int a), (a), READS, a, NULL)
CALL(readdir, struct dirent *, NULL, (DIR * a), (a), READS, dirfd(a), NULL)
CALL(readdir64, struct dirent64 *, NULL, (DIR * a), (a), READS, dirfd(a), NULL)

// Older C libraries have no function for renameat2(2), so that callers use its number.
long syscall(long number, ...) {
  long values[6];
  va_list rest;
  va_start(rest, number);
  for (int index = 0; index < 6; index++) values[index] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_renameat2 && meet(NEEDS_ROOM, "renameat2", (int)values[2], (const char *)values[3]) == FAILS) return -1;
  return REAL(syscall)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

// MARK: - What the disk holds

CALL(fsync, int, -1, (int a), (a), SETTLES, a, NULL)
CALL(fdatasync, int, -1, (int a), (a), SETTLES, a, NULL)
CALL(syncfs, int, -1, (int a), (a), SETTLES, a, NULL)
CALL(sync_file_range, int, -1, (int a, off64_t b, off64_t c, unsigned d), (a, b, c, d), SETTLES, a, NULL)
BOTH(CALL, ftruncate, int, -1, (int a, off64_t b), (a, b), CHANGES, a, NULL)
BOTH(CALL, fallocate, int, -1, (int a, int b, off64_t c, off64_t d), (a, b, c, d), NEEDS_ROOM, a, NULL)

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *value = va_arg(rest, void *);
  va_end(rest);
  if (request == FICLONE && meet(NEEDS_ROOM, "ioctl", file, NULL) == FAILS) return -1;
  return REAL(ioctl)(file, request, value);
}

// MARK: - Attributes

CALL(fchmod, int, -1, (int a, mode_t b), (a, b), CHANGES, a, NULL)
CALL(fchmodat, int, -1, (int a, const char *b, mode_t c, int d), (a, b, c, d), CHANGES, a, b)
CALL(fchown, int, -1, (int a, uid_t b, gid_t c), (a, b, c), CHANGES, a, NULL)
CALL(futimens, int, -1, (int a, const struct timespec b[2]), (a, b), CHANGES, a, NULL)
CALL(utimensat, int, -1, (int a, const char *b, const struct timespec c[2], int d), (a, b, c, d), CHANGES, a, b)
CALL(
  fsetxattr, int, -1, (int a, const char *b, const void *c, size_t d, int e), (a, b, c, d, e), NEEDS_ROOM, a, NULL)
CALL(fremovexattr, int, -1, (int a, const char *b), (a, b), CHANGES, a, NULL)
CALL(fgetxattr, ssize_t, -1, (int a, const char *b, void *c, size_t d), (a, b, c, d), READS, a, NULL)
CALL(flistxattr, ssize_t, -1, (int a, char *b, size_t c), (a, b, c), READS, a, NULL)
CALL(stat, int, -1, (const char *a, struct stat *b), (a, b), READS, AT_FDCWD, a)
CALL(stat64, int, -1, (const char *a, struct stat64 *b), (a, b), READS, AT_FDCWD, a)
CALL(lstat, int, -1, (const char *a, struct stat *b), (a, b), READS, AT_FDCWD, a)
CALL(lstat64, int, -1, (const char *a, struct stat64 *b), (a, b), READS, AT_FDCWD, a)
CALL(fstat, int, -1, (int a, struct stat *b), (a, b), READS, a, NULL)
CALL(fstat64, int, -1, (int a, struct stat64 *b), (a, b), READS, a, NULL)
CALL(fstatat, int, -1, (int a, const char *b, struct stat *c, int d), (a, b, c, d), READS, a, b)
CALL(fstatat64, int, -1, (int a, const char *b, struct stat64 *c, int d), (a, b, c, d), READS, a, b)
CALL(statx, int, -1, (int a, const char *b, int c, unsigned d, struct statx *e), (a, b, c, d, e), READS, a, b)
CALL(fstatfs, int, -1, (int a, struct statfs *b), (a, b), READS, a, NULL)
CALL(access, int, -1, (const char *a, int b), (a, b), READS, AT_FDCWD, a)
CALL(faccessat, int, -1, (int a, const char *b, int c, int d), (a, b, c, d), READS, a, b)

// MARK: - Locks

CALL(flock, int, -1, (int a, int b), (a, b), SETTLES, a, NULL)

#define CONTROL(name) \
  int name(int file, int command, ...) { \
    va_list rest; \
    va_start(rest, command); \
    void *value = va_arg(rest, void *); \
    va_end(rest); \
    bool locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; \
    if (locks && meet(SETTLES, "fcntl", file, NULL) == FAILS) return -1; \
    return REAL(name)(file, command, value); \
  }

BOTH(CONTROL, fcntl)
