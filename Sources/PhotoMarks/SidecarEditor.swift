import PhotoFormats

/// Collects the splices that change the properties of a sidecar.
///
/// A string is replaced at each of its positions, so that all readers see the same value. Other items of an array are
/// preserved. New properties become elements of the first description.
struct SidecarEditor {
  private let text: SidecarText
  private let outline: SidecarOutline
  private var list: [Splice] = []
  private var additions: [Addition] = []
  /// Parsed tags by element, since a tag may have many attributes.
  private var tags: [Int: SidecarText.Tag] = [:]
  private var removedItems: Set<Int> = []
  /// Whether a tag differs from the one that expat parsed.
  private var isBroken = false

  private struct Addition {
    let property: MarkProperty
    let texts: [String]
  }

  init(_ bytes: [UInt8], _ outline: SidecarOutline) {
    text = SidecarText(bytes)
    self.outline = outline
  }

  /// All splices, or `nil` if the document isn't editable.
  var splices: [Splice]? {
    var editor = self
    editor.addElements()
    return editor.isBroken ? nil : editor.list
  }

  // MARK: Properties

  mutating func set(_ property: MarkProperty, to texts: [String]) {
    let occurrences = outline.occurrences.filter { $0.property == property }
    switch (property.form, texts.first) {
    case (.list, _): setList(property, occurrences, texts)
    case (.text, nil), (.languages, nil): for occurrence in occurrences { remove(occurrence) }
    case (.text, let text?): setText(property, occurrences, text)
    case (.languages, let text?): setLanguages(property, occurrences, text)
    }
  }

  private mutating func setText(
    _ property: MarkProperty, _ occurrences: [SidecarOutline.Occurrence], _ text: String
  ) {
    var isSet = false
    for occurrence in occurrences {
      if occurrence.array == nil, occurrence.values.count == 1, let value = occurrence.values.first,
        !value.isResource
      {
        replace(value.place, text)
        isSet = isSet || occurrence.isRead
      } else {
        // A list or structure instead of a string.
        remove(occurrence)
      }
    }
    if !isSet { additions.append(Addition(property: property, texts: [text])) }
  }

  /// Sets the default language, or the language in use if there is no default. Preserves other languages.
  private mutating func setLanguages(
    _ property: MarkProperty, _ occurrences: [SidecarOutline.Occurrence], _ text: String
  ) {
    var isSet = false
    for occurrence in occurrences {
      for value in occurrence.values where value.isForEveryone || value.language.isEmpty {
        guard !value.isResource else {
          remove(occurrence)
          break
        }
        replace(value.place, text)
        isSet = isSet || occurrence.isRead
      }
    }
    if isSet { return }
    let read = occurrences.filter(\.isRead)
    if let value = read.flatMap(\.values).first(where: { !$0.text.isEmpty && !$0.isResource }) {
      replace(value.place, text)
    } else if let array = read.first(where: { $0.array != nil })?.array {
      append([text], to: array, language: " xml:lang=\"x-default\"")
    } else {
      for occurrence in read { remove(occurrence) }
      additions.append(Addition(property: property, texts: [text]))
    }
  }

  private mutating func setList(
    _ property: MarkProperty, _ occurrences: [SidecarOutline.Occurrence], _ texts: [String]
  ) {
    let before = Set(outline[property])
    let removed = before.subtracting(texts)
    var added = texts.filter { !before.contains($0) }
    let target = added.isEmpty ? nil : occurrences.last { $0.isRead && $0.array != nil }?.array
    for occurrence in occurrences {
      let values = occurrence.values.filter { !$0.text.isEmpty }
      let kept = values.filter { !removed.contains($0.text) }
      if target != nil && occurrence.array == target {
        for value in values where removed.contains(value.text) { removeItem(value, of: occurrence) }
      } else if kept.isEmpty {
        if occurrence.isRead && target == nil || !values.isEmpty { remove(occurrence) }
      } else if occurrence.isRead && occurrence.array == nil && target == nil && !added.isEmpty {
        // A plain string can't take further items.
        remove(occurrence)
        added = kept.map(\.text) + added
      } else {
        for value in values where removed.contains(value.text) { removeItem(value, of: occurrence) }
      }
    }
    if let target {
      append(added, to: target)
    } else if !added.isEmpty {
      additions.append(Addition(property: property, texts: added))
    }
  }

  // MARK: Places

  private mutating func tag(of element: Int) -> SidecarText.Tag? {
    if let known = tags[element] { return known }
    let tag = text.tag(outline.elements[element].tag)
    isBroken = isBroken || tag == nil
    tags[element] = tag
    return tag
  }

  private mutating func attribute(_ index: Int, of element: Int) -> SidecarText.Attribute? {
    guard let tag = self.tag(of: element), tag.attributes.indices.contains(index) else {
      isBroken = true
      return nil
    }
    return tag.attributes[index]
  }

  private mutating func replace(_ place: SidecarOutline.Place, _ string: String) {
    switch place {
    case .attribute(let element, let index):
      guard let attribute = self.attribute(index, of: element) else { return }
      list.append(Splice(range: attribute.value, bytes: text.escaped(string, isAttribute: true)))
    case .element(let number):
      let element = outline.elements[number]
      let bytes = text.escaped(string, isAttribute: false)
      if element.isEmpty { return open(number, bytes) }
      // Preserve comments and processing instructions. The text replaces the first text between them.
      let starts = [element.tag.upperBound] + element.notes.map(\.upperBound)
      let ends = element.notes.map(\.lowerBound) + [element.end.lowerBound]
      let gaps = zip(starts, ends).map { $0..<$1 }
      let kept = gaps.firstIndex { text.blanks(before: $0.upperBound).lowerBound > $0.lowerBound } ?? 0
      for (index, gap) in gaps.enumerated() {
        list.append(Splice(range: gap, bytes: index == kept ? bytes : []))
      }
    }
  }

  /// Converts an empty element to one with content and an end tag.
  private mutating func open(_ number: Int, _ content: [UInt8]) {
    guard let tag = self.tag(of: number) else { return }
    let name = Array(text.bytes[tag.name])
    let parts = [text.encoded(">"), content, text.encoded("</"), name, text.encoded(">")]
    list.append(
      Splice(range: tag.end..<outline.elements[number].tag.upperBound, bytes: Array(parts.joined())))
  }

  private mutating func remove(_ occurrence: SidecarOutline.Occurrence) {
    switch occurrence.place {
    case .attribute(let element, let index):
      if let attribute = self.attribute(index, of: element) {
        list.append(Splice(range: attribute.whole, bytes: []))
      }
    case .element(let element): remove(element)
    }
  }

  private mutating func remove(_ element: Int) {
    let range = outline.elements[element].range
    let start = text.indentationStart(before: range.lowerBound)
    list.append(Splice(range: start..<range.upperBound, bytes: []))
  }

  private mutating func removeItem(
    _ value: SidecarOutline.Value, of occurrence: SidecarOutline.Occurrence
  ) {
    guard let item = value.item else { return remove(occurrence) }
    // An item may contain several strings.
    if removedItems.insert(item).inserted { remove(item) }
  }

  /// Appends items to an array, with the indentation of the existing items.
  private mutating func append(_ texts: [String], to number: Int, language: String = "") {
    let element = outline.elements[number]
    let prefix = element.name.prefix { $0 != ":" }
    let item = prefix.count < element.name.count ? "\(prefix):li" : "li"
    insert(
      texts.map {
        text.encoded("<\(item)\(language)>") + text.escaped($0, isAttribute: false)
          + text.encoded("</\(item)>")
      }, into: number)
  }

  private mutating func insert(_ items: [[UInt8]], into number: Int) {
    let element = outline.elements[number]
    let outer = text.indentation(before: element.tag.lowerBound)
    let indentation =
      if let child = element.lastChild {
        text.indentation(before: child)
      } else {
        outer.isEmpty ? [] : outer + text.encoded(" ")
      }
    let content = items.flatMap { indentation + $0 }
    if element.isEmpty { return open(number, content + outer) }
    let end = element.end.lowerBound
    let blanks = text.blanks(before: end)
    let start = max(blanks.lowerBound, element.tag.upperBound)
    // The end tag of an empty element moves to a separate line.
    list.append(
      Splice(range: start..<start, bytes: content + (start == end && element.lastChild == nil ? outer : [])))
  }

  // MARK: New elements

  private mutating func addElements() {
    guard !additions.isEmpty, let target = outline.target else { return }
    let elements = additions.map { element(for: $0, target) }
    if target.isDescription { return insert(elements.map(text.encoded), into: target.element) }
    let (rdf, declaration) = Self.prefix(for: SidecarOutline.rdf + "#", "rdf", in: target)
    let start = "<\(rdf):Description \(rdf):about=\"\"\(declaration)>"
    insert([text.encoded(start + elements.joined() + "</\(rdf):Description>")], into: target.element)
  }

  /// Returns the element of a new property, with its strings escaped for the document's encoding.
  private func element(for addition: Addition, _ target: SidecarOutline.Target) -> String {
    let (property, texts) = (addition.property, addition.texts)
    let preferred = String(property.rawValue.prefix { $0 != ":" })
    let (prefix, declaration) = Self.prefix(for: property.space, preferred, in: target)
    let (rdf, rdfDeclaration) = Self.prefix(for: SidecarOutline.rdf + "#", "rdf", in: target)
    let name = "\(prefix):\(property.name)"
    func array(_ kind: String, _ language: String) -> String {
      let items = texts.map { "<\(rdf):li\(language)>\(text.escapedMarkup($0))</\(rdf):li>" }.joined()
      return "<\(name)\(declaration)\(rdfDeclaration)><\(rdf):\(kind)>\(items)</\(rdf):\(kind)></\(name)>"
    }
    switch property.form {
    case .text: return "<\(name)\(declaration)>\(text.escapedMarkup(texts.first ?? ""))</\(name)>"
    // darktable orders labels by number.
    case .list: return array(property == .darktableLabels ? "Seq" : "Bag", "")
    case .languages: return array("Alt", " xml:lang=\"x-default\"")
    }
  }

  /// Returns the prefix of a namespace, with its declaration unless it is in scope.
  private static func prefix(
    for space: String, _ preferred: String, in target: SidecarOutline.Target
  ) -> (prefix: String, declaration: String) {
    let known = target.prefixes.filter { !$0.key.isEmpty && $0.value == space }.keys
    if known.contains(preferred) { return (preferred, "") }
    if let prefix = known.min() { return (prefix, "") }
    return (preferred, " xmlns:\(preferred)=\"\(space)\"")
  }
}
