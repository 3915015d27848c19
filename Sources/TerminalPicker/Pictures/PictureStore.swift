import PhotoImaging
import Terminal

/// Pictures that were made. When they take too much memory, the least recently wanted go first.
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

  /// An empty store.
  ///
  /// - Parameter byteLimit: the memory that pictures may take, in bytes.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The picture for a request; `nil` if it was not made.
  func picture(_ request: PictureRequest) -> PhotoPicture? { entries[request]?.picture }

  /// The histogram of a picture; `nil` if none was made.
  func histogram(_ request: PictureRequest) -> Histogram? { entries[request]?.histogram }

  /// Notes which pictures are wanted now: they are kept longest.
  mutating func use(_ requests: some Sequence<PictureRequest>) {
    turn += 1
    for request in requests { entries[request]?.turn = turn }
  }

  /// Keeps a picture; returns those that had to go for it.
  mutating func insert(
    _ picture: PhotoPicture, histogram: Histogram? = nil, for request: PictureRequest
  ) -> [TerminalPicture] {
    // A request holds its photo and has a place in a table.
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

  /// Removes everything; returns the pictures.
  mutating func removeAll() -> [TerminalPicture] {
    defer {
      entries = [:]
      byteCount = 0
    }
    return entries.values.compactMap(Self.picture)
  }

  /// Frees a quarter of the memory, so that this is seldom done. Pictures that are wanted now stay.
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
