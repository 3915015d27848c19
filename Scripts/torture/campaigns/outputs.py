"""Kills commands that write, fills their disk, or removes permissions, and verifies the result.

The commands are `thumbnail --warm` and `--to`, `select --draft`, `-o`, `store put`, `mark`, `export` and `fetch`, each
with a folder that already contains files. In each round each command is subject to one of these:

  kill           SIGKILL before a random call that changes a file (requires a C compiler)
  full           a disk with little or no space (requires root)
  few names      a disk with few or no inodes (requires root)
  read-only      a read-only file system (requires root)
  no permission  folders and files that are not writable; as root the command runs as nobody
  size limit     a limit on the size of files (RLIMIT_FSIZE), with SIGXFSZ ignored

Then every file must be unchanged or complete. A command that was not killed must exit with 0 after doing everything,
or with 1 and few lines on stderr. Repeated without the failure, it must finish and leave no temporary file.
"""

import os
import pwd
import resource
import shutil
import signal
import subprocess

import campaign
from output_cases import CASES, differing, is_part

NOBODY = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
DISK = 4 << 20
FEW_NAMES = 400
ROOMS = (0, 1, 2, 3, 5, 10, 20, 40, 80)  # in pages; in files if names are few


def give_to_user(folder):
    for path in [folder, *folder.rglob("*")] if NOBODY else []:
        os.chown(path, NOBODY.pw_uid, NOBODY.pw_gid, follow_symlinks=False)


class Place:
    """The folder of a command, and its failure."""

    def __init__(self, folder, trouble, choice):
        self.folder, self.trouble = folder, trouble
        self.room = choice.choice(ROOMS)
        self.forbidden = choice.choice((0o555, 0o555, 0))
        self.is_mounted = trouble in ("full", "few names", "read-only")
        self.ballast = folder / "ballast"

    def make(self, template):
        self.folder.mkdir()
        if self.is_mounted:
            options = f"size={DISK}" + (f",nr_inodes={FEW_NAMES}" if self.trouble == "few names" else "")
            subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", self.folder], check=True)
        shutil.copytree(template, self.folder, symlinks=True, dirs_exist_ok=True)
        give_to_user(self.folder)

    def spoil(self):
        if self.trouble == "full":
            self.ballast.touch()
            free = shutil.disk_usage(self.folder).free - self.room * resource.getpagesize()
            self.ballast.write_bytes(bytes(max(0, free)))
        elif self.trouble == "few names":
            self.ballast.mkdir()
            for number in range(os.statvfs(self.folder).f_ffree - self.room):
                (self.ballast / str(number)).touch()
        elif self.trouble == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)
        elif self.trouble == "no permission":
            # The command's input photos remain readable.
            mode = 0o555 if (self.folder / "photos").exists() else self.forbidden
            self.modes = {path: path.stat().st_mode for path in [self.folder, *self.folder.rglob("*")]}
            for path in reversed(self.modes):
                os.chown(path, 0, 0) if NOBODY else None
                path.chmod(mode if path.is_dir() else 0o444)

    def mend(self):
        if self.trouble == "read-only":
            subprocess.run(["mount", "-o", "remount,rw", self.folder], check=True)
        elif self.trouble == "no permission":
            for path, mode in self.modes.items():
                path.chmod(mode)
            give_to_user(self.folder)
        elif self.is_mounted:
            shutil.rmtree(self.ballast) if self.ballast.is_dir() else self.ballast.unlink()

    def remove(self):
        if self.is_mounted:
            subprocess.run(["umount", self.folder], check=True)
        shutil.rmtree(self.folder)


class Campaign(campaign.Campaign):
    is_repeatable = True

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # nobody can't access the build folder.
        self.program = self.folder / "photopick"
        shutil.copy(self.options.photopick, self.program)
        self.troubles = ["no permission", "size limit"] + ["kill"] * (2 if self.library else 0)
        if NOBODY:
            self.troubles += ["full", "full", "few names", "read-only"]

    def prepare(self, count):
        names = self.options.case or CASES
        self.known = {name: self.prepare_case(name, CASES[name]) for name in names}
        self.calls = {name: self.count_calls(*self.known[name][:2]) for name in names} if self.library else {}
        return count

    def prepare_case(self, name, kind):
        """Returns the case, a template of its folder, and the files before and after the command."""
        own, place = self.folder / name.replace(" ", "-"), self.folder / "place"
        photos, template = own / "photos", own / "template"
        campaign.copy_samples(8, photos)
        case = kind(photos)
        place.mkdir()
        commands = case.before(place)
        give_to_user(self.home)
        give_to_user(place)
        for command in commands:
            self.succeed(case, place, command)
        case.change(place)
        shutil.copytree(place, template, symlinks=True)
        old = case.shown(place)
        give_to_user(place)
        self.succeed(case, place, case.command(place))
        new = case.shown(place)
        shutil.rmtree(place)
        if old == new:
            raise SystemExit(f"{name}: the command changes nothing")
        return case, template, old, new

    def count_calls(self, case, template):
        """Returns an upper bound for the number of counted calls, at most twice the exact number."""
        place, calls, status = Place(self.folder / "place", "kill", self.choice), 8, None
        while status != 0 and calls < 10_000:
            calls *= 2
            place.make(template)
            status, _ = self.perform(case, place.folder, case.command(place.folder), kill_at=calls)
            place.remove()
        return calls

    def perform(self, case, place, command, trouble=None, kill_at=None):
        """Returns status and errors of a command; "hang" after a timeout."""
        limit = self.choice.choice(ROOMS) * 1000 + 100

        def restrict():
            if trouble == "size limit":
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        user = {"user": NOBODY.pw_uid, "group": NOBODY.pw_gid, "extra_groups": []} if NOBODY else {}
        status, _, errors = self.call(
            *command, environment=case.homes(place), kill_at=kill_at, cwd=self.folder, preexec_fn=restrict, **user)
        return status, errors

    def succeed(self, case, place, command):
        status, errors = self.perform(case, place, command)
        if status != 0:
            raise SystemExit(f"{command} ends with {status} without trouble: {errors}")

    def round(self, number):
        return [fault for name in self.known for fault in self.try_one(name)]

    def try_one(self, name):
        """Runs one command with a failure and returns the faults."""
        case, template, old, new = self.known[name]
        trouble = self.choice.choice(self.troubles)
        place = Place(self.folder / "place", trouble, self.choice)
        kill_at = self.choice.randint(1, self.calls[name]) if trouble == "kill" else None
        try:
            place.make(template)
            place.spoil()
            status, errors = self.perform(case, place.folder, case.command(place.folder), trouble, kill_at)
            place.mend()
            now = case.shown(place.folder)
            if kill_at and status == 0:
                self.calls[name] = min(self.calls[name], kill_at)
            faults = [f"{path}: neither old nor new" for path in sorted(now | old | new)
                      if now.get(path) not in (old.get(path), new.get(path))]
            faults += self.judge(case, trouble, status, errors, now == new)
            again, words = self.perform(case, place.folder, case.again(place.folder))
            if again != 0:
                faults.append(f"given again it ends with {again}: {words}")
            faults += [f"{path}: not as it should be after the next run" for path in differing(case.shown(place.folder), new)]
            faults += [f"left behind: {path}" for path in place.folder.rglob("*") if is_part(path) and path.is_file()]
        finally:
            place.remove()
        situation = f"{name}, {trouble}, call {kill_at}, room {place.room}, mode {place.forbidden:o}"
        return [f"{situation}: {fault}; status {status}: {errors}" for fault in faults]

    def judge(self, case, trouble, status, errors, did_all):
        if trouble == "kill" and status == -signal.SIGKILL:
            return []
        lines = errors.splitlines()
        if status == 0:
            return [] if did_all else ["it ends with 0 and has not done all"]
        if status != 1 or trouble == "kill":
            return ["it ends with a wrong status"]
        # The limit also affects the catalog and the remembered view.
        most = case.lines + (2 if trouble == "size limit" else 0)
        if not 1 <= len(lines) <= most or any(not line.startswith("photopick: ") for line in lines):
            return [f"{len(lines)} lines on stderr"]
        return []
