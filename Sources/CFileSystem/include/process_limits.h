#ifndef PROCESS_LIMITS_H
#define PROCESS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/// The number of processors that this process may use (sched_getaffinity(2)), at least 1.
int processor_count(void);

/// How many files this process may have open at the same time (getrlimit(2)), at most INT_MAX.
int open_file_limit(void);

/// Whether this process may write files only up to some size (getrlimit(2), RLIMIT_FSIZE).
bool file_size_is_limited(void);

/// How many bytes of addresses this process may use (getrlimit(2), RLIMIT_AS); UINT64_MAX if there is no limit.
uint64_t address_limit(void);

/// Lets all threads allocate from one arena: each other one reserves 64 MiB of addresses (mallopt(3), M_ARENA_MAX).
void share_arena(void);

#endif
