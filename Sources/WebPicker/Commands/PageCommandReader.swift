import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker

/// Reads commands of the page as JSON; what is not understood is refused.
struct PageCommandReader {
  private var texts: [String: String] = [:]
  private var lists: [String: [String]] = [:]
  private var references: [String: PageCommand.Reference] = [:]

  /// A reader of one command.
  init(_ bytes: [UInt8]) throws(PageCommandError) {
    var reader = JSONReader(bytes)
    do throws(ByteWindow.Failure) {
      try reader.members { key, reader throws(ByteWindow.Failure) in
        switch key {
        case "photo", "from", "to": references[key] = try Self.reference(&reader)
        case "kinds", "judged": lists[key] = try Self.list(&reader)
        default: texts[key] = try reader.text()
        }
      }
      try reader.end()
    } catch {
      throw .malformed
    }
  }

  private static func reference(
    _ reader: inout JSONReader
  ) throws(ByteWindow.Failure) -> PageCommand.Reference? {
    var (number, position): (Int?, Int?)
    try reader.members { key, reader throws(ByteWindow.Failure) in
      switch key {
      case "id": number = try reader.text().flatMap { Int($0) }
      case "position": position = try reader.text().flatMap { Int($0) }
      default: try reader.skipValue()
      }
    }
    return number.map { PageCommand.Reference(number: $0, position: position ?? -1) }
  }

  private static func list(_ reader: inout JSONReader) throws(ByteWindow.Failure) -> [String] {
    var words: [String] = []
    try reader.elements { reader throws(ByteWindow.Failure) in
      if let word = try reader.text() { words.append(word) }
    }
    return words
  }

  /// The command.
  func command() throws(PageCommandError) -> PageCommand {
    switch texts["action"] {
    case "toggle": return .toggle(try photo())
    case "range": return .range(try reference("from"), try reference("to"))
    case "drag": return .drag(try drag())
    case "section": return .section(try text("key"))
    case "all": return .all
    case "judge": return .judge(texts["picks"] == "true" ? .picks : .photo(try photo()), try judgement())
    case "done": return .done(references["photo"])
    case "cancel": return .cancel
    case "stop": return .stop
    case "rescan": return .rescan
    case "undo": return .undo
    default: return try choice()
    }
  }

  /// The commands that choose what is shown or returned.
  private func choice() throws(PageCommandError) -> PageCommand {
    switch texts["action"] {
    case "group":
      let name = try text("by")
      return .group(try Self.found(PickerModel.groupings.first { $0.rawValue == name }))
    case "sort":
      let name = try text("by")
      return .sort(try Self.found(PickerModel.orders.first { $0.name == name }))
    case "filter":
      let judged = try (lists["judged"] ?? []).map { (word) throws(PageCommandError) in
        try Self.found(JudgedKind(rawValue: word))
      }
      let kinds = try? KindFilter(list: (lists["kinds"] ?? []).joined(separator: ","))
      return .filter(lists["kinds"]?.isEmpty == false ? try Self.found(kinds) : KindFilter(), Set(judged))
    case "search": return .search(try text("text"))
    case "album": return .album(folder: texts["folder"], index: try Self.found(Int(try text("index"))))
    case "original": return .original(texts["on"] == "true")
    default: throw .malformed
    }
  }

  private func drag() throws(PageCommandError) -> PageCommand.Drag {
    switch texts["phase"] {
    case "begin": return .begin(try photo())
    case "move": return .move(try photo())
    case "end": return .end
    default: throw .malformed
    }
  }

  private func judgement() throws(PageCommandError) -> Judgement {
    if let stars = texts["stars"] {
      return .rating(try Self.found(Int(stars).flatMap(Rating.init(rawValue:))))
    }
    if let label = texts["label"] { return .label(label) }
    let keywords = KeywordText(try text("keywords"))
    guard !keywords.isEmpty else { throw .malformed }
    return .keywords(added: keywords.added, removed: keywords.removed)
  }

  private func photo() throws(PageCommandError) -> PageCommand.Reference { try reference("photo") }

  private func reference(_ key: String) throws(PageCommandError) -> PageCommand.Reference {
    try Self.found(references[key])
  }

  private func text(_ key: String) throws(PageCommandError) -> String { try Self.found(texts[key]) }

  private static func found<Value>(_ value: Value?) throws(PageCommandError) -> Value {
    guard let value else { throw .malformed }
    return value
  }
}
