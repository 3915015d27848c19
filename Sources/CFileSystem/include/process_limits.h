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

/// Takes from this process what it does not need to turn bytes into pixels: all open files but the standard streams, the
/// right to write files and core dumps, and signal handlers. It can open few files at a time.
void process_confine(void);

/// How much memory this process has written to or may write to, in bytes (`data` of /proc/self/statm); 0 if the system
/// does not tell.
uint64_t process_memory(void);

/// Refuses this process more than so many bytes on top of the memory that it has (setrlimit(2), RLIMIT_DATA). Does nothing
/// where the system does not tell how much that is.
void process_limit_memory(uint64_t bytes);

/// Ends this process with SIGPROF once its threads have run for so many milliseconds from now on (setitimer(2),
/// ITIMER_PROF). 0 lifts the limit.
void process_limit_time(uint64_t milliseconds);

/// True if a descriptor of this process is a socket.
bool process_has_socket(int descriptor);

#endif
