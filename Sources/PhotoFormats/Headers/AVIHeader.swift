/// Reads AVI (Microsoft, "AVI RIFF File Reference"): size, duration, codec, sound, and the date and program of RIFF.
enum AVIHeader: HeaderReader {
  private static let streamLimit = 64
  private static let textLimit = 1024
  private static let headerLimit = 4096

  static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = .avi
    var found = Findings()
    // The size in the RIFF header is ignored: chunks extend to the end of the file.
    for chunk in RIFFChunks(source, 12..<source.count) {
      switch chunk.listType {
      case "hdrl": found.readHeaders(source, chunk.range)
      case "INFO": found.readTexts(source, chunk.range)
      default: found.readText(source, chunk)
      }
    }
    let shown = found.streams.first { $0.kind == "vids" }
    fields.pixelSize = shown?.pixelSize ?? found.main?.pixelSize
    fields.findings.offer(shown?.codec.map(FieldValue.text), for: .codec)
    fields.findings.offer((shown?.rate ?? found.main?.rate).map(FieldValue.number), for: .frameRate)
    fields.findings.offer((shown?.seconds ?? found.main?.seconds).map(FieldValue.number), for: .duration)
    if found.streams.contains(where: { $0.kind == "auds" }) {
      fields.findings.offer(.flag(true), for: .audio)
    }
    fields.findings.offer(found.program.map(FieldValue.text), for: .software)
    fields.containerDate = found.date.flatMap { RIFFDate.read($0) }?.captureDate(.riffDateTimeOriginal)
    if fields.pixelSize == nil { throw HeaderDamage("no stream of pictures with a size") }
  }

  private struct Findings {
    var main: MainHeader?
    var streams: [Stream] = []
    var date: String?
    var program: String?

    mutating func readHeaders(_ source: ByteSource, _ range: Range<Int>) {
      for chunk in RIFFChunks(source, range) {
        if chunk.type == "avih" {
          main = MainHeader(source.bytes(at: chunk.range.lowerBound, count: min(chunk.range.count, 56)))
        } else if chunk.listType == "strl", streams.count < AVIHeader.streamLimit {
          streams.append(Stream(source, chunk.range))
        } else {
          readText(source, chunk)
        }
      }
    }

    mutating func readTexts(_ source: ByteSource, _ range: Range<Int>) {
      for chunk in RIFFChunks(source, range) { readText(source, chunk) }
    }

    mutating func readText(_ source: ByteSource, _ chunk: RIFFChunk) {
      guard chunk.type == "IDIT" && date == nil || chunk.type == "ISFT" && program == nil else { return }
      let count = min(chunk.range.count, AVIHeader.textLimit)
      let text = source.bytes(at: chunk.range.lowerBound, count: count).trimmedText
      if chunk.type == "IDIT" { date = text } else { program = text }
    }
  }

  /// AVIMAINHEADER.
  private struct MainHeader {
    let pixelSize: PixelSize?
    let rate: Double?
    let seconds: Double?

    init(_ bytes: Bytes) {
      pixelSize = PixelSize(width: bytes.uint32(at: 32, .little), height: bytes.uint32(at: 36, .little))
      let interval = bytes.uint32(at: 0, .little).flatMap { $0 > 0 ? Double($0) / 1e6 : nil }
      rate = interval.map { 1 / $0 }
      let pictures = bytes.uint32(at: 16, .little).flatMap { $0 > 0 ? Double($0) : nil }
      seconds = interval.flatMap { interval in pictures.map { $0 * interval } }
    }
  }

  /// AVISTREAMHEADER and BITMAPINFOHEADER.
  private struct Stream {
    /// `vids` for video, `auds` for sound.
    private(set) var kind: FourCC?
    private(set) var codec: String?
    private(set) var pixelSize: PixelSize?
    private(set) var rate: Double?
    private(set) var seconds: Double?

    init(_ source: ByteSource, _ range: Range<Int>) {
      for chunk in RIFFChunks(source, range) {
        let bytes = source.bytes(
          at: chunk.range.lowerBound, count: min(chunk.range.count, AVIHeader.headerLimit))
        switch chunk.type {
        case "strh": readHeader(bytes)
        case "strf" where kind == "vids": readFormat(bytes)
        default: break
        }
      }
    }

    private mutating func readHeader(_ bytes: Bytes) {
      kind = bytes.fourCC(at: 0)
      codec = Self.name(bytes, at: 4)
      guard let scale = bytes.uint32(at: 20, .little), let units = bytes.uint32(at: 24, .little), scale > 0,
        units > 0
      else { return }
      rate = Double(units) / Double(scale)
      seconds = bytes.uint32(at: 32, .little).flatMap { count in
        count > 0 ? Double(count) * Double(scale) / Double(units) : nil
      }
    }

    private mutating func readFormat(_ bytes: Bytes) {
      codec = Self.name(bytes, at: 16) ?? codec
      // The height is negative if the top row comes first.
      if let width = bytes.uint32(at: 4, .little), let height = bytes.uint32(at: 8, .little) {
        pixelSize = PixelSize(width: width, height: Int32(bitPattern: height).magnitude)
      }
    }

    /// A code of four letters; `nil` for numbers, which mean uncompressed.
    private static func name(_ bytes: Bytes, at offset: Int) -> String? {
      let name = bytes.fourCC(at: offset)?.description
      return name?.contains("?") == false ? name : nil
    }
  }
}

/// Dates of the chunk `IDIT`: `Mon Mar 10 15:04:43 2003`, `2005/11/28/ 09:19`, `2001/ 1/27  1:42PM`,
/// `2002-12-16  15:35:01`.
enum RIFFDate {
  private static let months = EnglishNames.months.map { $0.prefix(3).lowercased() }

  static func read(_ text: String) -> DateText? {
    let words = text.lowercased().split { !("a"..."z").contains($0) }
    let numbers = text.split { !("0"..."9").contains($0) }.map { Int($0) ?? -1 }
    let month = words.lazy.compactMap { word in months.firstIndex { word.hasPrefix($0) } }.first
    let parts: [Int]
    if let month, numbers.count >= 5 {
      parts = [numbers[4], month + 1, numbers[0], numbers[1], numbers[2], numbers[3]]
    } else if month == nil, numbers.count >= 5 {
      parts = Array(numbers.prefix(6)) + (numbers.count == 5 ? [0] : [])
    } else {
      return nil
    }
    let isAfternoon = words.contains("pm") && parts[3] < 12
    return CivilTime(
      year: parts[0], month: parts[1], day: parts[2], hour: isAfternoon ? parts[3] + 12 : parts[3],
      minute: parts[4], second: parts[5]
    ).map { DateText(time: $0) }
  }
}
