/// Writes XMP packets.
enum XMPBuilder {
  /// The usual prefixes, which are always bound.
  private static let prefixes = [
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "Container": "http://ns.google.com/photos/1.0/container/",
    "darktable": "http://darktable.sf.net/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "GCamera": "http://ns.google.com/photos/1.0/camera/",
    "GPano": "http://ns.google.com/photos/1.0/panorama/",
    "GSpherical": "http://ns.google.com/videos/1.0/spherical/",
    "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
    "HDRGainMap": "http://ns.apple.com/HDRGainMap/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "Item": "http://ns.google.com/photos/1.0/container/item/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "MP": "http://ns.microsoft.com/photo/1.2/",
    "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
    "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "photomechanic": "http://ns.camerabits.com/photomechanic/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "stArea": "http://ns.adobe.com/xmp/sType/Area#",
    "stDim": "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
  ]

  /// XMP with a single rdf:Description.
  static func packet(attributes: String = "", elements: String = "") -> String {
    let declarations = prefixes.sorted { $0.key < $1.key }.map { "xmlns:\($0.key)=\"\($0.value)\"" }
    return packet(
      rdf: """
        <rdf:Description rdf:about="" \(declarations.joined(separator: "\n  "))
            \(attributes)>\(elements)</rdf:Description>
        """)
  }

  /// XMP in a wrapper with padding (ISO 16684-1, 7.3.2).
  static func packet(rdf: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    \(rdf)
    </rdf:RDF></x:xmpmeta>
    \(String(repeating: " ", count: 200))
    <?xpacket end="w"?>
    """
  }

  /// An array property.
  static func array(_ name: String, _ items: [String], kind: String = "Bag") -> String {
    "<\(name)><rdf:\(kind)>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:\(kind)></\(name)>"
  }
}
