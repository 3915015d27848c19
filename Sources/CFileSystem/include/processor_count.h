#ifndef PROCESSOR_COUNT_H
#define PROCESSOR_COUNT_H

/// The number of processors that this process may use (sched_getaffinity(2)), at least 1.
int processor_count(void);

/// How many files this process may have open at the same time (getrlimit(2)), at most INT_MAX.
int open_file_limit(void);

#endif
