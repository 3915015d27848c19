#include "file_system.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/stat.h>
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
#else
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
#endif

bool file_system_begins_at(int folder) {
#if defined(__linux__) && defined(STATX_ATTR_MOUNT_ROOT)
  struct statx status;
  if (statx(folder, "", AT_EMPTY_PATH, 0, &status) != 0) return false;
  return (status.stx_attributes & status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
#else
  (void)folder;
  return false;
#endif
}

int folder_open_to_reach(const char *path) {
#if defined(O_PATH)
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
#else
  return open(path, O_SEARCH | O_DIRECTORY | O_CLOEXEC);
#endif
}
