/// One chunk of a PNG (3rd edition, 5.3), by its header.
struct PNGChunk {
  /// The type.
  let type: FourCC
  /// Where its length stands in the file.
  let offset: Int
  /// The length of its data in bytes, at most 2³¹ - 1.
  let length: Int
  /// The first bytes of its data.
  let start: Bytes

  /// Enough for a keyword of 79 bytes and its NUL.
  private static let startCount = 80

  /// Reads the header of the chunk at an offset; `nil` at the end of the file and if no chunk begins there.
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

  /// Where the next chunk stands: behind length, type, data and CRC.
  var end: Int { offset + 12 + length }
}

/// Goes from chunk to chunk of a PNG by their headers and picks those that tell about the photo.
struct PNGChunkWalk {
  /// The most chunks of one file that are looked at: 512 MiB of image data in pieces of 8 KiB.
  private static let chunkLimit = 65_536
  /// The longest chunk that is picked, in bytes.
  private static let lengthLimit = 4 * 1024 * 1024
  /// The most chunks that are picked before and behind the image data.
  private static let wantedLimit = 16
  /// The bytes of a frame at least: its chunk fcTL.
  private static let frameLength = 38

  /// IHDR.
  private(set) var header: PNGChunk?
  /// PLTE.
  private(set) var palette: PNGChunk?
  /// How many frames an animation has by acTL (PNG 3rd edition, 11.3.6.1), if the file has room for as many.
  var frameCount: Int? {
    animation?.start.uint32(at: 0, .big).flatMap {
      Int($0) <= source.count / Self.frameLength ? Int($0) : nil
    }
  }
  /// What is wrong with the chunks before the image data.
  private(set) var problem: String?

  private let source: ByteSource
  private var animation: PNGChunk?
  private var wanted: [PNGChunk] = []
  private var imageData: PNGChunk?
  private var position = 8
  private var remaining = PNGChunkWalk.chunkLimit

  init(_ source: ByteSource) { self.source = source }

  /// Looks at the chunks up to the first IDAT.
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
      // Apple's tools put CgBI before IHDR in pictures of an app.
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

  /// Looks at the chunks behind the first IDAT.
  ///
  /// A file that ends before IEND is damaged in its picture, not in what is read here.
  mutating func findTrailingChunks() {
    while let chunk = next(), chunk.type != "IEND", chunk.end <= source.count {
      if chunk.type != "IDAT" { pick(chunk) }
    }
  }

  /// The chunks that were picked since the last call.
  mutating func takeWanted() -> [PNGChunk] {
    defer { wanted = [] }
    return wanted
  }

  /// The first IDAT if it is in memory already, so that its CRC can be checked without a further read.
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

/// The keywords of the texts that tell about a photo (PNG 3rd edition, 11.3.3.1; the others by custom).
enum PNGKeyword: String {
  case creationTime = "Creation Time"
  case xmp = "XML:com.adobe.xmp"
  case exifProfile = "Raw profile type exif"
  case app1Profile = "Raw profile type APP1"
  case xmpProfile = "Raw profile type xmp"
  case iptcProfile = "Raw profile type iptc"
  case photoshopProfile = "Raw profile type 8bim"

  /// A keyword as it stands in a chunk; some writers forget its capital letter.
  init?(_ bytes: Bytes) {
    guard let text = bytes.trimmedText, let first = text.first else { return nil }
    self.init(rawValue: first.uppercased() + text.dropFirst())
  }

  /// The keywords that the declared fields name.
  static let declared = DeclaredSources { source -> String? in
    if case .pngText(let keyword) = source { keyword.description } else { nil }
  }

  /// True if the text of a keyword is read.
  static func isWanted(_ keyword: Bytes) -> Bool {
    PNGKeyword(keyword) != nil || declared.places.contains { keyword == Bytes(Array($0.name.utf8)) }
  }
}
