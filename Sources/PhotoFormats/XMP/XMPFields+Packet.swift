extension XMPFields {
  package init?(packet: Bytes) { return nil }
}
