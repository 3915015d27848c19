"""Sidecars of other applications, and their metadata."""

import xml.etree.ElementTree as ElementTree

DARKTABLE = "http://darktable.sf.net/"
CAMERA_RAW = "http://ns.adobe.com/camera-raw-settings/1.0/"
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
  <rdf:Description rdf:about="" xmlns:crs="{CAMERA_RAW}" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
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
