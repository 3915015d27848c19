"""Makes each system call on files fail, and verifies the result.

A preloaded library lists the calls of a command on files: opening, reading, writing, naming, removing, synchronizing,
locking, examining. Each round runs the command with one failing call and one of its possible errors (EIO, ENOSPC,
EROFS, EACCES, EDQUOT, EINTR and others; transfers can also be partial), or with a file system that is broken, full or
read-only from one call on. The commands are all forms of `export`, `mark`, their undo, `store`, `select --draft`,
`-o`, `fetch`, and moving a photo to the trash and back in the picker.

After each run

  - every file is unchanged or complete, and no content is lost;
  - the status is 0 if everything was done, else 1 with a message that contains a path; printed files are complete;
  - interrupted calls were retried, and partial transfers continued;
  - temporary files remain only if a removal failed.

Then, alternately, the command is repeated, which must finish and leave no temporary file, or undone. The rounds are a
sample, with the same number for each command. Each fault contains the arguments to repeat it.
"""

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections import Counter
from typing import NamedTuple

import campaign
from calls import INTERRUPTIBLE, REMOVING, SHORT, Call, failing, killing, listing, read_calls
from fault_cases import CASES
from output_cases import differing, is_part

# A file renamed before its removal.
SET_ASIDE = re.compile(r"\.photopick-[0-9a-f]{16}(\.[^./]*)?$")


class Injection(NamedTuple):
    name: str
    call: Call
    error: str
    is_onwards: bool

    def __str__(self):
        onwards = " --onwards" if self.is_onwards else ""
        return f"--case '{self.name}' --call '{self.call}' --error {self.error}{onwards}"

    @property
    def must_succeed(self):
        """Whether the command must continue as without the failure."""
        return not self.is_onwards and (self.error == SHORT or self.error == "EINTR" and self.call.name in INTERRUPTIBLE)


class World:
    """The folders of one command."""

    def __init__(self, campaign, number):
        self.campaign, self.options, self.limit = campaign, campaign.options, campaign.limit
        # Calls are identified by the folder's name, which is the same in all worlds.
        base = campaign.folder / str(number)
        self.folder, self.other = base / "world", campaign.other / str(number) / "other"
        self.place, self.home = self.folder / "place", self.folder / "home"
        self.log, self.photos = campaign.folder / f"log-{number}", campaign.photos
        self.cases = {name: kind(self.photos) for name, kind in CASES.items()}
        for case in self.cases.values():
            case.other = self.other
        base.mkdir()
        # Each file system has a separate trash.
        self.is_mounted = os.geteuid() == 0
        if self.is_mounted:
            subprocess.run(["mount", "-t", "tmpfs", "none", base], check=True)

    def end(self):
        if self.is_mounted:
            subprocess.run(["umount", self.folder.parent], check=True)

    def remove(self):
        for folder in (self.folder, self.other, *self.folder.parent.glob(".Trash-*")):
            shutil.rmtree(folder, ignore_errors=True)

    def make(self, case):
        """Creates the initial files of a case."""
        self.remove()
        for folder in (self.place, self.home, self.other):
            folder.mkdir(parents=True)
        case.fill(self.place)
        commands = case.before(self.place)
        for command in commands:
            is_killed = case.killed_at and command is commands[-1]
            environment = self.environment(case)
            if is_killed:
                environment = killing(environment, self.campaign.library, case.killed_at)
            status, _, errors = case.perform(self, command, environment)
            if status != (-9 if is_killed else 0):
                raise SystemExit(f"{command} ends with {status} without a fault: {errors}")
        case.change(self.place)

    def environment(self, case):
        return self.campaign.environment_of(self.home) | case.homes(self.place)

    def run(self, command, environment):
        """Returns status, output and errors of a command; "hang" after a timeout."""
        status, output, errors = self.campaign.call(*command, environment=environment, cwd=self.folder)
        # Paths that depend on the world.
        return status, output.replace(str(self.other), "OTHER").replace(str(self.folder), "WORLD"), errors

    def listing(self, case):
        self.log.unlink(missing_ok=True)
        folders = [self.folder, self.other, self.photos]
        return listing(self.environment(case), self.campaign.library, folders, self.log, case.gate(self))

    def parts(self):
        return [path for folder in (self.folder, self.other) for path in folder.rglob("*") if is_part(path) and path.is_file()]


class Campaign(campaign.Campaign):
    is_repeatable = True
    parallel = 2

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.photos = self.folder / "samples"
        campaign.copy_samples(5, self.photos)
        self.known, self.lock, self.worlds = {}, threading.Lock(), []
        self.counts, self.refusals, self.free = Counter(), Counter(), queue.SimpleQueue()
        for number in range(self.parallel if self.library and self.other else 0):
            self.worlds.append(World(self, number))
            self.free.put(self.worlds[-1])

    def prepare(self, count):
        """Selects all failures, or a sample with the same number for each case."""
        self.injections, names = [], self.options.case or list(CASES)
        for name in names if self.worlds else []:
            all_of_name = [
                Injection(name, call, error, is_onwards)
                for call in self.prepare_case(name)
                for errors, is_onwards in ((call.errors(), False), (call.onwards(), True))
                for error in errors]
            if self.options.call:
                words = self.options.call.rsplit(" ", 1)
                wanted = (*words[0].split(" ", 1), int(words[1]))
                kinds = [one.call.kind for one in all_of_name if one.call[:3] == wanted]
                all_of_name = [Injection(name, Call(*wanted, *kinds[:1] or [0]), self.options.error, self.options.onwards)]
            share = -(-count // len(names)) if count else len(all_of_name)
            self.injections += self.choice.sample(all_of_name, min(share, len(all_of_name)))
        self.choice.shuffle(self.injections)
        return min(count or len(self.injections), len(self.injections))

    def round(self, number):
        injection, world = self.injections[number], self.free.get()
        try:
            faults = self.try_one(world, injection, number)
        finally:
            self.free.put(world)
        return [f"{fault}\n  repeat: Scripts/torture/stress faults {injection}" for fault in faults]

    def end(self):
        """Prints the failures by command and error."""
        for name in CASES:
            figures = {error: count for (case, error), count in sorted(self.counts.items()) if case == name}
            if figures:
                print(f"{name}: {sum(figures.values())}: {', '.join(f'{count} {error}' for error, count in figures.items())}")
        for text, count in self.refusals.most_common(20):
            print(f"--undo refused {count} times: {text.strip()}")
        if not (self.faults and self.options.keep):
            for world in self.worlds:
                world.end()
            super().end()

    def prepare_case(self, name):
        """Runs a case without a failure. Returns its calls, and records the files before and after."""
        world = self.worlds[0]
        case = world.cases[name]
        world.make(case)
        old = case.shown(world.place)
        status, output, errors = case.perform(world, case.command(world.place), world.listing(case))
        new, old = case.shown(world.place), case.begin or old
        if status != 0 or errors:
            sys.exit(f"{name} ends with {status} without a fault: {errors}")
        if old == new:
            sys.exit(f"{name}: the command changes nothing")
        if world.parts():
            sys.exit(f"{name}: leaves {world.parts()} without a fault")
        calls = read_calls(world.log)
        self.known[name] = old, new, sorted(output.splitlines())
        if undo := case.undo(world.place):
            status, _, errors = case.perform(world, undo, world.environment(case))
            if status != 0 or case.shown(world.place) != old:
                sys.exit(f"{name}: --undo without a fault ends with {status}, and not all is as it was: {errors}")
        return calls

    def try_one(self, world, injection, number):
        """Runs a command with a failure and returns the faults."""
        case = world.cases[injection.name]
        old, new, lines = self.known[injection.name]
        world.make(case)
        environment = failing(world.listing(case), injection.call, injection.error, injection.is_onwards)
        status, output, errors = case.perform(world, case.command(world.place), environment)
        failed = read_calls(world.log)
        now = case.shown(world.place)
        if not failed:
            return []
        with self.lock:
            self.counts[injection.name, ("from then on " if injection.is_onwards else "") + injection.error] += 1
        set_aside = lambda path: injection.is_onwards and SET_ASIDE.search(path)  # noqa: E731
        faults = judge_files(case, old, new, now, set_aside) + judge_status(case, injection, status, output, errors, now == new, lines)
        faults += judge_output(output, now, new) + case.mistakes(now)
        if not case.leaves_parts and not any(call.name in REMOVING for call in failed):
            faults += [f"left behind: {path}" for path in world.parts()]
        if number % 2 and case.undo(world.place):
            faults += self.undo(world, case, old, now)
        elif case.again(world.place) and (status != 0 or case.is_repeatable):
            faults += self.repeat(world, case, new)
        if faults and self.options.keep:
            print(f"status {status}\n{output}{errors}files left in {world.folder}, {world.other}")
        told = errors.replace("\n", " | ").strip()
        return [f"{fault}; status {status}: {told}" for fault in faults]

    def repeat(self, world, case, new):
        """Repeats the command, which must finish, and returns the faults."""
        status, _, errors = case.perform(world, case.again(world.place), world.environment(case))
        now = case.shown(world.place)
        # The next access to a store may finish a failed operation, which then can't be repeated.
        did_all = status == 0 or status == 1 and now == new and not case.is_repeatable
        faults = [] if did_all else [f"given again it ends with {status}: {errors.strip()}"]
        faults += [f"{path}: not as it should be when the command is given again" for path in differing(now, new)]
        return faults + [f"not swept up when the command is given again: {path.name}" for path in world.parts()]

    def undo(self, world, case, old, before):
        """Undoes the command and returns the faults."""
        status, _, errors = case.perform(world, case.undo(world.place), world.environment(case))
        now = case.shown(world.place)
        if now == old and (status == 0 or before == old):
            return []
        if status == 1 and errors:
            with self.lock:
                self.refusals[errors.split(": ", 1)[-1].replace(str(world.folder), "")] += 1
            return judge_contents(old, now, now)
        wrong = ", ".join(differing(now, old))
        return [f"--undo ends with {status}: {errors.strip()}, and these are not as they were: {wrong}"]


def judge_contents(old, new, now):
    """Returns lost contents."""
    lost = {content for content in old.values() if content in new.values()} - set(now.values())
    return [f"LOST: what was {path}" for path, content in old.items() if content in lost]


def judge_files(case, old, new, now, set_aside):
    """Returns lost contents, and files that are neither unchanged nor complete.

    A failing disk may leave a file under a temporary name, which the next command restores.
    """
    return judge_contents(old, new, now) + [
        f"{path}: neither old nor new" for path in sorted(now | old | new)
        if now.get(path) not in (old.get(path), new.get(path)) and not set_aside(path) and not case.is_part_of(path, now.get(path), new.get(path))]


def judge_status(case, injection, status, output, errors, did_all, lines):
    if status == 0:
        if not did_all:
            return ["it ends with 0 and has not done all"]
        if sorted(output.splitlines()) != lines:
            return [f"it ends with 0 and prints something else: {output!r}"]
        return []
    if status not in case.statuses:
        return ["it ends with a wrong status"]
    if injection.must_succeed:
        return ["it gives up what it should have repeated or continued"]
    faults = [f"it says {line!r}" for line in errors.splitlines() if not line.startswith("photopick: ")]
    if not any("/" in line or "." in line for line in errors.splitlines()):
        faults.append("it names no file")
    return faults


def judge_output(output, now, new):
    """Returns files that were printed, but are incomplete."""
    printed = [line.split("/", 2)[-1] for line in output.splitlines() if line.startswith("WORLD/place/")]
    printed += ["other/" + line.split("/", 1)[-1] for line in output.splitlines() if line.startswith("OTHER/")]
    return [f"{path}: was printed and is not done" for path in printed if path in new and now.get(path) != new[path]]
