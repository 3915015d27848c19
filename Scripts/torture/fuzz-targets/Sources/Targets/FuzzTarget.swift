import PhotoImaging

/// What can be fuzzed. Each takes the bytes of an input, and stops the program if they are not treated as they should be.
enum FuzzTarget: String, CaseIterable {
  /// All readers of headers, chosen by the content.
  case headers
  /// All decoders, chosen by the content, and what is done with their pixels.
  case pixels
  /// HEIC and AVIF made of tiles, overlays and copies.
  case derived
  /// Packets of XMP.
  case xmp
  /// Blocks of IPTC-IIM, alone and among Photoshop's resources.
  case iptc
  /// Sidecars of all kinds.
  case sidecars
  /// Sidecars whose marks are changed.
  case edits
  /// Selections such as `1-4,9`.
  case selections
  /// Queries as `--where` takes them, and their completion.
  case queries
  /// Templates as `--format` and `--name` take them.
  case templates
  /// Files of drafts.
  case drafts
  /// Lists of paths: earlier output in any form.
  case lists
  /// What a terminal sends, and what is written to one.
  case terminal
  /// Queries and commands that the page sends, and what a router and a picker make of them.
  case requests

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
    }
  }
}

/// Set once, before libFuzzer calls from the same thread.
nonisolated(unsafe) private var chosen = FuzzTarget.headers

/// Chooses the target by its name; returns -1 if there is none.
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

/// The lines of an input before a byte of 0, and the rest: for targets that need both a question and something asked.
func halves(_ bytes: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
}

/// Stops the program if a message would steer the terminal on which a person reads it.
func requireSafe(_ message: some CustomStringConvertible) {
  let steers = message.description.unicodeScalars.contains { $0.properties.generalCategory == .control }
  precondition(!steers, "a message holds control characters")
}
