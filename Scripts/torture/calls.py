"""Lists system calls of commands on files, makes them fail, or kills commands at them (Linux, with a C compiler)."""

import errno
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("calls.c")
# Transfers half of the bytes.
SHORT = "short"
OPENING = {"open", "open64", "openat", "openat64"}
READING = {"read", "pread", "pread64", "readv", "preadv"}
WRITING = {"write", "pwrite", "pwrite64", "writev", "pwritev", "copy_file_range", "sendfile", "sendfile64"}
NAMING = {"rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat"}
REMOVING = {"unlink", "unlinkat", "rmdir"}
SYNCHRONIZING = {"fsync", "fdatasync", "syncfs", "sync_file_range"}
RESIZING = {"ftruncate", "ftruncate64", "fallocate", "fallocate64"}
CHANGING = {"fchmod", "fchmodat", "fchown", "futimens", "utimensat", "fremovexattr"}
LOCKING = {"flock", "fcntl"}
# Calls that may fail with EINTR, except close(2), which closes the file in any case.
INTERRUPTIBLE = OPENING | READING | WRITING | SYNCHRONIZING | RESIZING | LOCKING | {"fchmod", "fchown", "ioctl"}
# The kinds of calls in the log.
READS, CHANGES, SETTLES, NEEDS_ROOM = range(4)


class Call(NamedTuple):
    """A call, identified by the number of calls with this name and path."""

    name: str
    path: str
    count: int
    kind: int

    def __str__(self):
        return f"{self.name} {self.path} {self.count}"

    def errors(self):
        """Returns the names of errors with which the call may fail."""
        if self.name in OPENING:
            return ["EIO", "EACCES", "EINTR"] + (["ENOSPC", "EROFS", "EDQUOT"] if self.kind != READS else [])
        for names, errors in (
            (READING, ["EIO", "EINTR", SHORT]),
            (WRITING, ["EIO", "ENOSPC", "EROFS", "EINTR", "EDQUOT", SHORT]),
            (NAMING, ["EIO", "ENOSPC", "EROFS", "EACCES", "EDQUOT", "EINTR"]),
            (REMOVING, ["EIO", "EROFS", "EACCES", "EINTR"]),
            (SYNCHRONIZING, ["EIO", "ENOSPC", "EDQUOT", "EINTR"]),
            (RESIZING, ["EIO", "ENOSPC", "EROFS", "EINTR"]),
            (CHANGING, ["EIO", "EPERM", "EROFS", "EINTR"]),
            ({"fsetxattr"}, ["EIO", "ENOSPC", "EDQUOT", "EACCES", "EOPNOTSUPP"]),
            (LOCKING, ["EIO", "ENOLCK", "EINTR"]),
            ({"ioctl"}, ["EIO", "ENOSPC", "EINTR", "EOPNOTSUPP"]),
            ({"close"}, ["EIO", "EINTR"]),
            ({"mmap", "mmap64"}, ["ENOMEM", "EACCES"]),
        ):
            if self.name in names:
                return errors
        return ["EIO", "EACCES", "EINTR"]

    def onwards(self):
        """Returns the errors of a full, read-only or broken file system, starting with this call."""
        return {CHANGES: ["EIO", "EROFS"], NEEDS_ROOM: ["EIO", "EROFS", "ENOSPC"]}.get(self.kind, ["EIO"])


def compile_library(folder):
    """Compiles the preloaded library and returns its path, or None with a notice."""
    library = os.path.join(folder, "calls.so")
    command = ["cc", "-shared", "-fPIC", "-O1", str(SOURCE), "-o", library, "-ldl"]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("notice: no C compiler: no call of a command fails, and none is ended at one", flush=True)
        return None
    return library


def killing(environment, library, number):
    """Returns an environment that sends SIGKILL before the call with the given number that changes a file."""
    return {**environment, "LD_PRELOAD": library, "PHOTOPICK_KILL_AT": str(number)}


def listing(environment, library, folders, log, gate=None):
    """Returns an environment that logs the calls of a command on files in the given folders."""
    settings = {"LD_PRELOAD": library, "PHOTOPICK_FAULT_BELOW": ":".join(map(str, folders)), "PHOTOPICK_FAULT_LOG": str(log)}
    if gate:
        settings["PHOTOPICK_FAULT_GATE"] = str(gate)
    return {**environment, **settings}


def failing(environment, call, error, is_onwards):
    """Extends an environment of `listing` so that a call fails, and optionally all later ones."""
    number = 0 if error == SHORT else getattr(errno, error)
    settings = {"PHOTOPICK_FAULT_CALL": f"{call.name}\t{call.path}\t{call.count}", "PHOTOPICK_FAULT_ERROR": str(number)}
    if is_onwards:
        settings["PHOTOPICK_FAULT_ONWARDS"] = "1"
    return {**environment, **settings}


def read_calls(log):
    """Returns the calls in a log."""
    calls, counts = [], {}
    if not os.path.exists(log):
        return calls
    with open(log, errors="surrogateescape") as file:
        for line in file:
            kind, name, path = line.rstrip("\n").split("\t", 2)
            counts[name, path] = counts.get((name, path), 0) + 1
            calls.append(Call(name, path, counts[name, path], int(kind)))
    return calls
