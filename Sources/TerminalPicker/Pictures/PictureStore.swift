import PhotoImaging
import Terminal

struct PictureStore {
  private struct Entry {
    let picture: PhotoPicture
    let histogram: Histogram?
    let byteCount: Int
    var turn: UInt64
  }

  private let byteLimit: Int
  private var entries: [PictureRequest: Entry] = [:]
  private var byteCount = 0
  private var turn: UInt64 = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  func picture(_ request: PictureRequest) -> PhotoPicture? { entries[request]?.picture }

  func histogram(_ request: PictureRequest) -> Histogram? { entries[request]?.histogram }

  mutating func use(_ requests: some Sequence<PictureRequest>) {
    turn += 1
    for request in requests { entries[request]?.turn = turn }
  }

  mutating func insert(
    _ picture: PhotoPicture, histogram: Histogram? = nil, for request: PictureRequest
  ) -> [TerminalPicture] {
    // The request retains the asset and occupies a table entry.
    var byteCount = 256
    if case .ready(let picture) = picture { byteCount += picture.byteCount }
    if histogram != nil { byteCount += 4 * 4 * 256 }
    if let old = entries.updateValue(
      Entry(picture: picture, histogram: histogram, byteCount: byteCount, turn: turn), forKey: request)
    {
      self.byteCount -= old.byteCount
    }
    self.byteCount += byteCount
    return self.byteCount > byteLimit ? shrink() : []
  }

  mutating func removeAll() -> [TerminalPicture] {
    defer {
      entries = [:]
      byteCount = 0
    }
    return entries.values.compactMap(Self.picture)
  }

  /// Frees a quarter of the memory, so evictions are rare. Currently wanted pictures remain.
  private mutating func shrink() -> [TerminalPicture] {
    var removed = [TerminalPicture]()
    for (request, entry) in entries.sorted(by: { $0.value.turn < $1.value.turn }) {
      guard byteCount > byteLimit / 4 * 3, entry.turn < turn else { break }
      entries[request] = nil
      byteCount -= entry.byteCount
      if let picture = Self.picture(entry) { removed.append(picture) }
    }
    return removed
  }

  private static func picture(_ entry: Entry) -> TerminalPicture? {
    if case .ready(let picture) = entry.picture { picture } else { nil }
  }
}
