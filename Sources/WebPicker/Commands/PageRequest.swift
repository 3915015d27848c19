import FoundationEssentials
import PhotoFiles
import PhotoLibrary
import PhotoMarks
import PhotoPicker

/// A command in JSON. Decoding rejects anything unexpected.
struct PageRequest: Decodable {
  let command: PageCommand
  /// The name of the requesting page; `nil` unless it is a short ASCII identifier.
  let page: String?

  init(_ json: [UInt8]) throws(PageCommandError) {
    do {
      self = try JSONDecoder().decode(PageRequest.self, from: Data(json))
    } catch {
      throw .malformed
    }
  }

  init(from decoder: any Decoder) throws {
    command = try PageCommand(from: decoder)
    let name = try decoder.container(keyedBy: PageCommand.Key.self).decodeIfPresent(
      String.self, forKey: .page)
    page = name.flatMap { name in
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      return isPlain && (1...40).contains(name.count) ? name : nil
    }
  }
}

extension PageCommand: Decodable {
  fileprivate enum Key: CodingKey {
    case action, page
    case name, value
    case best, by, folder, from, index, judged, key, keywords, kinds, label, labels
    case on, phase, photo, picks, stars, text, to
    case height, width, x, y
  }

  private enum Action: String, Decodable {
    case album, all, answer, appChoice, appFilter, cancel, closeBurst, crop, done, drag, filter, group, judge,
      keep, makeCover, openBurst, original
    case range, rescan, save, search, section, sort, stop, toggle, toggleBursts, trash, undo
  }

  private enum DragPhase: String, Decodable { case begin, move, end }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values[.action] as Action {
    case .album:
      self = .album(
        folder: try values.decodeIfPresent(String.self, forKey: .folder), index: try values.number(.index))
    case .all: self = .all
    case .appChoice: self = .appChoice(try values[.key], try values[.value])
    case .appFilter: self = .appFilter(try values.number(.index))
    case .cancel: self = .cancel
    case .crop:
      self = .crop(
        try values[.photo], x: try values.number(.x), y: try values.number(.y),
        width: try values.number(.width), height: try values.number(.height))
    case .done: self = .done(try values.decodeIfPresent(Reference.self, forKey: .photo))
    case .drag: self = try Self.drag(values)
    case .filter: self = try Self.filter(values)
    case .group: self = .group(try values.choice(.by, among: PickerModel.groupings, by: \.rawValue))
    case .judge: self = .judge(try Self.target(values), try Self.judgement(values))
    case .trash: self = .trash(try Self.target(values))
    case .answer: self = .answer(try values[.on])
    case .original: self = .original(try values[.on])
    case .range: self = .range(try values[.from], try values[.to])
    case .rescan: self = .rescan
    case .save:
      self = .save(
        folder: try values.number(.index), name: try values.decodeIfPresent(String.self, forKey: .name),
        replaces: try values[.on])
    case .search: self = .search(try values[.text])
    case .section: self = .section(try values[.key])
    case .sort: self = .sort(try values.choice(.by, among: PickerModel.orders, by: { $0.name }))
    case .stop: self = .stop
    case .toggle: self = .toggle(try values[.photo])
    case .undo: self = .undo
    case .toggleBursts: self = .toggleBursts
    case .closeBurst: self = .closeBurst
    case .openBurst: self = .openBurst(try values[.photo])
    case .makeCover: self = .makeCover(try values[.photo])
    case .keep: self = .keep(try values[.photo], best: try values[.best])
    }
  }

  /// Returns a photo, or `nil` for all picks.
  private static func target(_ values: KeyedDecodingContainer<Key>) throws -> Reference? {
    let isForPicks = try values.decodeIfPresent(Bool.self, forKey: .picks) ?? false
    return isForPicks ? nil : try values[.photo]
  }

  private static func drag(_ values: KeyedDecodingContainer<Key>) throws -> PageCommand {
    switch try values[.phase] as DragPhase {
    case .begin: .beginDrag(try values[.photo])
    case .move: .moveDrag(try values[.photo])
    case .end: .endDrag
    }
  }

  private static func filter(_ values: KeyedDecodingContainer<Key>) throws -> PageCommand {
    func list(_ key: Key) throws -> [String] { try values.decodeIfPresent([String].self, forKey: key) ?? [] }
    let kinds = try list(.kinds)
    let judged = try list(.judged).map { name in
      try PageJudgement.all.first { $0.name == name }.orMalformed.kind
    }
    return .filter(
      FilterState(
        kinds: kinds.isEmpty ? KindFilter() : try KindFilter(list: kinds.joined(separator: ",")),
        judged: Set(judged), labels: Set(try list(.labels))))
  }

  private static func judgement(_ values: KeyedDecodingContainer<Key>) throws -> Judgement {
    if let stars = try values.decodeIfPresent(Int.self, forKey: .stars) {
      return .rating(try Rating(rawValue: stars).orMalformed)
    }
    if let label = try values.decodeIfPresent(String.self, forKey: .label) { return .label(label) }
    let keywords = KeywordText(try values[.keywords])
    guard !keywords.isEmpty else { throw PageCommandError.malformed }
    return .keywords(added: keywords.added, removed: keywords.removed)
  }
}

extension PageCommand.Reference: Decodable {
  private enum Key: CodingKey { case id, position }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    number = try values.number(.id)
    position =
      try values.contains(.position) && !values.decodeNil(forKey: .position)
      ? values.number(.position) : nil
  }
}

extension KeyedDecodingContainer {
  fileprivate subscript<Value: Decodable>(key: Key) -> Value {
    get throws { try decode(Value.self, forKey: key) }
  }

  /// Returns a count, position or index within the range that later arithmetic supports.
  fileprivate func number(_ key: Key) throws -> Int {
    let number: Int = try self[key]
    guard WholeNumber.counts.contains(number) else { throw PageCommandError.malformed }
    return number
  }

  fileprivate func choice<Choice>(
    _ key: Key, among choices: [Choice], by name: (Choice) -> String
  ) throws -> Choice {
    let wanted: String = try self[key]
    return try choices.first { name($0) == wanted }.orMalformed
  }
}

extension Optional {
  fileprivate var orMalformed: Wrapped {
    get throws {
      guard let self else { throw PageCommandError.malformed }
      return self
    }
  }
}
