package struct TIFFDirectories: ExifDirectory {
  package init?(_ source: ByteSource) { return nil }
  package func value(_ tag: UInt16, in kind: ExifDirectoryKind) -> IFDValue? { nil }
}
