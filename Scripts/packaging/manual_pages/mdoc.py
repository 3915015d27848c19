"""Formats text in mdoc(7)."""

import re

# Characters that troff interprets or replaces.
SPECIAL = {
    "\\": r"\e", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq",
    "“": r"\(lq", "”": r"\(rq", "…": "...", "×": r"\(mu", "·": r"\(pc", "–": r"\(en", "°": r"\(de",
}
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
SENTENCE = re.compile(r"""(?<=[.:;]) (?=[A-Z`"\[])|(?<=\.[")]) (?=[A-Z`"\[])""")
OPTION = re.compile(r"(?<![\w-])(--?[A-Za-z0][\w-]*)")


def escaped(text, is_code=False):
    """Escapes text for troff. Hyphens are minus signs in code."""
    special = SPECIAL | {"-": r"\-"} if is_code else SPECIAL
    return "".join(special.get(character) or unicode(character) for character in text)


def unicode(character):
    """Escapes non-ASCII characters."""
    return character if character.isascii() else f"\\[u{ord(character):04X}]"


def line(text):
    """Escapes a line that troff would interpret as a request."""
    return r"\&" + text if text[:1] in (".", "'") else text


def inline(text):
    """Formats code, bold words and options, and reduces links to their text."""
    text = BOLD.sub(r"`\1`", LINK.sub(r"\1", text))
    parts = []
    for index, part in enumerate(CODE.split(text)):
        if index % 2:
            parts.append(r"\fB" + escaped(part.replace("\\|", "|"), is_code=True) + r"\fP")
            continue
        for place, words in enumerate(OPTION.split(part)):
            parts.append(escaped(words, is_code=place % 2 == 1))
    return line("".join(parts))


def paragraph(text):
    """Formats a paragraph with a line for each sentence, as mdoc requires."""
    text = re.sub(r"\s+", " ", text.strip())
    return "\n".join(inline(sentence) for sentence in SENTENCE.split(text)) if text else ""


def literal(lines):
    shown = "\n".join(line(escaped(each, is_code=True)) or r"\&" for each in lines)
    return f".Bd -literal -offset 2n\n{shown}\n.Ed"


def discussion(text):
    """Formats the discussion of the help: paragraphs, and literal lines that start with blanks."""
    blocks = []
    for each in text.splitlines():
        kind = "code" if each.startswith("  ") else "text" if each.strip() else None
        if kind and blocks and blocks[-1][0] == kind:
            blocks[-1][1].append(each)
        else:
            blocks.append((kind, [each]))
    written = []
    for kind, lines in blocks:
        if kind == "code":
            written.append(literal([each[2:] for each in lines]))
        elif kind == "text":
            # The help is not wrapped: each line is a paragraph.
            written += [(".Pp\n" if written else "") + paragraph(each) for each in lines]
    return "\n".join(written)


def tagged(rows, width="6n"):
    items = "\n".join(f".It {title}\n{text}" for title, text in rows)
    return f".Bl -tag -width {width}\n{items}\n.El"
