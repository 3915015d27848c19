/// Writes XMP packets.
enum XMPBuilder {
  /// A packet with one rdf:Description.
  static func packet(attributes: String = "", elements: String = "") -> String {
    packet(
      rdf: """
        <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            \(attributes)>\(elements)</rdf:Description>
        """)
  }

  /// A packet with its wrapper and padding (ISO 16684-1, 7.3.2).
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
}
