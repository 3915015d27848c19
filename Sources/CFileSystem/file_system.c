#include "file_system.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

// The numbers of <linux/magic.h>; older headers lack some.
static const uint32_t KERNEL_TYPES[] = {
    0x00009fa0,  // proc
    0x62656572,  // sysfs
    0x00001cd1,  // devpts
    0x0027e0eb,  // cgroup
    0x63677270,  // cgroup2
    0x64626720,  // debugfs
    0x74726163,  // tracefs
    0x73636673,  // securityfs
    0x62656570,  // configfs
    0xcafe4a11,  // bpf
    0x42494e4d,  // binfmt_misc
    0x19800202,  // mqueue
    0x6165676c,  // pstore
    0xde5e81e4,  // efivarfs
    0x65735543,  // fusectl
    0xf97cff8c,  // selinuxfs
    0x6e736673,  // nsfs
    0x67596969,  // rpc_pipefs
};

static const uint32_t TYPES_WITHOUT_INODES[] = {
    0x00004d44,  // msdos, vfat
    0x2011bab0,  // exfat
    0x65735546,  // fuse
    0xff534d42,  // cifs
    0xfe534d42,  // smb2
};

// Those that keep names on a disk or in memory of this machine, and are not a view of other folders.
static const uint32_t LOCAL_TYPES[] = {
    0x0000ef53,  // ext2, ext3, ext4
    0x58465342,  // xfs
    0x9123683e,  // btrfs
    0xf2f52010,  // f2fs
    0x2fc12fc1,  // zfs
    0xca451a4e,  // bcachefs
    0x01021994,  // tmpfs
    0x00004d44,  // msdos, vfat
    0x2011bab0,  // exfat
    0x7366746e,  // ntfs3
    0x0000482b,  // hfsplus
};

static bool is_one_of(int descriptor, const uint32_t *types, size_t count, bool if_unknown) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return if_unknown;
  for (size_t index = 0; index < count; index++)
    if ((uint32_t)status.f_type == types[index]) return true;
  return false;
}

bool file_system_is_of_kernel(int folder) {
  return is_one_of(folder, KERNEL_TYPES, sizeof KERNEL_TYPES / sizeof *KERNEL_TYPES, false);
}

bool file_system_keeps_inodes(int file) {
  return !is_one_of(file, TYPES_WITHOUT_INODES, sizeof TYPES_WITHOUT_INODES / sizeof *TYPES_WITHOUT_INODES, true);
}

bool file_system_is_local(int folder) {
  return is_one_of(folder, LOCAL_TYPES, sizeof LOCAL_TYPES / sizeof *LOCAL_TYPES, false);
}

bool file_system_begins_at(int folder) {
#if defined(STATX_ATTR_MOUNT_ROOT)
  struct statx status;
  if (statx(folder, "", AT_EMPTY_PATH, 0, &status) != 0) return false;
  return (status.stx_attributes & status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
#else
  (void)folder;
  return false;
#endif
}

int folder_open_to_reach(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

bool file_clone(int source, int target) { return ioctl(target, FICLONE, source) == 0; }

int64_t file_copy_within_system(int source, int target, int64_t count) {
  ssize_t copied = copy_file_range(source, NULL, target, NULL, (size_t)count, 0);
  // A first 0 also comes from file systems that make up their files, such as /proc: sendfile tells them apart.
  if (copied > 0 || (copied < 0 && errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)) {
    return copied;
  }
  return sendfile(target, source, NULL, (size_t)count);
}

int file_open_unnamed(int folder, mode_t mode) {
  int file;
  do file = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  while (file < 0 && errno == EINTR);
  return file;
}

int file_name_unnamed(int file, int folder, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

int file_rename_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
  return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, 1U /* RENAME_NOREPLACE */);
}

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
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/param.h>

bool file_system_is_of_kernel(int folder) {
  struct statfs status;
  return fstatfs(folder, &status) == 0 && strcmp(status.f_fstypename, "devfs") == 0;
}

bool file_system_keeps_inodes(int file) {
  struct statfs status;
  if (fstatfs(file, &status) != 0) return false;
  return strcmp(status.f_fstypename, "apfs") == 0 || strcmp(status.f_fstypename, "hfs") == 0;
}

bool file_system_is_local(int folder) { return file_system_keeps_inodes(folder); }

bool file_system_begins_at(int folder) { return (void)folder, false; }

int folder_open_to_reach(const char *path) { return open(path, O_SEARCH | O_DIRECTORY | O_CLOEXEC); }

static int unsupported(void) {
  errno = ENOTSUP;
  return -1;
}

bool file_clone(int source, int target) { return (void)source, (void)target, unsupported() == 0; }

int64_t file_copy_within_system(int source, int target, int64_t count) {
  return (void)source, (void)target, (void)count, unsupported();
}

int file_open_unnamed(int folder, mode_t mode) { return (void)folder, (void)mode, unsupported(); }

int file_name_unnamed(int file, int folder, const char *name) {
  return (void)file, (void)folder, (void)name, unsupported();
}

int file_rename_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
  return renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL);
}

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

int file_status(int file, void *status) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  // The structures of the kernel and the library are the same there.
  return (int)syscall(SYS_fstat, file, status);
#else
  return fstat(file, status);
#endif
}

int64_t file_next_data(int file, int64_t offset) {
  off_t current = lseek(file, 0, SEEK_CUR);
  off_t data = lseek(file, (off_t)offset, SEEK_DATA);
  int failure = errno;
  if (data >= 0) {
    if (current >= 0) lseek(file, current, SEEK_SET);
    return data;
  }
  return failure == ENXIO ? -1 : offset;
}
