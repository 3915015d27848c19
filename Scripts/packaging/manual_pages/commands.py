"""The commands of photopick, as its own help knows them."""

import json
import re
import subprocess


class Option:
    """An option, flag or argument."""

    def __init__(self, info):
        self.kind = info["kind"]
        self.section = info.get("sectionTitle")
        self.value = info.get("valueName", "")
        self.is_optional = info["isOptional"]
        self.is_repeating = info["isRepeating"]
        self.names = [self._written(name) for name in info.get("names", [])]
        self.text = info.get("abstract", "")
        values = info.get("allValues") or info.get("allValueStrings")
        if values and self.kind == "option":
            self.text += f" (values: {', '.join(values)})"

    @staticmethod
    def _written(name):
        return ("-" if name["kind"] == "short" else "--") + name["name"]

    @property
    def is_common(self):
        """True for what every command has."""
        return "--help" in self.names or "--version" in self.names

    def tells_the_same(self, other):
        """True if the help says one thing of two flags, as of --follow and --no-follow."""
        return self.kind == other.kind == "flag" and self.text == other.text

    @property
    def written(self):
        """As a table shows it, such as `--album NAME`."""
        # WxH and +A,-B are written as they are.
        value = self.value.upper() if self.value.islower() else self.value
        value = " " + value if self.kind == "option" else ""
        # The short name first, as people write it.
        names = sorted(self.names, key=len)
        return ", ".join(f"`{name}{value}`" for name in names)

    @property
    def title(self):
        """As a page of the manual shows it, in mdoc(7)."""
        value = f"Ar {self.value}" + (" ..." if self.is_repeating else "")
        if self.kind == "positional":
            return value
        # The short name first; "Fl" writes a hyphen itself.
        names = " , ".join(name[1:] for name in sorted(self.names, key=lambda name: name.startswith("--")))
        return f"Fl {names}" + (f" {value}" if self.kind == "option" else "")


class Command:
    """A command, with the words that call it."""

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
        """The name of its page of the manual."""
        return "-".join(self.words)

    def options_of(self, section):
        """The options of a group but those that every command has; None for those in no group."""
        return [option for option in self.arguments
                if option.section == section and option.kind != "positional" and not option.is_common]

    def all(self):
        """This command and all below it."""
        yield self
        for command in self.subcommands:
            yield from command.all()


def load(photopick):
    """The commands of a program."""
    done = subprocess.run([photopick, "--experimental-dump-help"], capture_output=True, check=True)
    return Command(json.loads(done.stdout)["command"])


MARK = re.compile(r"^<!-- options of (?P<command>[^;>]+?)(?:; (?P<section>[^>]+?))? -->\n(?:\|.*\n)*", re.MULTILINE)


def with_tables(text, root):
    """A page with the tables behind its marks made anew of what the help says."""
    known = {command.name: command for command in root.all()}

    def table(match):
        command = known.get(f"photopick {match['command']}")
        options = command.options_of(match["section"]) if command else []
        if not options:
            raise SystemExit(f"manual: there are no options for {match[0].splitlines()[0]}")
        rows = []
        for option, last in zip(options, [None, *options]):
            if last and option.tells_the_same(last):
                rows[-1] = rows[-1].replace(" |", f", {option.written} |", 1)
            else:
                rows.append(f"| {option.written} | {option.text.replace('|', chr(92) + '|')} |\n")
        return match[0].splitlines()[0] + "\n| option | |\n|---|---|\n" + "".join(rows)

    return MARK.sub(table, text)
