import PhotoFiles
import SystemPackage

/// The limits of requests. Longer strings are truncated, and further entries omitted.
private enum Limit {
  static let text = 1000
  static let filters = 100
  static let patterns = 1000
  static let choices = 100
  static let names = 10_000
}

/// The options of a request that photopick uses. Others are skipped while a message is read.
private enum RequestOption: String, CaseIterable {
  case acceptLabel = "accept_label", currentFile = "current_file", currentFilter = "current_filter"
  case currentFolder = "current_folder", currentName = "current_name"
  case choices, directory, files, filters, multiple
}

extension ChooserRequest {
  static let methods = ["OpenFile", "SaveFile", "SaveFiles"]
  /// The names and types of the arguments of each method.
  static let arguments: [(name: String, type: String)] = [
    ("handle", "o"), ("app_id", "s"), ("parent_window", "s"), ("title", "s"), ("options", "a{sv}"),
  ]
  static let signature = arguments.map(\.type).joined()
  static let optionNames = Set(RequestOption.allCases.map(\.rawValue))

  /// Creates a request from the values of a call. Returns `nil` if the app wants folders or calls another method.
  init?(_ member: String, _ values: [BusValue]) {
    guard values.count == 5, let app = values[1].string, let title = values[3].string,
      let entries = values[4].entries
    else { return nil }
    func option(_ option: RequestOption) -> BusValue? { entries[option.rawValue] }
    switch member {
    case "OpenFile":
      if option(.directory)?.bool == true { return nil }
      self.init(kind: .open(isMultiple: option(.multiple)?.bool ?? false))
    case "SaveFile":
      let file = option(.currentFile).flatMap(Self.path)?.split(separator: UInt8(ascii: "/")).last
      let name = option(.currentName)?.string ?? file.map { String(decoding: $0, as: UTF8.self) } ?? ""
      self.init(kind: .saveFile(name: name.shortened))
    case "SaveFiles":
      let names = (option(.files)?.values ?? []).prefix(Limit.names).compactMap(Self.path)
      self.init(kind: .saveFiles(names: names.map { String(decoding: $0, as: UTF8.self) }))
    default: return nil
    }
    (self.app, self.title) = (app.shortened, title.shortened)
    acceptLabel = option(.acceptLabel)?.string.map { Self.withoutMnemonic($0.shortened) } ?? ""
    filters = (option(.filters)?.values ?? []).prefix(Limit.filters).compactMap(ChooserFilter.init)
    if let current = option(.currentFilter).flatMap(ChooserFilter.init) {
      // A filter that isn't in the list is the only one.
      if filters.isEmpty { filters = [current] }
      filter = filters.firstIndex(of: current)
    }
    choices = (option(.choices)?.values ?? []).prefix(Limit.choices).compactMap(Choice.init)
    folder = option(.currentFolder).flatMap(Self.path)
  }

  /// The bytes of a path, which ends with NUL.
  private static func path(_ value: BusValue) -> [UInt8]? {
    guard let bytes = value.bytes?.prefix(while: { $0 != 0 }), !bytes.isEmpty else { return nil }
    return Array(bytes)
  }

  /// Removes the underscores that mark keys: `_Open`. Two are one.
  private static func withoutMnemonic(_ label: String) -> String {
    label.replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
  }

  /// Returns the results in a reply (org.freedesktop.impl.portal.FileChooser, `results`).
  func results(_ answer: ChooserAnswer) -> BusValue {
    var results: [String: BusValue] = ["uris": .strings(answer.urls), "writable": .bool(true)]
    if let filter = answer.filter, filters.indices.contains(filter) {
      results["current_filter"] = filters[filter].value
    }
    if !choices.isEmpty {
      let values = choices.map { choice in
        let value = answer.choices[choice.identifier].flatMap { choice.accepts($0) ? $0 : nil }
        return BusValue.structure([.string(choice.identifier), .string(value ?? choice.selected)])
      }
      results["choices"] = .array(values, of: "(ss)")
    }
    return .options(results)
  }
}

extension ChooserFilter {
  private static let glob: UInt32 = 0
  private static let mime: UInt32 = 1

  /// Creates a filter from `(sa(us))`.
  fileprivate init?(_ value: BusValue) {
    guard let parts = value.values, parts.count == 2, let name = parts[0].string,
      let patterns = parts[1].values
    else { return nil }
    // Names are sent back, so they aren't shortened.
    self.init(
      name: name,
      patterns: patterns.prefix(Limit.patterns).compactMap { pattern in
        guard let parts = pattern.values, parts.count == 2, let text = parts[1].string else { return nil }
        switch parts[0].uint32 {
        case Self.glob: return .glob(text)
        case Self.mime: return .mime(text)
        default: return nil
        }
      })
  }

  fileprivate var value: BusValue {
    let patterns = patterns.map { pattern -> BusValue in
      switch pattern {
      case .glob(let text): .structure([.uint32(Self.glob), .string(text)])
      case .mime(let text): .structure([.uint32(Self.mime), .string(text)])
      }
    }
    return .structure([.string(name), .array(patterns, of: "(us)")])
  }
}

extension ChooserRequest.Choice {
  /// Creates a choice from `(ssa(ss)s)`.
  fileprivate init?(_ value: BusValue) {
    guard let parts = value.values, parts.count == 4, let identifier = parts[0].string,
      let label = parts[1].string, let options = parts[2].values, let selected = parts[3].string
    else { return nil }
    self.init(
      identifier: identifier, label: label.shortened,
      options: options.prefix(Limit.choices).compactMap { option in
        guard let parts = option.values, parts.count == 2, let identifier = parts[0].string,
          let label = parts[1].string
        else { return nil }
        return Option(identifier: identifier, label: label.shortened)
      }, selected: selected)
    if options.isEmpty {
      self.selected = selected == "true" ? "true" : "false"
    } else if !accepts(selected), let first = self.options.first {
      self.selected = first.identifier
    }
  }

  fileprivate func accepts(_ value: String) -> Bool {
    options.isEmpty ? value == "true" || value == "false" : options.contains { $0.identifier == value }
  }
}

extension String {
  fileprivate var shortened: String { String(prefix(Limit.text)) }
}
