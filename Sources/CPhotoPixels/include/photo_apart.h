#ifndef PHOTO_APART_H
#define PHOTO_APART_H

#include <stdbool.h>
#include <stdint.h>

/// Runs `work` in a process of its own, for libraries that end the process or take what they like if a file is made to
/// have them do so. The process is killed once it took so much memory beyond ours (Linux) or so much time of the
/// processor, or 10 s more of the clock. What `work` makes must go to memory of `photo_shared_take`; it must not wait, print or call Swift.
///
/// Returns true if `work` came to its end.
bool photo_run_apart(void (*work)(void *context), void *context, uint64_t bytes, uint32_t seconds);

/// Takes memory, all 0, that a process apart writes and we read; NULL if there is none.
void *photo_shared_take(uint64_t bytes);

/// Gives such memory back.
void photo_shared_free(void *memory, uint64_t bytes);

#endif
