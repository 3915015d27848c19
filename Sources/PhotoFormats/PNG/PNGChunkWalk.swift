/// The type and range of a PNG chunk (3rd edition, 5.3).
struct PNGChunk {
  let type: FourCC
  /// The offset of the length in the file.
  let offset: Int
  /// The length of the data in bytes, at most 2³¹ - 1.
  let length: Int
  let start: Bytes

  /// Enough for a keyword of 79 bytes and its NUL.
  private static let startCount = 80

  init?(_ source: ByteSource, at offset: Int) {
    let bytes = source.bytes(at: offset, count: 8 + Self.startCount)
    guard let length = bytes.uint32(at: 0, .big), length <= Int32.max, let type = bytes.fourCC(at: 4) else {
      return nil
    }
    self.type = type
    self.offset = offset
    self.length = Int(length)
    start = bytes.prefixSlice(at: 8, count: self.length)
  }

  /// The offset of the next chunk, after length, type, data and CRC.
  var end: Int { offset + 12 + length }
}

/// Iterates over the chunks of a PNG by their headers, and selects those with metadata.
struct PNGChunkWalk {
  /// The maximum number of chunks to examine: 512 MiB of image data in chunks of 8 KiB.
  private static let chunkLimit = 65_536
  /// The maximum size of a selected chunk in bytes.
  private static let lengthLimit = 4 * 1024 * 1024
  /// The maximum number of chunks to select before and after the image data.
  private static let wantedLimit = 16
  /// The minimum size of a frame in bytes: its chunk fcTL.
  private static let frameLength = 38

  private(set) var header: PNGChunk?
  private(set) var palette: PNGChunk?
  /// The number of frames by acTL (PNG 3rd edition, 11.3.6.1), if the file is long enough for them.
  var frameCount: Int? {
    animation?.start.uint32(at: 0, .big).flatMap {
      Int($0) <= source.count / Self.frameLength ? Int($0) : nil
    }
  }
  /// The reason for an error before the image data.
  private(set) var problem: String?

  private let source: ByteSource
  private var animation: PNGChunk?
  private var wanted: [PNGChunk] = []
  private var imageData: PNGChunk?
  private var position = 8
  private var remaining = PNGChunkWalk.chunkLimit

  init(_ source: ByteSource) { self.source = source }

  /// Examines the chunks up to the first IDAT.
  mutating func findHeader() {
    while let chunk = next() {
      if chunk.type == "IDAT" {
        imageData = chunk
        if header == nil { problem = "no IHDR chunk before the image data" }
        return
      }
      guard chunk.end <= source.count else {
        if header == nil, chunk.type == "IHDR" { header = chunk }
        problem = "the file ends inside the chunk \(chunk.type)"
        return
      }
      // Apple's tools insert CgBI before IHDR in pictures of apps.
      if header == nil, chunk.type != "IHDR", chunk.type != "CgBI" {
        problem = problem ?? "the chunk \(chunk.type) stands before IHDR"
      }
      switch chunk.type {
      case "IHDR": header = header ?? chunk
      case "PLTE": palette = palette ?? chunk
      case "acTL": animation = animation ?? chunk
      case "IEND":
        problem = problem ?? "no image data (IDAT)"
        return
      default: pick(chunk)
      }
    }
    problem = problem ?? "the file ends before its image data (IDAT)"
  }

  /// Examines the chunks after the first IDAT. If the file ends before IEND, the header is still valid.
  mutating func findTrailingChunks() {
    while let chunk = next(), chunk.type != "IEND", chunk.end <= source.count {
      if chunk.type != "IDAT" { pick(chunk) }
    }
  }

  mutating func takeWanted() -> [PNGChunk] {
    defer { wanted = [] }
    return wanted
  }

  /// The first IDAT if it is in memory, to check the CRC, which needs no further read.
  var imageDataInHead: [PNGChunk] {
    guard let imageData, imageData.end <= source.head.count else { return [] }
    return [imageData]
  }

  private mutating func next() -> PNGChunk? {
    guard remaining > 0, let chunk = PNGChunk(source, at: position) else { return nil }
    remaining -= 1
    position = chunk.end
    return chunk
  }

  private mutating func pick(_ chunk: PNGChunk) {
    guard chunk.length <= Self.lengthLimit, wanted.count < Self.wantedLimit else { return }
    switch chunk.type {
    case "eXIf", "tIME": wanted.append(chunk)
    case "tEXt", "zTXt", "iTXt":
      guard let end = chunk.start.firstIndex(of: 0),
        PNGKeyword.isWanted(chunk.start.prefixSlice(at: 0, count: end))
      else { return }
      wanted.append(chunk)
    default: break
    }
  }
}

/// The keywords of text chunks with metadata (PNG 3rd edition, 11.3.3.1; the others by convention).
enum PNGKeyword: String {
  case creationTime = "Creation Time"
  case xmp = "XML:com.adobe.xmp"
  case exifProfile = "Raw profile type exif"
  case app1Profile = "Raw profile type APP1"
  case xmpProfile = "Raw profile type xmp"
  case iptcProfile = "Raw profile type iptc"
  case photoshopProfile = "Raw profile type 8bim"

  /// Creates a keyword; some writers forget its capital letter.
  init?(_ bytes: Bytes) {
    guard let text = bytes.trimmedText, let first = text.first else { return nil }
    self.init(rawValue: first.uppercased() + text.dropFirst())
  }

  static let declared = DeclaredSources { source -> String? in
    if case .pngText(let keyword) = source { keyword.description } else { nil }
  }

  static func isWanted(_ keyword: Bytes) -> Bool {
    PNGKeyword(keyword) != nil || declared.places.contains { keyword == Bytes(Array($0.name.utf8)) }
  }
}
