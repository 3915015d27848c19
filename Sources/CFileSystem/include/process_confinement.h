#ifndef PROCESS_CONFINEMENT_H
#define PROCESS_CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

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
