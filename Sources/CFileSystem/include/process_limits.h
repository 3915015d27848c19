#ifndef PROCESS_LIMITS_H
#define PROCESS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/// Returns the number of processors available to this program (sched_getaffinity(2)), at least 1.
int processor_count(void);

/// Returns the maximum number of open files (getrlimit(2)), at most INT_MAX.
int open_file_limit(void);

/// Returns `true` if RLIMIT_FSIZE limits the size of written files (getrlimit(2)).
bool file_size_is_limited(void);

/// Returns the maximum size of the address space in bytes (getrlimit(2), RLIMIT_AS), or UINT64_MAX.
uint64_t address_limit(void);

/// Makes all threads allocate from one arena: each other arena reserves 64 MiB of address space (mallopt(3),
/// M_ARENA_MAX).
void share_arena(void);

/// Gives up what loading libraries and decoding pictures don't require: all open files but the standard streams, the
/// right to write files and core dumps, and signal handlers. Few files can be open at a time.
void process_confine(void);

/// Returns the size of the writable memory in bytes (`data` of /proc/self/statm) after `process_confine`, or 0 if it is
/// unknown.
uint64_t process_memory(void);

/// Allows `bytes` more data than are in use (setrlimit(2), RLIMIT_DATA), if the current size is known. No later limit
/// can be higher than a final one.
void process_limit_memory(uint64_t bytes, bool is_final);

/// Sends SIGPROF to the caller once its threads have run for a number of milliseconds from now (setitimer(2),
/// ITIMER_PROF). 0 removes the timer.
void process_limit_time(uint64_t milliseconds);

bool process_has_socket(int descriptor);

#endif
