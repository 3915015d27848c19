#include "process_rights.h"

#if defined(__linux__)

#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Older headers lack these; the numbers are the same on all architectures.
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, RULESET_VERSION = 1 };

/// The rights that a set of rules denies unless a rule grants them: struct landlock_ruleset_attr.
typedef struct {
  uint64_t files, network, scopes;
} denied_rights;

/// Returns all rights that a version of Landlock can deny (landlock(7), "Landlock ABI versions").
static denied_rights rights_of(long version) {
  enum { FIRST_RIGHTS = 13, REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEVICES = 1 << 15, BIND_AND_CONNECT = 3 };
  enum { ABSTRACT_SOCKETS_AND_SIGNALS = 3 };
  denied_rights rights = {.files = (1 << FIRST_RIGHTS) - 1};
  if (version >= 2) rights.files |= REFER;
  if (version >= 3) rights.files |= TRUNCATE;
  if (version >= 4) rights.network = BIND_AND_CONNECT;
  if (version >= 5) rights.files |= IOCTL_DEVICES;
  if (version >= 6) rights.scopes = ABSTRACT_SOCKETS_AND_SIGNALS;
  return rights;
}

bool process_drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  bool has_none = syscall(SYS_capset, &header, none) == 0;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && has_none;
}

bool process_deny_files(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, RULESET_VERSION);
  if (version < 1) return false;
  denied_rights rights = rights_of(version);
  // The kernel accepts a longer structure than its own if the rest is 0.
  int rules = (int)syscall(CREATE_RULESET, &rights, sizeof rights, 0);
  if (rules < 0) return false;
  bool is_denied = syscall(RESTRICT_SELF, rules, 0) == 0;
  close(rules);
  return is_denied;
}

#else

bool process_drop_privileges(void) { return false; }

bool process_deny_files(void) { return false; }

#endif
