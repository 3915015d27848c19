/// The contents of small sidecars.
package enum SidecarFile {
  /// An XMP packet with a rating, and optionally the extension of the photo.
  package static func xmp(rating: Int, of pathExtension: String? = nil) -> [UInt8] {
    let meant = pathExtension.map { " photoshop:SidecarForExtension=\"\($0)\"" } ?? ""
    return packet(
      """
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmp:Rating="\(rating)"\(meant)/>
      """)
  }

  /// An XMP packet with a keyword.
  package static func xmp(keyword: String) -> [UInt8] {
    packet(
      """
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:subject><rdf:Bag><rdf:li>\(keyword)</rdf:li></rdf:Bag></dc:subject></rdf:Description>
      """)
  }

  private static func packet(_ description: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      \(description)
      </rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  /// The JSON of Takeout for a photo with a capture time in seconds since 1970-01-01T00:00:00Z.
  package static func takeout(_ seconds: Int, title: String = "photo.jpg") -> [UInt8] {
    Array(
      """
      {
        "title": "\(title)",
        "description": "",
        "photoTakenTime": { "timestamp": "\(seconds)", "formatted": "some day" },
        "geoData": { "latitude": 0.0, "longitude": 0.0, "altitude": 0.0 },
        "googlePhotosOrigin": { "mobileUpload": { "deviceType": "IOS_PHONE" } }
      }
      """.utf8)
  }

  /// A list of edits.
  package static let edits = Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>".utf8)
}
