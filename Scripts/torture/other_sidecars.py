"""Sidecars of other applications, encodings and layouts, and their metadata."""

import itertools
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

DC = "http://purl.org/dc/elements/1.1/"
DIGIKAM = "http://www.digikam.org/ns/1.0/"
LIGHTROOM = "http://ns.adobe.com/lightroom/1.0/"
MECHANIC = "http://ns.camerabits.com/photomechanic/1.0/"
MICROSOFT = "http://ns.microsoft.com/photo/1.0/"
PHOTOSHOP = "http://ns.adobe.com/photoshop/1.0/"
DARKTABLE = "http://darktable.sf.net/"
CAMERA_RAW = "http://ns.adobe.com/camera-raw-settings/1.0/"
EXIF = "http://ns.adobe.com/exif/1.0/"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XMP = "http://ns.adobe.com/xap/1.0/"
# darktable, Lightroom, and an unknown application.
OTHERS = (DARKTABLE, CAMERA_RAW, "http://example.org/other/")


def darktable_sidecar(number):
    """Returns a sidecar of darktable 4 with a history of three steps."""
    steps = "".join(
        f'<rdf:li darktable:num="{step}" darktable:operation="{operation}" darktable:enabled="1"'
        f' darktable:modversion="3" darktable:params="gz{number:02}eJxjYGBg{step}" darktable:multi_name=""'
        f' darktable:multi_priority="0" darktable:blendop_version="11" darktable:blendop_params="gz08eJxj{number}"/>'
        for step, operation in enumerate(("rawprepare", "temperature", "exposure")))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="{RDF}">
  <rdf:Description rdf:about="" xmlns:xmp="{XMP}" xmlns:darktable="{DARKTABLE}" xmlns:other="{OTHERS[2]}"
   xmp:Rating="1" darktable:xmp_version="5" darktable:raw_params="0" darktable:auto_presets_applied="1"
   darktable:history_end="3" other:kept="yes {number}">
   <darktable:history><rdf:Seq>{steps}</rdf:Seq></darktable:history>
   <darktable:masks_history><rdf:Seq/></darktable:masks_history>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
"""


def lightroom_sidecar(number, extension):
    """Returns a sidecar of Lightroom with settings and the extension of its photo."""
    return f"""<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="{RDF}">
  <rdf:Description rdf:about="" xmlns:crs="{CAMERA_RAW}" xmlns:photoshop="{PHOTOSHOP}"
   photoshop:SidecarForExtension="{extension}" crs:Version="15.0" crs:Exposure2012="+0.{number % 90 + 10}">
   <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, {number % 256}</rdf:li></rdf:Seq></crs:ToneCurvePV2012>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
"""


def kept(path):
    """Returns the metadata of other applications in comparable form: attributes are equivalent to elements in XMP."""
    found = []

    def walk(element, inside):
        for key, value in sorted(element.attrib.items()):
            if any(key.startswith(f"{{{name}}}") for name in OTHERS):
                found.append((inside, key, value))
        for child in element:
            if child.tag == f"{{{DARKTABLE}}}colorlabels":  # It follows the label.
                continue
            is_other = any(child.tag.startswith(f"{{{name}}}") for name in OTHERS)
            if is_other or inside:
                # Structures may be written as attributes, or as elements of a description.
                text = (child.text or "").strip()
                if is_other and not len(child):
                    if text or not child.attrib:
                        found.append((inside, child.tag, text))
                elif text:
                    found.append((inside, child.tag, text))
            walk(child, inside + (child.tag,) if is_other or inside and child.tag == f"{{{RDF}}}Seq" else inside)

    walk(ElementTree.parse(path).getroot(), ())
    return sorted(found)


# All namespaces of the following forms, with their usual prefixes.
PREFIXES = {
    "xmp": XMP, "dc": DC, "digiKam": DIGIKAM, "lr": LIGHTROOM, "photomechanic": MECHANIC, "photoshop": PHOTOSHOP,
    "darktable": DARKTABLE, "MicrosoftPhoto": MICROSOFT,
    "tiff": "http://ns.adobe.com/tiff/1.0/", "exif": "http://ns.adobe.com/exif/1.0/",
    "crs": CAMERA_RAW, "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", "o": "http://example.org/other/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "lc": "http://ns.phaseone.com/captureone/1.0/",
}

# Existing marks: none, attributes, elements, lists and languages.
MARKS = (
    ("", ""),
    (' xmp:Rating="2" xmp:Label="Blue" xmp:MetadataDate="2020-01-01T00:00:00Z"',
     "<dc:subject><rdf:Bag><rdf:li>Gone</rdf:li><rdf:li>Kept ä</rdf:li></rdf:Bag></dc:subject>"),
    (" digiKam:ColorLabel='2' digiKam:PickLabel='1' MicrosoftPhoto:Rating='25'",
     "<darktable:colorlabels><rdf:Seq><rdf:li>1</rdf:li><rdf:li>3</rdf:li></rdf:Seq></darktable:colorlabels>"),
    (" digiKam:ColorLabel='2'",
     "<xmp:Rating>3</xmp:Rating>\n<xmp:Label>Green</xmp:Label>\n"
     "<dc:subject>\n <rdf:Seq>\n  <rdf:li>Gone</rdf:li>\n  <rdf:li o:by='me'>Kept</rdf:li>\n </rdf:Seq>\n</dc:subject>\n"
     "<dc:title><rdf:Alt><rdf:li xml:lang='de'>Titel</rdf:li><rdf:li xml:lang='x-default'>Title</rdf:li></rdf:Alt>"
     "</dc:title>\n<digiKam:TagsList><rdf:Seq><rdf:li>A/Gone</rdf:li></rdf:Seq></digiKam:TagsList>"),
    (' photomechanic:ColorClass="3" dc:description="plain"',
     "<xmp:Rating rdf:parseType='Resource'><rdf:value>1</rdf:value><o:by>me</o:by></xmp:Rating>"
     "<lr:hierarchicalSubject><rdf:Bag><rdf:li>A|Gone</rdf:li><rdf:li>A|Kept</rdf:li></rdf:Bag></lr:hierarchicalSubject>"),
)

# Metadata of applications: attributes and elements.
PROGRAMS = {
    "camera raw": (
        ' crs:Version="15.0" crs:HasSettings="True"',
        '<xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:when="2020-01-01T00:00:00"/>'
        '<rdf:li rdf:parseType="Resource"><stEvt:action>derived</stEvt:action></rdf:li></rdf:Seq></xmpMM:History>'),
    "digikam": (
        ' digiKam:CaptionsAuthorNames="Ann" tiff:Software="digiKam &amp; more"',
        "<dc:creator><rdf:Seq><rdf:li>Ann &lt;a@b&gt;</rdf:li></rdf:Seq></dc:creator>"),
    "photo mechanic": (
        ' photomechanic:Tagged="True" photomechanic:Prefs="0:1:0:005212"',
        "<Iptc4xmpCore:CreatorContactInfo rdf:parseType='Resource'><Iptc4xmpCore:CiAdrCity>Zürich"
        "</Iptc4xmpCore:CiAdrCity></Iptc4xmpCore:CreatorContactInfo>"),
    "bridge": (
        ' photoshop:City="Köln" photoshop:Author="B" photoshop:Title="Old"',
        "<dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>© 2020</rdf:li></rdf:Alt></dc:rights>"),
    "capture one": (
        "", "<lc:ColorTag>4</lc:ColorTag><xmp:CreateDate>2020-01-01T00:00:00+01:00</xmp:CreateDate>"),
    "tiff": (
        " tiff:Artist='A' tiff:Copyright='C' tiff:ImageDescription='D'",
        "<tiff:DateTime>2020</tiff:DateTime><exif:DateTimeDigitized>2020</exif:DateTimeDigitized>"
        "<exif:Flash rdf:parseType='Resource'><exif:Fired>False</exif:Fired></exif:Flash>"),
    "qualifiers": (
        "",
        "<o:a rdf:parseType='Resource'><rdf:value>v</rdf:value><o:q>q</o:q></o:a><o:l rdf:resource='http://a/b?c&amp;d'/>"
        "<o:n><rdf:Bag><rdf:li><rdf:Bag><rdf:li>1</rdf:li></rdf:Bag></rdf:li></rdf:Bag></o:n>"
        "<o:c><![CDATA[<xmp:Rating>9</xmp:Rating>]]></o:c>"),
}


def declarations(names=PREFIXES):
    return " ".join(f'xmlns:{name}="{PREFIXES[name]}"' for name in names)


def one(attributes, elements):
    """Returns one description, as Adobe's applications and Exiv2 write it."""
    return (f'<rdf:RDF xmlns:rdf="{RDF}">\n <rdf:Description rdf:about=""\n  {declarations()}{attributes}>\n'
            f" <!-- <xmp:Rating>8</xmp:Rating> -->\n  {elements}\n </rdf:Description>\n</rdf:RDF>")


def several(attributes, elements):
    """Returns a description for each namespace, as ExifTool writes it, and a typed node."""
    return (f"<rdf:RDF xmlns:rdf='{RDF}' {declarations()}>\n <rdf:Description rdf:about='' o:first=\"'\"/>\n"
            f" <rdf:Description rdf:about=''{attributes}>{elements}</rdf:Description>\n"
            " <o:Node rdf:about='urn:other' o:kept='yes'/>\n</rdf:RDF>")


def twice(attributes, elements):
    second = one(" o:second='2'", "<o:x/>")
    return f"<two>{one(attributes, elements)}\n<?between them?>\n{second}</two>"


WRAPPERS = {
    "adobe": lambda text: f'<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Core">\n{text}\n</x:xmpmeta>',
    "bare": lambda text: text,
    "packet": lambda text: ('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
                            f'<x:xmpmeta xmlns:x="adobe:ns:meta/">\n{text}\n</x:xmpmeta>\n{" " * 99}\n<?xpacket end="w"?>'),
    "other": lambda text: f'<m:meta xmlns:m="urn:meta"><!-- c --><m:deep>\n{text}</m:deep><m:last/></m:meta>\n<!-- e -->',
    "prefixes": lambda text: (text.replace("rdf:", "r1:").replace("xmlns:rdf", "xmlns:r1").replace("xmp:", "xap:")
                              .replace("xmlns:xmp=", "xmlns:xap=").replace("dc:", "D_c:").replace("xmlns:dc=", "xmlns:D_c=")),
}

ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "bom": lambda text: text.encode("utf-8-sig"),
    "utf-16-le": lambda text: ("\ufeff" + text).encode("utf-16-le"),
    "utf-16-be": lambda text: ("<?xml version='1.0' encoding='UTF-16'?>\n" + text).encode("utf-16-be"),
    "latin-1": lambda text: ('<?xml version="1.0" encoding="ISO-8859-1"?>\n' + text).encode("latin-1"),
}

LINES = {
    "lf": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "compact": lambda text: text.replace("\n", " ").replace(">  <", "><").replace("> <", "><"),
}


def forms():
    """Yields names and bytes of sidecars that can be marked."""
    layouts = {"one": one, "several": several, "twice": twice}
    combinations = itertools.product(
        PROGRAMS, range(len(MARKS)), layouts, WRAPPERS, ENCODINGS, LINES)
    for number, (program, marks, layout, wrapper, encoding, lines) in enumerate(combinations):
        # 11 is coprime to the numbers of choices, so that all pairs occur.
        if number % 11 not in (0, 4):
            continue
        attributes, elements = (a + b for a, b in zip(PROGRAMS[program], MARKS[marks]))
        text = LINES[lines](WRAPPERS[wrapper](layouts[layout](attributes, elements)))
        yield f"{program} {marks} {layout} {wrapper} {encoding} {lines}", ENCODINGS[encoding](text)
    for number in range(20):
        yield f"darktable {number}", darktable_sidecar(number).encode()
        yield f"lightroom {number}", lightroom_sidecar(number, "jpg").encode()


def written_by_tools(folder):
    """Yields names and bytes of sidecars written by ExifTool and Exiv2, if they are installed."""
    for number in range(4):
        file = folder / f"tool-{number}.xmp"
        if shutil.which("exiftool"):
            subprocess.run(
                ["exiftool", "-q", "-o", str(file), f"-XMP:Rating={number}", "-XMP-dc:Subject=Gone", "-XMP-dc:Subject=Ä",
                 "-XMP-dc:Title-de=Titel", "-XMP-dc:Title=Title", "-XMP-tiff:Artist=A", "-XMP-iptcCore:CreatorCity=Köln",
                 *(["-api", "Compact=OneDesc"] if number % 2 else [])], check=True)
            yield f"exiftool {number}", file.read_bytes()
            os.remove(file)
        if shutil.which("exiv2"):
            file.write_bytes(ENCODINGS["utf-8"](WRAPPERS["adobe"](one("", ""))))
            subprocess.run(
                ["exiv2", "-M", f"set Xmp.xmp.Rating {number}", "-M", "set Xmp.dc.subject XmpBag Gone",
                 "-M", "set Xmp.dc.title lang=de-DE Titel", "-M", "set Xmp.tiff.Artist A", str(file)], check=True)
            yield f"exiv2 {number}", file.read_bytes()
            os.remove(file)


def refused():
    """Yields names and bytes of sidecars that cannot be marked."""
    text = WRAPPERS["adobe"](one("", ""))
    yield "windows-1252", f"<?xml version='1.0' encoding='windows-1252'?>{text}".encode("latin-1")
    yield "entities", f"<!DOCTYPE a [<!ENTITY b 'c'>]>{text}".encode()
    yield "cut", text.encode()[:-9]
    yield "no RDF", b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
