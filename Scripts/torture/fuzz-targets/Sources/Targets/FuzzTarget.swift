import PhotoImaging

/// The fuzz targets. Each receives the bytes of an input, and traps if a property doesn't hold.
enum FuzzTarget: String, CaseIterable {
  /// All header readers, selected by content.
  case headers
  /// All decoders, selected by content, and pixel operations.
  case pixels
  /// HEIC and AVIF with tiles, overlays and copies.
  case derived
  /// XMP packets.
  case xmp
  /// IPTC-IIM blocks and Photoshop resources.
  case iptc
  case sidecars
  /// Sidecars with edited marks.
  case edits
  /// Selections such as `1-4,9`.
  case selections
  /// Queries for `--where` and their completion.
  case queries
  /// Templates for `--format` and `--name`.
  case templates
  /// Draft files.
  case drafts
  /// Lists of paths: earlier output in any form.
  case lists
  /// Terminal input and output.
  case terminal
  /// Queries and commands of the page, sent to a router and a picker.
  case requests
  /// Values, statements and bytes that change a catalog.
  case rows

  func run(_ bytes: [UInt8]) {
    switch self {
    case .headers: fuzzHeaders(bytes)
    case .pixels: fuzzPixels(bytes)
    case .derived: fuzzDerived(bytes)
    case .xmp: fuzzXMP(bytes)
    case .iptc: fuzzIPTC(bytes)
    case .sidecars: fuzzSidecars(bytes)
    case .edits: fuzzEdits(bytes)
    case .selections: fuzzSelections(bytes)
    case .queries: fuzzQueries(bytes)
    case .templates: fuzzTemplates(bytes)
    case .drafts: fuzzDrafts(bytes)
    case .lists: fuzzLists(bytes)
    case .terminal: fuzzTerminal(bytes)
    case .requests: fuzzRequests(bytes)
    case .rows: fuzzRows(bytes)
    }
  }
}

/// Set once, before libFuzzer calls on the same thread.
nonisolated(unsafe) private var chosen = FuzzTarget.headers

/// Selects a target by name. Returns -1 for unknown names.
@_cdecl("photo_fuzz_choose")
public func choose(_ name: UnsafePointer<CChar>) -> CInt {
  // The fuzzer is its own helper.
  DecodingHelper.runIfRequested()
  guard let target = FuzzTarget(rawValue: String(cString: name)) else { return -1 }
  chosen = target
  return 0
}

/// Runs the target on an input.
@_cdecl("photo_fuzz")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) {
  chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
}

/// Splits an input at the first byte of 0, for targets that need a query and content.
func halves(_ bytes: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
}

/// Traps if a message contains terminal control characters.
func requireSafe(_ message: some CustomStringConvertible) {
  let steers = message.description.unicodeScalars.contains { $0.properties.generalCategory == .control }
  precondition(!steers, "a message holds control characters")
}
