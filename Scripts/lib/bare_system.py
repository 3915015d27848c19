"""A bare Debian or Ubuntu system in a folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
               "LC_ALL": "C.UTF-8", "TERM": "xterm", "DEBIAN_FRONTEND": "noninteractive"}


def require_root(name):
    """Starts the script again with private mounts, which end with its last process. Exits unless run as root."""
    if os.geteuid() or not shutil.which("debootstrap"):
        sys.exit(f"{name}: this needs root, and debootstrap: apt-get install debootstrap")
    if os.environ.get("PHOTOPICK_PRIVATE_MOUNTS") != "1":
        os.environ["PHOTOPICK_PRIVATE_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])


class System:
    """A system that debootstrap creates in a folder, or has created there before."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        # Removing the folder must not reach what is mounted in it.
        self.close()

    def make(self, release, packages=()):
        """Creates the system with a minimum of packages, and mounts its file systems. Exits with 2 if that fails."""
        if not (self.folder / "etc/debian_version").exists():
            print(f"Making a bare system of {release}; this takes some minutes.", flush=True)
            done = subprocess.run(
                ["debootstrap", "--variant=minbase", release, self.folder], stdout=subprocess.DEVNULL, check=False)
            if done.returncode:
                print(f"debootstrap could not make a system of {release}")
                sys.exit(2)
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        # Services don't start during installation, and manual pages are installed, as on a normal system.
        (self.folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (self.folder / "usr/sbin/policy-rc.d").chmod(0o755)
        # Mirrors that are brought up to date seldom have lists of sid that have expired.
        (self.folder / "etc/apt/apt.conf.d/99-mirror").write_text('Acquire::Check-Valid-Until "false";\n')
        terminals = ("devpts", "dev/pts", "-o", "ptmxmode=0666,newinstance")
        for kind, place, *options in (("proc", "proc"), terminals, ("tmpfs", "dev/shm")):
            (self.folder / place).mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "-t", kind, *options, kind, self.folder / place], check=True)
        if packages:
            install = "apt-get install -y -qq --no-install-recommends"
            self.run(f"apt-get update -qq && {install} {' '.join(packages)}", check=True)

    def close(self):
        """Unmounts everything, so that the folder can be removed."""
        for line in reversed(Path("/proc/self/mounts").read_text().splitlines()):
            place = line.split()[1].encode().decode("unicode_escape")
            if place.startswith(f"{self.folder}/"):
                subprocess.run(["umount", "-l", place], check=False)

    def show(self, path):
        """Makes a folder of this machine visible at the same path, read-only."""
        place = self.folder / Path(path).relative_to("/")
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", path, place], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)

    def run(self, line, check=False, captures=True):
        """Runs a shell command in the system. Returns the finished process, with its output if `captures`."""
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if captures else {}
        done = subprocess.run(["chroot", self.folder, "sh", "-c", line], env=ENVIRONMENT, text=True, check=False,
                              stdin=subprocess.DEVNULL, **output)
        if check and done.returncode:
            sys.exit(f"{line}: status {done.returncode}: {(done.stdout or '')[-3000:]}")
        return done
