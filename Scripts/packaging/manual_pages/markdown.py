"""Converts the documents' subset of Markdown to mdoc(7)."""

import re

import mdoc

BLOCKS = re.compile(
    r"(?P<code>^```\w*\n(?P<fenced>[\s\S]*?)^```$)"
    r"|(?P<indented>(?:^    .*\n?)+)"
    r"|(?P<table>(?:^\|.*\n?)+)"
    r"|(?P<list>(?:^(?:[-*]|\d+\.) .*\n(?:^  +\S.*\n?)*)+)"
    r"|(?P<heading>^#+ .*$)"
    r"|(?P<comment>^<!--.*-->$)"
    r"|(?P<text>(?:^(?!```|\||#|    |[-*] |<!--).+\n?)+)",
    re.MULTILINE)
CELL = re.compile(r"(?<!\\)\|")


def section(page, title):
    """Returns the content below a heading, including subsections, or the introduction of the page."""
    if title is None:
        return page.split("\n## ")[0].split("\n", 1)[1]
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    if not found:
        raise SystemExit(f"manual: there is no section {title!r}")
    return found[1]


def converted(text):
    written = []
    for match in BLOCKS.finditer(text):
        block = convert(match.lastgroup if match.lastgroup != "fenced" else "code", match)
        if not block:
            continue
        needs_gap = written and block[0] != "." and not written[-1].startswith((".Ss", ".Sh"))
        written.append((".Pp\n" if needs_gap else "") + block)
    return "\n".join(written)


def convert(kind, match):
    if match["code"]:
        return mdoc.literal(match["fenced"].splitlines())
    if match["indented"]:
        return mdoc.literal([line[4:] for line in match["indented"].splitlines()])
    if match["table"]:
        return table(match["table"].splitlines())
    if match["list"]:
        return items(match["list"])
    if match["heading"]:
        return ".Ss " + mdoc.escaped(match["heading"].lstrip("# "))
    return "" if match["comment"] else mdoc.paragraph(match["text"])


def table(lines):
    """Converts a table to a list tagged by the first column."""
    rows = [[cell.strip() for cell in CELL.split(line.strip().strip("|"))] for line in lines]
    written, tags = [], []
    for cells in [row for row in rows[2:] if any(row)]:
        text = mdoc.paragraph("; ".join(cell for cell in cells[1:] if cell).replace("\\|", "|"))
        # A row with an empty first cell continues the previous row.
        if not cells[0] and written:
            written[-1][1].append(text)
        else:
            written.append((mdoc.inline(cells[0].replace("\\|", "|")) or r"\&", [text]))
            tags.append(cells[0])
    return mdoc.tagged([(title, "\n.br\n".join(filter(None, texts))) for title, texts in written])


def items(text):
    kind = "-enum" if text[0].isdigit() else "-dash"
    entries = re.split(r"^(?:[-*]|\d+\.) ", text, flags=re.MULTILINE)[1:]
    lines = "\n".join(f".It\n{mdoc.paragraph(entry)}" for entry in entries)
    return f".Bl {kind} -compact\n{lines}\n.El"
