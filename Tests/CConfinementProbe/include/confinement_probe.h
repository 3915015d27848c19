#ifndef CONFINEMENT_PROBE_H
#define CONFINEMENT_PROBE_H

/// Runs a function in a child, whose only thread is this one, as in a helper. Returns its result, 0 to 99, or a larger
/// number if the child ended otherwise.
int confinement_probe_in_child(int (*body)(void));

/// Opens what the attempts use. Returns 0 or an errno.
int confinement_probe_prepare(void);

/// Returns the name of an attempt to do what a confined process may not, or NULL after the last one.
const char *confinement_probe_name(int number);

/// Returns 0 if the attempt succeeds, else the errno.
int confinement_probe_attempt(int number);

/// Does what a confined process may: starts a thread, allocates memory, reads an open file and its status. Returns 0 or
/// an errno.
int confinement_probe_work(void);

#endif
