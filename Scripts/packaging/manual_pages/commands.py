"""The commands of photopick, from its help."""

import json
import re

from project import run


class Option:
    """An option, flag or argument."""

    def __init__(self, info):
        self.kind = info["kind"]
        self.section = info.get("sectionTitle")
        self.value = info.get("valueName", "")
        self.is_optional = info["isOptional"]
        self.is_repeating = info["isRepeating"]
        names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in info.get("names", [])]
        # Short names first, by convention.
        self.names = sorted(names, key=lambda name: name.startswith("--"))
        self.text = info.get("abstract", "")
        values = info.get("allValues") or info.get("allValueStrings")
        if values and self.kind == "option":
            self.text += f" (values: {', '.join(values)})"

    @property
    def is_common(self):
        """Whether all commands have this option."""
        return "--help" in self.names or "--version" in self.names

    @property
    def written(self):
        """The form in tables, such as `--album NAME`."""
        # WxH and +A,-B are unchanged.
        value = self.value.upper() if self.value.islower() else self.value
        value = " " + value if self.kind == "option" else ""
        return ", ".join(f"`{name}{value}`" for name in self.names)

    @property
    def title(self):
        """The form in manual pages, in mdoc(7)."""
        value = f"Ar {self.value}" + (" ..." if self.is_repeating else "")
        if self.kind == "positional":
            return value
        # "Fl" adds a hyphen.
        names = " , ".join(name[1:] for name in self.names)
        return f"Fl {names}" + (f" {value}" if self.kind == "option" else "")


def rows(options):
    """Returns options as lists: flags with the same help, such as --follow and --no-follow, and others alone."""
    found = []
    for option in options:
        if found and option.kind == found[-1][0].kind == "flag" and option.text == found[-1][0].text:
            found[-1].append(option)
        else:
            found.append([option])
    return found


class Command:
    """A command with its full name."""

    def __init__(self, info, parents=()):
        self.words = (*parents, info["commandName"])
        self.abstract = info.get("abstract", "")
        text, _, examples = info.get("discussion", "").partition("Examples:\n")
        self.discussion = text.strip()
        self.examples = [line.strip() for line in examples.splitlines()]
        self.arguments = [Option(each) for each in info.get("arguments", []) if each["shouldDisplay"]]
        subcommands = [each for each in info.get("subcommands", []) if each["commandName"] != "help"]
        self.subcommands = [Command(each, self.words) for each in subcommands]

    @property
    def name(self):
        return " ".join(self.words)

    @property
    def page(self):
        """The name of its manual page."""
        return "-".join(self.words)

    def options_of(self, section):
        """The options of a group (None: without a group), except those that all commands have."""
        return [option for option in self.arguments
                if option.section == section and option.kind != "positional" and not option.is_common]

    def all(self):
        """This command and all its subcommands, recursively."""
        yield self
        for command in self.subcommands:
            yield from command.all()


def load(photopick):
    return Command(json.loads(run(photopick, "--experimental-dump-help"))["command"])


MARK = re.compile(r"^<!-- options of (?P<command>[^;>]+?)(?:; (?P<section>[^>]+?))? -->\n(?:\|.*\n)*", re.MULTILINE)


def with_tables(text, root):
    """Returns a page with updated option tables."""
    known = {command.name: command for command in root.all()}

    def table(match):
        command = known.get(f"photopick {match['command']}")
        options = command.options_of(match["section"]) if command else []
        if not options:
            raise SystemExit(f"manual: there are no options for {match[0].splitlines()[0]}")
        lines = [f"| {', '.join(option.written for option in row)} | {row[0].text.replace('|', chr(92) + '|')} |\n"
                 for row in rows(options)]
        return match[0].splitlines()[0] + "\n| option | |\n|---|---|\n" + "".join(lines)

    return MARK.sub(table, text)
