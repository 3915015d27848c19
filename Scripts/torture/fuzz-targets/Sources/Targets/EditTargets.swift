// Sidecars and their edits are internal to their modules.
@testable import PhotoFiles
@testable import PhotoFormats
@testable import PhotoMarks

/// Edits the marks of a sidecar. The first lines of an input are a digit for each edit and a string; the sidecar
/// follows a byte of 0.
func fuzzEdits(_ bytes: [UInt8]) {
  let (line, sidecar) = halves(bytes)
  guard let choice = line.first, let document = try? SidecarDocument(sidecar, of: "/photos/a.xmp") else { return }
  let text = String(decoding: line.dropFirst(), as: UTF8.self).unicodeScalars
    .filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value & 0xFFFE != 0xFFFE }
  let wanted = String(String.UnicodeScalarView(text)).trimmingXMLSpace
  var properties: [MarkProperty: [String]] = [:]
  for (bit, property) in [MarkProperty.rating, .keywords, .title, .tags].enumerated()
  where choice >> bit & 1 == 1 {
    let kept = property.form == .list ? Array(document[property].dropLast()) : []
    properties[property] = wanted.isEmpty ? kept : kept + [wanted]
  }
  guard let revision = try? document.changing(properties) else { return }
  guard let changed = try? SidecarDocument(revision.bytes, of: "/photos/a.xmp") else {
    preconditionFailure("the result is no XMP")
  }
  for (property, texts) in properties {
    precondition(
      Set(changed[property]) == Set(texts), "\(property) reads back as \(changed[property]), not \(texts)")
  }
  precondition(OtherMarkup(sidecar) == OtherMarkup(revision.bytes), "something else has changed")
  precondition(
    revision.inverse.applied(to: revision.bytes)?.bytes == sidecar, "undo does not restore the bytes")
}

/// The markup of a document without the properties of marks, parsed independently of the sidecar outline.
private struct OtherMarkup: Equatable {
  private var lines: [String] = []
  /// The names and prefixes of the open elements.
  private var open: [(name: String, bindings: [String: String])] = []
  /// The number of open elements inside a mark.
  private var skipped = 0
  private var text: [UInt8] = []

  init?(_ bytes: [UInt8]) {
    do throws(XMLTokens.Malformed) {
      try XMLTokens.visit(Bytes(bytes)) { token throws(XMLTokens.Malformed) in
        switch token.kind {
        case .start(let name, let attributes): start(name, attributes)
        case .end: end()
        case .text(let bytes): if skipped == 0 { text += bytes }
        case .other: if skipped == 0 { lines.append("other \(token.range.count)") }
        }
      }
    } catch { return nil }
  }

  static func == (left: OtherMarkup, right: OtherMarkup) -> Bool { left.lines == right.lines }

  private static let marks = Set(
    MarkProperty.allCases.map { "\(SidecarOutline.withoutMark($0.space)) \($0.name)" })

  private func full(_ name: String, _ bindings: [String: String], isAttribute: Bool) -> String {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 1 { return isAttribute ? name : "\(bindings[""] ?? "") \(name)" }
    return "\(bindings[String(parts[0])] ?? "?\(parts[0])") \(parts[1])"
  }

  private mutating func endText() {
    // White space between elements is ignored, because edits insert it.
    let words = text.filter { ![0x20, 0x9, 0xA, 0xD].contains($0) }
    if !words.isEmpty { lines.append("text \(words)") }
    text = []
  }

  private mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
    guard skipped == 0 else {
      skipped += 1
      return
    }
    var bindings = open.last?.bindings ?? [:]
    for (name, value) in attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
      bindings[String(name.dropFirst(6))] = SidecarOutline.withoutMark(value)
    }
    let element = full(name, bindings, isAttribute: false)
    if Self.marks.contains(element) {
      skipped = 1
      return
    }
    // A description created for a mark is otherwise empty.
    endText()
    lines.append("start \(element)")
    for (name, value) in attributes where name != "xmlns" && !name.hasPrefix("xmlns:") {
      let attribute = full(name, bindings, isAttribute: true)
      if !Self.marks.contains(attribute) { lines.append("attribute \(attribute) \(value)") }
    }
    open.append((name, bindings))
  }

  private mutating func end() {
    if skipped > 0 {
      skipped -= 1
      return
    }
    endText()
    _ = open.popLast()
    if let description = lines.suffix(2).first, lines.last == "attribute \(SidecarOutline.rdf) about ",
      description == "start \(SidecarOutline.rdf) Description"
    {
      // So is a description that was empty before.
      lines.removeLast(2)
      return
    }
    lines.append("end")
  }
}
