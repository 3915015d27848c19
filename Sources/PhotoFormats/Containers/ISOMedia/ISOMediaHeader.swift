package enum ISOMediaHeader: HeaderReader {
  static func isPresent(_ head: Bytes) -> Bool { false }
  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {}
}
