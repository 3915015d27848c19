"""Kills commands right before one of the system calls that change a file or folder (Linux, with a C compiler)."""

import os
import subprocess

# Kills the process right before the system call whose number PHOTOPICK_KILL_AT gives.
SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
static void count(void) {
  static atomic_int calls;
  const char *limit = getenv("PHOTOPICK_KILL_AT");
  if (limit && atomic_fetch_add(&calls, 1) + 1 == atoi(limit)) kill(getpid(), SIGKILL);
}
#define COUNTED(result, name, parameters, arguments) \
  result name parameters { \
    count(); \
    return ((result (*) parameters)dlsym(RTLD_NEXT, #name)) arguments; \
  }
COUNTED(int, linkat, (int a, const char *b, int c, const char *d, int e), (a, b, c, d, e))
COUNTED(int, renameat, (int a, const char *b, int c, const char *d), (a, b, c, d))
COUNTED(int, unlinkat, (int a, const char *b, int c), (a, b, c))
COUNTED(int, mkdirat, (int a, const char *b, mode_t c), (a, b, c))
COUNTED(int, fsync, (int a), (a))
COUNTED(int, flock, (int a, int b), (a, b))
COUNTED(int, ftruncate, (int a, off_t b), (a, b))
COUNTED(ssize_t, write, (int a, const void *b, size_t c), (a, b, c))
COUNTED(ssize_t, pwrite, (int a, const void *b, size_t c, off_t d), (a, b, c, d))
"""


def compile_killer(folder):
    """The path of the library that counts system calls; None, with a notice, if it can't be made."""
    library = os.path.join(folder, "killer.so")
    command = ["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-", "-o", library, "-ldl"]
    try:
        subprocess.run(command, input=SOURCE.encode(), check=True)
    except (OSError, subprocess.CalledProcessError):
        print("notice: no C compiler: commands are killed after a random time only", flush=True)
        return None
    return library


def killing(environment, killer, number):
    """The environment in which a command gets SIGKILL right before its counted call of that number."""
    return {**environment, "LD_PRELOAD": killer, "PHOTOPICK_KILL_AT": str(number)}
