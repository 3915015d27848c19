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
        case "kinds", "judged", "labels": lists[key] = try Self.list(&reader)
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
      case "id": number = try reader.text().flatMap { WholeNumber.read($0, in: WholeNumber.counts) }
      case "position": position = try reader.text().flatMap { WholeNumber.read($0, in: WholeNumber.counts) }
      default: try reader.skipValue()
      }
    }
    return number.map { PageCommand.Reference(number: $0, position: position) }
  }

  private static func list(_ reader: inout JSONReader) throws(ByteWindow.Failure) -> [String] {
    var words: [String] = []
    try reader.elements { reader throws(ByteWindow.Failure) in
      if let word = try reader.text() { words.append(word) }
    }
    return words
  }

  /// The name of the page that sends the command; `nil` if it has none that is short and plain.
  var page: String? {
    let name = texts["page"] ?? ""
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && (1...40).contains(name.count) ? name : nil
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
    case "crop": return .crop(try photo(), try cropPlace())
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
        try Self.found(PageJudgement.all.first { $0.name == word }).kinds
      }
      let kinds = try? KindFilter(list: (lists["kinds"] ?? []).joined(separator: ","))
      return .filter(
        lists["kinds"]?.isEmpty == false ? try Self.found(kinds) : KindFilter(),
        judged.reduce(into: []) { $0.formUnion($1) },
        labels: Set(lists["labels"] ?? []))
    case "search": return .search(try text("text"))
    case "album":
      let index = WholeNumber.read(try text("index"), in: WholeNumber.counts)
      return .album(folder: texts["folder"], index: try Self.found(index))
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

  private func cropPlace() throws(PageCommandError) -> PageCommand.CropPlace {
    func number(_ key: String) throws(PageCommandError) -> Int {
      try Self.found(WholeNumber.read(try text(key), in: WholeNumber.counts))
    }
    return PageCommand.CropPlace(
      x: try number("x"), y: try number("y"), width: try number("width"), height: try number("height"))
  }

  private func judgement() throws(PageCommandError) -> Judgement {
    if let stars = texts["stars"] {
      return .rating(try Self.found(WholeNumber.read(stars, in: -1...5).flatMap(Rating.init(rawValue:))))
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
