"""Generates the manual pages of commands from the help, and of languages from the documents."""

import commands
import markdown
import mdoc

# Pages of section 7: the subject, and the sections of the documents with their titles.
LANGUAGES = {
    "photopick-query": ("the language of --where", [
        ("asking.md", None, "Description"), ("asking.md", "A query", "A query"), ("asking.md", "Fields", "Fields"),
        ("asking.md", "Groups and orders", "Groups and orders"),
        ("asking.md", "Errors and explanations", "Errors"),
        ("formats.md", "Fields", "What the fields say")]),
    "photopick-selection": ("how photos are selected, checked and printed", [
        ("selecting.md", "The selection", "Description"), ("selecting.md", "Checks", "Checks"),
        ("selecting.md", "The result", "The result"), ("selecting.md", "Exit status", "Exit status")]),
    "photopick-templates": ("the language of --format and export --name", [
        ("templates.md", None, "Description"), ("formats.md", "Fields", "What the fields say")]),
    "photopick-portal": ("the desktop's file chooser for photos", [
        ("programs.md", "The desktop's file chooser", "Description")]),
}


def title(page, section, name, text, date, version):
    return (f".Dd {date}\n.Dt {page.upper()} {section}\n.Os \"photopick {version}\"\n.Sh NAME\n"
            f".Nm {name}\n.Nd {mdoc.inline(text)}")


def see_also(names):
    rows = [f".Xr {name} {section}" for name, section in sorted(names, key=lambda each: (each[1], each[0]))]
    return ".Sh SEE ALSO\n" + " ,\n".join(rows)


def language(page, documents, root, date, version):
    """Returns a page of section 7."""
    subject, parts = LANGUAGES[page]
    blocks = [title(page, 7, page, subject, date, version)]
    for document, heading, shown in parts:
        text = markdown.converted(markdown.section((documents / document).read_text(), heading))
        blocks.append(f".Sh {shown.upper()}\n{text}")
    others = [(other, 7) for other in LANGUAGES if other != page]
    return "\n".join(blocks + [see_also([(root.page, 1), *others])]) + "\n"


def synopsis(command):
    """Returns the synopsis: options, then arguments."""
    lines = [f".Nm {command.name}"]
    if command.subcommands:
        lines.append(".Ar subcommand")
    if any(option.kind != "positional" for option in command.arguments):
        lines.append(".Op Ar options")
    for option in (option for option in command.arguments if option.kind == "positional"):
        lines.append(f".Op {option.title}" if option.is_optional else f".{option.title}")
    return ".Sh SYNOPSIS\n" + "\n".join(lines)


def options(command):
    """Returns the options by group, starting with those without a group."""
    groups = {None: []}
    for first, *others in commands.rows(command.arguments):
        names = " , ".join([first.title, *(option.title.removeprefix("Fl ") for option in others)])
        groups.setdefault(first.section, []).append((names, mdoc.paragraph(first.text)))
    blocks = [".Sh OPTIONS"]
    for group, rows in groups.items():
        if rows:
            blocks += ([f".Ss {group}"] if group else []) + [mdoc.tagged(rows)]
    return "\n".join(blocks)


def page(command, root, documents, date, version):
    """Returns a page of section 1."""
    abstract = command.abstract.rstrip(".")
    blocks = [title(command.page, 1, command.page, abstract[:1].lower() + abstract[1:], date, version)]
    blocks.append(synopsis(command))
    blocks.append(".Sh DESCRIPTION\n" + (mdoc.discussion(command.discussion) or mdoc.paragraph(command.abstract)))
    if command.subcommands:
        rows = [(f"Xr {each.page} 1", mdoc.paragraph(each.abstract)) for each in command.subcommands]
        blocks.append(".Sh COMMANDS\n" + mdoc.tagged(rows))
    blocks.append(options(command))
    if command is root:
        page_text = (documents / "environment.md").read_text()
        for heading in ("Environment", "Files"):
            blocks.append(f".Sh {heading.upper()}\n" + markdown.converted(markdown.section(page_text, heading)))
    status = markdown.section((documents / "selecting.md").read_text(), "Exit status")
    blocks.append(".Sh EXIT STATUS\n" + markdown.converted(status))
    if command.examples:
        blocks.append(".Sh EXAMPLES\n" + mdoc.literal(command.examples))
    parent = "-".join(command.words[:-1])
    related = [(each.page, 1) for each in command.subcommands] + ([(parent, 1)] if parent else [])
    blocks.append(see_also(related + [(each, 7) for each in LANGUAGES]))
    return "\n".join(blocks) + "\n"
