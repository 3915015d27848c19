#ifndef FOLDER_OPEN_H
#define FOLDER_OPEN_H

/// Opens a folder only to reach what is in it by name, which takes no permission to list it (O_PATH, open(2)), or for
/// reading if the system knows no such opening. Returns its descriptor, or -1 with errno set.
int folder_open_to_reach(const char *path);

#endif
