// Replaces what differs in the headers of macOS, as far as the C targets use it. Included before each file.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>

#undef __GLIBC__
#undef SOCK_CLOEXEC
#undef MSG_CMSG_CLOEXEC
#undef MSG_NOSIGNAL

#define O_SEARCH 0x40100000
#define ENOATTR 93
#define SO_NOSIGPIPE 0x1022
#define SIGINFO 129
#define RENAME_EXCL 4
#define st_birthtimespec st_mtim

int renameatx_np(int from, const char *name, int to, const char *new_name, unsigned int flags);
