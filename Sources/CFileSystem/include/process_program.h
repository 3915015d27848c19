#ifndef PROCESS_PROGRAM_H
#define PROCESS_PROGRAM_H

/// The file of this program, for starting it once more, also if it was replaced or removed meanwhile (Linux). NULL if the
/// system does not tell.
const char *process_executable(void);

/// The file of the program or library that contains this code (dladdr(3)); NULL if the loader does not tell.
const char *process_image(void);

#endif
