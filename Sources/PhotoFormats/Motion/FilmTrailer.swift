/// The trailer after the film of a motion photo by Samsung, Huawei or Honor.
struct FilmTrailer {
  /// Offsets at which the film may start, the likeliest first.
  private(set) var offsets: [Int] = []
  /// Whether the trailer has an entry for a film.
  private(set) var namesFilm = false

  /// The most bytes of a file's end to read; they contain the directory of Samsung's trailer.
  private static let tailLimit = 4096

  private let source: ByteSource
  private let tail: Bytes
  /// The offset of `tail` in the file.
  private let start: Int

  init(_ source: ByteSource) {
    self.source = source
    let count = min(source.count, Self.tailLimit)
    start = source.count - count
    tail = source.bytes(at: start, count: count)
    guard tail.count == count else { return }
    readSamsung()
    readHuawei()
  }

  // MARK: Samsung (ExifTool, Samsung::Trailer): blocks, a directory of them, its size, and a signature

  private static let entryCount = 12
  /// `MotionPhoto_Data`.
  private static let filmType: UInt16 = 0x0A30
  private static let offsetLimit = 16

  private mutating func readSamsung() {
    // A block about sound may follow the directory; its signature is longer by two bytes.
    var end = tail.has("QDIOBS", at: tail.count - 6) ? tail.count - 2 : tail.count
    var count = tail.uint32(at: end - 8, .little).map { Int($0) } ?? 0
    if tail.has("QDIO", at: end - 4), count <= end - 16 {
      end -= count + 8
      count = tail.uint32(at: end - 8, .little).map { Int($0) } ?? 0
    }
    guard tail.has("SEFT", at: end - 4), count >= Self.entryCount,
      let directory = tail.slice(at: end - 8 - count, count: count), directory.has("SEFH")
    else { return }
    let directoryStart = start + end - 8 - count
    for entry in stride(from: Self.entryCount, through: count - Self.entryCount, by: Self.entryCount)
    where directory.uint16(at: entry + 2, .little) == Self.filmType && offsets.count < Self.offsetLimit {
      namesFilm = true
      // Blocks are located by their distance from the directory.
      if let distance = directory.uint32(at: entry + 4, .little), distance <= directoryStart {
        addBlock(at: directoryStart - Int(distance))
      }
    }
  }

  /// The maximum length of a block's name.
  private static let nameLimit = 64

  /// Adds the film of a block: two bytes, type, length of the name, name, then the film or its location.
  private mutating func addBlock(at offset: Int) {
    let head = source.bytes(at: offset, count: 8 + Self.nameLimit + 12)
    guard let nameCount = head.uint32(at: 4, .little), nameCount <= Self.nameLimit else { return }
    let content = head.suffix(from: 8 + Int(nameCount))
    let contentStart = offset + 8 + Int(nameCount)
    guard content.has("mpv") else {
      offsets.append(contentStart)
      return
    }
    // A version precedes the film, or the film's offset and length in HEIC.
    offsets.append(contentStart + 4)
    for order in [ByteOrder.big, .little] {
      if let place = content.uint32(at: 4, order) { offsets.append(Int(place)) }
    }
  }

  // MARK: Huawei: strings of 20 bytes with a version, times and the length

  private static let textCount = 20

  private mutating func readHuawei() {
    guard let text = tail.slice(at: tail.count - Self.textCount, count: Self.textCount), text.has("LIVE_")
    else { return }
    namesFilm = true
    guard let length = text.suffix(from: 5).trimmedText.flatMap({ Int($0) }), length > 0,
      length <= source.count
    else { return }
    // Depending on the version, the length includes none to three of the strings.
    offsets += (0...3).map { source.count - length - $0 * Self.textCount }
  }
}
