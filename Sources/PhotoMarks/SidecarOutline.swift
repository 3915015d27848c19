import PhotoFormats

/// The properties of a sidecar that photopick changes, and their byte ranges (ISO 16684-1, 7).
///
/// Follows the rules of photopick's XMP reader: namespaces are identified by URI, regardless of prefixes and
/// elements around `rdf:RDF`. Also includes constructs that photopick ignores but other readers may not: additional
/// `rdf:RDF` elements and typed nodes.
struct SidecarOutline {
  struct Element {
    let name: String
    /// The start tag, or the tag of an empty element.
    let tag: Range<Int>
    /// The end tag; an empty range for an empty element.
    var end: Range<Int>
    /// The comments and processing instructions among the direct children.
    var notes: [Range<Int>] = []
    /// The start of the last child element.
    var lastChild: Int?

    var range: Range<Int> { tag.lowerBound..<end.upperBound }
    var isEmpty: Bool { end.isEmpty }
  }

  enum Place {
    /// An attribute, by its index in the tag of an element.
    case attribute(element: Int, index: Int)
    /// An element, or the content of an element.
    case element(Int)
  }

  /// A string of a property, trimmed.
  struct Value {
    let text: String
    /// The language in lowercase, or an empty string.
    let language: String
    let place: Place
    /// `true` for an `rdf:resource`.
    let isResource: Bool
    /// The innermost array item that contains the string.
    let item: Int?

    var isForEveryone: Bool { language.hasPrefix("x-default") }
  }

  struct Occurrence {
    let property: MarkProperty
    let place: Place
    /// Whether photopick's reader uses it.
    let isRead: Bool
    var values: [Value] = []
    /// The first array among the direct children.
    var array: Int?
  }

  struct Target {
    let element: Int
    /// `true` for a description, `false` for an `rdf:RDF` without descriptions.
    let isDescription: Bool
    /// The declared URIs of the prefixes in scope.
    let prefixes: [String: String]
  }

  private(set) var elements: [Element] = []
  private(set) var occurrences: [Occurrence] = []
  /// The target for new properties; `nil` if there is no `rdf:RDF`.
  private(set) var target: Target?

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns"

  /// Parses a sidecar.
  ///
  /// - Throws: `XMLTokens.Malformed` for invalid XML, entity declarations, or too many elements.
  init(_ bytes: [UInt8]) throws(XMLTokens.Malformed) {
    var builder = SidecarOutlineBuilder()
    try XMLTokens.visit(Bytes(bytes)) { token throws(XMLTokens.Malformed) in
      switch token.kind {
      case .start(let name, let attributes): builder.start(name, attributes, token.range)
      case .end: builder.end(token.range)
      case .text(let text): builder.text(text)
      case .other: builder.other(token.range)
      }
      if builder.isDone { throw XMLTokens.Malformed(reason: "its marks are too many to be changed") }
    }
    (elements, occurrences, target) = (builder.elements, builder.occurrences, builder.target)
  }

  /// Removes a trailing slash or number sign from a namespace URI, which some writers omit.
  static func withoutMark(_ uri: some StringProtocol) -> String {
    String(uri.hasSuffix("/") || uri.hasSuffix("#") ? uri.dropLast() : uri[...])
  }

  /// The value of a property as photopick reads it: the items of a list, or a single string.
  subscript(property: MarkProperty) -> [String] {
    let values = occurrences.filter { $0.property == property && $0.isRead }.flatMap(\.values)
      .filter { !$0.text.isEmpty }
    if property.form == .list { return values.map(\.text) }
    return (values.first(where: \.isForEveryone) ?? values.first).map { [$0.text] } ?? []
  }
}

/// Builds an outline, equivalent to `photo_xmp_read`.
struct SidecarOutlineBuilder {
  private enum Kind {
    case outside
    case rdf
    case node
    /// A property, item, or description within a property.
    case holder
    case array
  }

  private struct Frame {
    var kind = Kind.outside
    /// The index of the element, if it is editable.
    var element: Int?
    var isRead = true
    /// Whether text in the element is a value.
    var takesText = false
    /// Whether an attribute of the element is a value.
    var hasValue = false
    var text: [UInt8] = []
    var language = ""
    var item: Int?
    var declared: [String] = []
  }

  private(set) var elements: [SidecarOutline.Element] = []
  private(set) var occurrences: [SidecarOutline.Occurrence] = []
  private(set) var target: SidecarOutline.Target?
  private var isTargetFinal = false
  private var frames = [Frame()]
  /// The depth within an ignored element.
  private var skipped = 0
  private var hasRDF = false
  /// The URIs of each prefix, innermost last.
  private var bindings: [String: [Binding]] = [:]

  /// A URI as declared, and normalized for comparisons.
  private struct Binding {
    let uri: String
    let compared: String
  }

  /// More elements and strings than applications write and the reader accepts.
  private static let limit = 100_000
  private static let depthLimit = 31

  var isDone: Bool { elements.count > Self.limit || occurrences.count > Self.limit }

  // MARK: Names

  private static let properties: [String: MarkProperty] = Dictionary(
    MarkProperty.allCases.map { (key(SidecarOutline.withoutMark($0.space), $0.name), $0) },
    uniquingKeysWith: { first, _ in first })

  private static func key(_ uri: some StringProtocol, _ name: some StringProtocol) -> String {
    "\(uri) \(name)"
  }

  /// Resolves the namespace of a name. An attribute without a prefix belongs to no namespace.
  private func find(_ name: String, isAttribute: Bool) -> (uri: String, local: Substring)? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return isAttribute ? nil : bindings[""]?.last.map { (uri: $0.compared, local: name[...]) }
    }
    return bindings[String(name[..<colon])]?.last.map {
      (uri: $0.compared, local: name[name.utf8.index(after: colon)...])
    }
  }

  private func property(_ name: (uri: String, local: Substring)?) -> MarkProperty? {
    name.flatMap { Self.properties[Self.key($0.uri, $0.local)] }
  }

  private func rdf(_ name: (uri: String, local: Substring)?) -> Substring? {
    name.flatMap { $0.uri == SidecarOutline.rdf ? $0.local : nil }
  }

  private mutating func bind(_ attributes: [(name: String, value: String)]) -> [String] {
    attributes.compactMap { name, value in
      guard name == "xmlns" || name.hasPrefix("xmlns:") else { return nil }
      let prefix = String(name.dropFirst(6))
      bindings[prefix, default: []].append(Binding(uri: value, compared: SidecarOutline.withoutMark(value)))
      return prefix
    }
  }

  private mutating func unbind(_ prefixes: [String]) {
    for prefix in prefixes { _ = bindings[prefix]?.popLast() }
  }

  // MARK: Elements

  mutating func start(_ name: String, _ attributes: [(name: String, value: String)], _ range: Range<Int>) {
    // Text next to elements is white space.
    frames[frames.count - 1].takesText = false
    if skipped == 0, let element = frames[frames.count - 1].element {
      elements[element].lastChild = range.lowerBound
    }
    guard skipped == 0, frames.count <= Self.depthLimit else {
      skipped += 1
      return
    }
    let declared = bind(attributes)
    guard var frame = enter(name, attributes, range) else {
      unbind(declared)
      skipped = 1
      return
    }
    frame.declared = declared
    frames.append(frame)
  }

  private mutating func enter(
    _ name: String, _ attributes: [(name: String, value: String)], _ range: Range<Int>
  ) -> Frame? {
    let parent = frames[frames.count - 1]
    var frame = parent
    (frame.element, frame.text, frame.takesText, frame.hasValue) = (nil, [], false, false)
    let found = find(name, isAttribute: false), rdf = self.rdf(found)
    func add() -> Int {
      elements.append(.init(name: name, tag: range, end: range.upperBound..<range.upperBound))
      return elements.count - 1
    }
    switch parent.kind {
    case .outside:
      guard rdf == "RDF" else { return frame }
      (frame.kind, frame.isRead, frame.element) = (.rdf, !hasRDF, add())
      hasRDF = true
      if target == nil, let element = frame.element { aim(at: element, isDescription: false) }
    case .rdf:
      (frame.kind, frame.element) = (.node, add())
      frame.isRead = parent.isRead && rdf == "Description"
      if frame.isRead, let element = frame.element { consider(element, attributes) }
      addProperties(of: frame, attributes)
    case .node:
      if rdf == "Description" {
        frame.element = add()
        addProperties(of: frame, attributes)
        return frame
      }
      guard rdf == nil, let property = self.property(found) else { return nil }
      let element = add()
      (frame.kind, frame.element, frame.takesText) = (.holder, element, true)
      (frame.language, frame.item) = ("", nil)
      occurrences.append(.init(property: property, place: .element(element), isRead: parent.isRead))
      addValues(of: &frame, attributes)
    case .holder:
      switch rdf ?? "" {
      case "Description": frame.element = add()
      case "value": (frame.element, frame.takesText) = (add(), true)
      case "Bag", "Seq", "Alt":
        (frame.kind, frame.element) = (.array, add())
        if case .element(let own)? = occurrences.last?.place, own == parent.element,
          occurrences[occurrences.count - 1].array == nil
        {
          occurrences[occurrences.count - 1].array = frame.element
        }
        return frame
      default: return nil
      }
      addValues(of: &frame, attributes)
    case .array:
      guard rdf == "li" else { return nil }
      let element = add()
      (frame.kind, frame.element, frame.item, frame.takesText) = (.holder, element, element, true)
      addValues(of: &frame, attributes)
    }
    return frame
  }

  private mutating func aim(at element: Int, isDescription: Bool) {
    target = .init(
      element: element, isDescription: isDescription, prefixes: bindings.compactMapValues(\.last?.uri))
  }

  /// Selects the target: the first description about the photo itself, otherwise the first description.
  private mutating func consider(_ element: Int, _ attributes: [(name: String, value: String)]) {
    guard !isTargetFinal else { return }
    let subjects = attributes.filter {
      ["about", "nodeID", "ID"].contains(rdf(find($0.name, isAttribute: true)))
    }
    isTargetFinal = subjects.allSatisfy { $0.value.isEmpty }
    if isTargetFinal || target?.isDescription == false { aim(at: element, isDescription: true) }
  }

  private mutating func addProperties(of frame: Frame, _ attributes: [(name: String, value: String)]) {
    guard let element = frame.element else { return }
    for (index, attribute) in attributes.enumerated() {
      guard let property = self.property(find(attribute.name, isAttribute: true)) else { continue }
      let value = SidecarOutline.Value(
        text: attribute.value.trimmingXMLSpace, language: "",
        place: .attribute(element: element, index: index), isResource: false, item: nil)
      occurrences.append(
        .init(
          property: property, place: .attribute(element: element, index: index), isRead: frame.isRead,
          values: [value]))
    }
  }

  private mutating func addValues(of frame: inout Frame, _ attributes: [(name: String, value: String)]) {
    guard let element = frame.element else { return }
    if let language = attributes.first(where: { $0.name == "xml:lang" }) {
      frame.language = language.value.lowercased()
    }
    for (index, attribute) in attributes.enumerated() {
      let name = self.rdf(find(attribute.name, isAttribute: true))
      guard name == "value" || name == "resource" else { continue }
      frame.hasValue = true
      add(attribute.value, frame, .attribute(element: element, index: index), isResource: name == "resource")
    }
  }

  private mutating func add(
    _ text: String, _ frame: Frame, _ place: SidecarOutline.Place, isResource: Bool = false
  ) {
    guard !occurrences.isEmpty else { return }
    occurrences[occurrences.count - 1].values.append(
      .init(
        text: text.trimmingXMLSpace, language: frame.language, place: place, isResource: isResource,
        item: frame.item))
  }

  mutating func end(_ range: Range<Int>) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard frames.count > 1, let frame = frames.popLast() else { return }
    unbind(frame.declared)
    guard let element = frame.element else { return }
    elements[element].end = range
    let text = String(decoding: frame.text, as: UTF8.self)
    if frame.takesText, !frame.hasValue || !text.trimmingXMLSpace.isEmpty {
      add(text, frame, .element(element))
    }
  }

  mutating func text(_ bytes: [UInt8]) {
    guard skipped == 0, frames[frames.count - 1].takesText else { return }
    frames[frames.count - 1].text += bytes
  }

  mutating func other(_ range: Range<Int>) {
    guard skipped == 0, let element = frames[frames.count - 1].element else { return }
    elements[element].notes.append(range)
  }
}

extension StringProtocol {
  /// The string, with XML white space trimmed from both ends.
  var trimmingXMLSpace: String {
    let isBlank = { (scalar: Unicode.Scalar) in " \t\r\n".unicodeScalars.contains(scalar) }
    let scalars = unicodeScalars.drop(while: isBlank)
    guard let end = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...end]))
  }
}
