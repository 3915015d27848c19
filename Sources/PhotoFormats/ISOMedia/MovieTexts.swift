struct MovieTexts {
  private struct Texts {
    var date: DateText?
    var make: String?
    var model: String?
    var location: GeoLocation?
  }

  private static let keyPrefix = "com.apple.quicktime."
  private static let valueLimit = 32 * 1024
  private static let keyLimit = 1024
  private static let xmlLimit = 256 * 1024

  /// Metadata items with named keys (QuickTime File Format, "Metadata").
  private var keys = Texts()
  /// The user data list (QuickTime File Format, "User Data Atoms"; 3GPP TS 26.244, 8).
  private var userData = Texts()
  /// The item list of iTunes.
  private var itemList = Texts()
  /// Sony's XML.
  private var nonRealTime = Texts()

  private(set) var findings = MetadataFindings()

  private static let declaredKeys = DeclaredSources { source -> (name: String, separator: Character?)? in
    if case .quickTimeKey(let name, let separator) = source { (name.description, separator) } else { nil }
  }

  private static let declaredTexts = DeclaredSources { source -> FourCC? in
    if case .movieText(let type) = source { type } else { nil }
  }

  /// The author in screen recordings of an iPhone.
  private static let screenRecorder = "ReplayKitRecording"

  /// The date; named keys come first, since only their dates have offsets in all files.
  var date: DateText? { first(\.date) }
  var camera: Camera? { Camera(make: first(\.make), model: first(\.model)) }
  var location: GeoLocation? { first(\.location) }

  private func first<Value>(_ text: (Texts) -> Value?) -> Value? {
    [keys, nonRealTime, userData, itemList].lazy.compactMap(text).first
  }

  /// Parses `meta`, with named keys, of iTunes or of Sony.
  mutating func readMeta(_ content: BoxRegion) {
    // In QuickTime the box starts with a child, in MP4 with version and flags.
    let isPlain = content.prefix(8).fourCC(at: 4) == .handler
    let meta = isPlain ? content : content.dropFirst(4)
    if let xml = meta.first(.xml)?.content { readXML(xml.dropFirst(4).prefix(Self.xmlLimit)) }
    guard let list = meta.first(.itemList)?.content else { return }
    if let names = meta.first(.keys)?.content.bytes {
      readKeys(Self.keyNames(names), list)
    } else {
      readItemList(list)
    }
  }

  /// Parses `udta` and the item list in it.
  mutating func readUserData(_ content: BoxRegion) {
    for box in content.boxes {
      switch box.type {
      case .contentDate where userData.date == nil: userData.date = Self.text(box).flatMap { DateText($0) }
      case .maker: userData.make = userData.make ?? Self.text(box)?.trimmedText
      case .model: userData.model = userData.model ?? Self.text(box)?.trimmedText
      case .place: userData.location = Self.text(box).flatMap(GeoLocation.init(iso6709:)) ?? userData.location
      case .location3GPP where userData.location == nil:
        userData.location = GeoLocation(loci: box.content.bytes)
      case .meta: readMeta(box.content)
      default: readDeclared(box, Self.typesOf3GPP.contains(box.type) ? Self.text3GPP : Self.text)
      }
    }
  }

  private mutating func readXML(_ bytes: Bytes) {
    guard let found = NonRealTimeMeta(bytes) else { return }
    nonRealTime = Texts(date: found.date, make: found.make, model: found.model, location: found.location)
    findings.offer(found.lens.map(FieldValue.text), for: .lens)
  }

  private mutating func readKeys(_ names: [String], _ list: BoxRegion) {
    for box in list.boxes {
      // The type of an item is the number of its key, from 1 on.
      guard box.type.rawValue >= 1, box.type.rawValue <= names.count, let value = Self.value(box) else {
        continue
      }
      switch names[Int(box.type.rawValue) - 1] {
      case "creationdate": keys.date = keys.date ?? DateText(value)
      case "make": keys.make = keys.make ?? value.trimmedText
      case "model": keys.model = keys.model ?? value.trimmedText
      case "location.ISO6709": keys.location = keys.location ?? GeoLocation(iso6709: value)
      case let name:
        for place in Self.declaredKeys.places where place.name.name == name {
          offer(value, for: place, separator: place.name.separator)
        }
      }
    }
  }

  private mutating func readItemList(_ list: BoxRegion) {
    for box in list.boxes {
      switch box.type {
      case .contentDate: itemList.date = itemList.date ?? Self.value(box).flatMap { DateText($0) }
      case .maker: itemList.make = itemList.make ?? Self.value(box)?.trimmedText
      case .model: itemList.model = itemList.model ?? Self.value(box)?.trimmedText
      case .place:
        itemList.location = itemList.location ?? Self.value(box).flatMap(GeoLocation.init(iso6709:))
      default: readDeclared(box, Self.value)
      }
    }
  }

  private mutating func readDeclared(_ box: Box, _ text: (Box) -> Bytes?) {
    for place in Self.declaredTexts.places where place.name == box.type {
      if let text = text(box) { offer(text, for: place) }
    }
  }

  private mutating func offer<Name>(
    _ text: Bytes, for place: DeclaredSources<Name>.Place, separator: Character? = nil
  ) {
    guard let text = text.trimmedText, text != Self.screenRecorder else { return }
    let value = separator.map { FieldValue.list(text.split(separator: $0).map(String.init)) }
    if let value = value ?? FieldValue(text: text, place.kind) {
      findings.offer(value, for: place.field, rank: place.rank)
    }
  }

  private static func keyNames(_ bytes: Bytes) -> [String] {
    var names: [String] = []
    var position = 8
    while names.count < keyLimit, let size = bytes.uint32(at: position, .big).map({ Int($0) }), size >= 8,
      let name = bytes.slice(at: position + 8, count: size - 8)
    {
      let text = name.trimmedText ?? ""
      names.append(text.hasPrefix(keyPrefix) ? String(text.dropFirst(keyPrefix.count)) : text)
      position += size
    }
    return names
  }

  /// The value of an item, after type and locale in its box `data`.
  private static func value(_ item: Box) -> Bytes? {
    item.content.first(.data)?.content.dropFirst(8).prefix(valueLimit)
  }

  /// The first text of a user data item, after its length and language.
  private static func text(_ item: Box) -> Bytes? {
    let bytes = item.content.bytes
    guard let length = bytes.uint16(at: 0, .big).map({ Int($0) }) else { return nil }
    // The length excludes itself and the language, except in some files.
    return bytes.slice(at: 4, count: length) ?? bytes.slice(at: 4, count: length - 4)
  }

  /// The strings in user data of 3GPP (TS 26.244, 8.2 to 8.5).
  private static let typesOf3GPP: Set<FourCC> = ["titl", "dscp", "cprt", "auth"]

  /// The text of such an item after version, flags and language: UTF-8, or UTF-16 after a byte order mark.
  private static func text3GPP(_ item: Box) -> Bytes? {
    let text = item.content.dropFirst(6).prefix(valueLimit)
    guard text.uint16(at: 0, .big) == 0xFEFF else { return text }
    return Bytes(Array(text.suffix(from: 2).utf16Text(.big).utf8))
  }
}
