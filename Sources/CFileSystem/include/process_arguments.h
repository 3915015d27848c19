#ifndef PROCESS_ARGUMENTS_H
#define PROCESS_ARGUMENTS_H

/// The arguments of this process, the program's name first and NULL after the last one; NULL if the system tells none.
char *const *process_arguments(void);

#endif
