#ifndef PROCESS_RIGHTS_H
#define PROCESS_RIGHTS_H

#include <stdbool.h>

/// Rights that a process gives up for good before it reads untrusted data (Linux). Each function returns whether the
/// system supports it. Call them before starting threads.

/// Gives up all capabilities (capabilities(7)), and gaining rights by executing programs (prctl(2),
/// PR_SET_NO_NEW_PRIVS), which the other functions require. Without its capabilities, a process of root can't raise its
/// limits.
bool process_drop_privileges(void);

/// Denies opening files by name and, on newer kernels, TCP, abstract sockets of other processes and signals to them
/// (landlock(7)). Open files remain readable.
bool process_deny_files(void);

/// Makes the kernel refuse all system calls except for threads, memory and input from open files (seccomp(2)).
///
/// Refused calls fail with EPERM, so that libraries can do without them. Memory can't become executable, so no further
/// library can be loaded. The filter exists for x86-64 and 64-bit ARM.
bool process_filter_calls(void);

#endif
