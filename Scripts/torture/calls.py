"""Lists, fails or ends commands at the calls by which they use files (Linux, with a C compiler)."""

import errno
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("calls.c")
# Not an error: half of the bytes are transferred.
SHORT = "short"
OPENING = {"open", "open64", "openat", "openat64"}
READING = {"read", "pread", "pread64", "readv", "preadv"}
WRITING = {
    "write", "pwrite", "pwrite64", "writev", "pwritev", "copy_file_range", "sendfile", "sendfile64"}
NAMING = {
    "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat"}
REMOVING = {"unlink", "unlinkat", "rmdir"}
SYNCHRONIZING = {"fsync", "fdatasync", "syncfs", "sync_file_range"}
RESIZING = {"ftruncate", "ftruncate64", "fallocate", "fallocate64"}
CHANGING = {"fchmod", "fchmodat", "fchown", "futimens", "utimensat", "fremovexattr"}
LOCKING = {"flock", "fcntl"}
# The calls that their manuals allow to end with EINTR, apart from close(2), whose file is closed then.
INTERRUPTIBLE = OPENING | READING | WRITING | SYNCHRONIZING | RESIZING | LOCKING | {"fchmod", "fchown", "ioctl"}
# The kinds that the library tells.
READS, CHANGES, SETTLES, NEEDS_ROOM = range(4)


class Call(NamedTuple):
    """The count-th call of a name on a path."""

    name: str
    path: str
    count: int
    kind: int

    def __str__(self):
        return f"{self.name} {self.path} {self.count}"

    def errors(self):
        """The names of the errors with which the call may fail."""
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
        """The errors with which this call and all later ones may fail: a disk that is full, read-only or broken."""
        return {CHANGES: ["EIO", "EROFS"], NEEDS_ROOM: ["EIO", "EROFS", "ENOSPC"]}.get(self.kind, ["EIO"])


def compile_library(folder):
    """The path of the library that is preloaded; None, with a notice, if it can't be made."""
    library = os.path.join(folder, "calls.so")
    command = ["cc", "-shared", "-fPIC", "-O1", str(SOURCE), "-o", library, "-ldl"]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("notice: no C compiler: no call of a command fails, and none is ended at one", flush=True)
        return None
    return library


def killing(environment, library, number):
    """The environment in which a command gets SIGKILL right before the call of that number that changes something."""
    return {**environment, "LD_PRELOAD": library, "PHOTOPICK_KILL_AT": str(number)}


def listing(environment, library, folders, log, gate=None):
    """The environment in which the calls of a command on files below some folders are written to a file."""
    settings = {"LD_PRELOAD": library, "PHOTOPICK_FAULT_BELOW": ":".join(map(str, folders)), "PHOTOPICK_FAULT_LOG": str(log)}
    if gate:
        settings["PHOTOPICK_FAULT_GATE"] = str(gate)
    return {**environment, **settings}


def failing(environment, call, error, is_onwards):
    """The environment of `listing` in which a call fails, and, if asked, those after it."""
    number = 0 if error == SHORT else getattr(errno, error)
    settings = {"PHOTOPICK_FAULT_CALL": f"{call.name}\t{call.path}\t{call.count}", "PHOTOPICK_FAULT_ERROR": str(number)}
    if is_onwards:
        settings["PHOTOPICK_FAULT_ONWARDS"] = "1"
    return {**environment, **settings}


def read_calls(log):
    """The calls that a log tells, in their order."""
    calls, counts = [], {}
    if not os.path.exists(log):
        return calls
    with open(log, errors="surrogateescape") as file:
        for line in file:
            kind, name, path = line.rstrip("\n").split("\t", 2)
            counts[name, path] = counts.get((name, path), 0) + 1
            calls.append(Call(name, path, counts[name, path], int(kind)))
    return calls
