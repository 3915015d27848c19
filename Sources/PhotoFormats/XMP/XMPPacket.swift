/// The strings that XMP packets of photopick contain (ISO 16684-1, 7.3).
package enum XMPPacket {
  /// The processing instruction before the properties.
  package static let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
  /// The processing instruction after them, which permits changes in place.
  package static let end = "<?xpacket end=\"w\"?>"
  /// The value of `xmp:CreatorTool` by which `JPEGHeader` recognizes pictures made of photos.
  static let creatorTool = "photopick"
}
