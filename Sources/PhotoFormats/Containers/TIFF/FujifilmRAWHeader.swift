package enum FujifilmRAWHeader: HeaderReader {
  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {}
}
