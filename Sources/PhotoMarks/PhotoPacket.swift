import CLibZ
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The XMP packet in a photo, and the splices that replace it (ISO 16684-3). All other bytes remain, in their order.
struct PhotoPacket {
  /// The packet, or `nil` if the photo contains none.
  let bytes: [UInt8]?
  /// The segments, chunks or directory entries other than the packet, to compare.
  let others: [UInt8]
  /// The metadata of a JPEG that may refer to data after the picture.
  private let references: PictureReferences?
  private let place: Place
  private let count: Int

  private enum Place {
    /// The segment or the place for a new one.
    case jpeg(Range<Int>)
    /// The chunk or the place for a new one.
    case png(Range<Int>)
    case tiff(TIFFPlace)
  }

  /// Whether no byte of the file may move.
  private let isFixed: Bool

  /// The types of photos that can contain a packet.
  static let types: Set<PhotoFileType> = [.jpeg, .png, .tiff, .adobeDNG]

  /// - Throws: `EmbeddingProblem` if the structure of the file is damaged or unusual.
  init(_ source: ByteSource, of type: PhotoFileType) throws(EmbeddingProblem) {
    switch type {
    case .jpeg: self = try Self.jpeg(source)
    case .png: self = try Self.png(source)
    case .tiff, .adobeDNG: self = try Self.tiff(source)
    default: throw .unsupported
    }
  }

  private init(
    _ bytes: [UInt8]?, others: [UInt8], _ place: Place, isFixed: Bool, _ source: ByteSource,
    _ references: PictureReferences? = nil
  ) {
    self.isFixed = isFixed
    (self.bytes, self.others, self.place, count) = (bytes, others, place, source.count)
    self.references = references
  }

  /// A packet without properties, and with 2 KiB of padding for changes in place (ISO 16684-1, 7.3).
  static let template: [UInt8] = {
    let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 20)
    // The XML declaration isn't part of packets.
    let text = SidecarDocument.template.drop { $0 != 0x0A }.dropFirst()
    return Array(start.utf8) + text + Array("\(padding)<?xpacket end=\"w\"?>".utf8)
  }()

  /// Returns the splices that write a packet.
  func splices(writing packet: [UInt8]) throws(EmbeddingProblem) -> [Splice] {
    let splices = try splices(of: packet)
    if isFixed, splices.contains(where: { $0.bytes.count != $0.range.count }) { throw .fixed }
    return splices
  }

  private func splices(of packet: [UInt8]) throws(EmbeddingProblem) -> [Splice] {
    switch place {
    case .jpeg(let range):
      let content = Self.jpegName + packet
      guard content.count <= 65_533 else { throw .tooLarge }
      let size = UInt16(content.count + 2)
      return [Splice(range: range, bytes: [0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)] + content)]
    case .png(let range): return [Splice(range: range, bytes: Self.chunk(packet))]
    case .tiff(let place): return try place.splices(writing: packet, at: count)
    }
  }

  /// Verifies that the splices don't separate offsets in the metadata from the data that they lead to.
  ///
  /// - Throws: `EmbeddingProblem.fixed`, or `Errno` if the file can't be read.
  func checkReferences(across splices: [Splice], in file: FileDescriptor) throws {
    guard let references else { return }
    for splice in splices where splice.bytes.count != splice.range.count {
      if try references.lead(across: splice.range.upperBound, in: file, count: count) {
        throw EmbeddingProblem.fixed
      }
    }
  }

  /// Returns an edited packet with the length of the original, if its padding suffices.
  func padded(_ packet: [UInt8]) -> [UInt8] {
    guard let bytes, packet.count != bytes.count, packet.first != 0xFE, packet.first != 0xFF,
      packet.dropFirst().first != 0, packet.first != 0
    else { return packet }
    let trailer = Array("<?xpacket end=".utf8)
    var end = packet.count - trailer.count
    while end > 0, !packet[end...].starts(with: trailer) { end -= 1 }
    guard end > 0 else { return packet }
    let start = (packet[..<end].lastIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } ?? 0) + 1
    let length = end - start + bytes.count - packet.count
    guard length >= 0 else { return packet }
    return packet[..<start] + [UInt8](repeating: 0x20, count: length) + packet[end...]
  }
}

// MARK: - JPEG

extension PhotoPacket {
  private static let jpegName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let segmentLimit = 4096

  /// Examines the segments before the first scan (ITU-T T.81, B.1.1).
  private static func jpeg(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    guard source.bytes(at: 0, count: 2).array == [0xFF, 0xD8] else { throw .unusual }
    var (offset, insertion, found): (Int, Int?, Range<Int>?) = (2, nil, nil)
    var (others, blocks): ([UInt8], [Range<Int>]) = ([], [])
    for _ in 0..<segmentLimit {
      let head = source.bytes(at: offset, count: 4 + jpegName.count)
      guard head[0] == 0xFF, let marker = head[1], (0xC0...0xFE).contains(marker),
        !(0xD0...0xD9).contains(marker), let length = head.uint16(at: 2, .big), length >= 2
      else { throw .unusual }
      let end = offset + 2 + Int(length)
      guard end <= source.count else { throw .unusual }
      let isLeading = marker == 0xE0 || marker == 0xE1 && head.has("Exif\0", at: 4)
      if !isLeading, insertion == nil { insertion = offset }
      if marker == 0xDA {
        let range = found ?? (insertion ?? offset)..<(insertion ?? offset)
        let bytes = try found.map { range throws(EmbeddingProblem) in
          try packet(source, range.lowerBound + 4 + jpegName.count..<range.upperBound)
        }
        return PhotoPacket(
          bytes, others: others, .jpeg(range), isFixed: FileTrailer(source) == .afcp, source,
          PictureReferences(blocks: blocks, scan: offset))
      }
      if marker == 0xE1, head.has("http://ns.adobe.com/xap/1.0/\0", at: 4) {
        guard found == nil else { throw .several }
        found = offset..<end
      } else {
        others += [marker, UInt8(length >> 8), UInt8(length & 0xFF)]
      }
      if let start = PictureReferences.blockStart(marker, head), offset + start <= end {
        blocks.append(offset + start..<end)
      }
      offset = end
    }
    throw .unusual
  }

  private static func packet(
    _ source: ByteSource, _ range: Range<Int>
  ) throws(EmbeddingProblem) -> [UInt8] {
    guard range.count <= Sidecar.sizeLimit(.xmp),
      let found = source.allBytes(at: range.lowerBound, count: range.count)
    else { throw .tooLarge }
    return found.array
  }
}

// MARK: - PNG

extension PhotoPacket {
  private static let pngName = Array("XML:com.adobe.xmp\0".utf8)
  /// The name, no compression, no language and no translation (PNG 3rd edition, 11.3.3.4).
  private static let pngStart = pngName + [0, 0, 0, 0]
  private static let chunkLimit = 65_536

  private static func chunk(_ packet: [UInt8]) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
    let content = Array("iTXt".utf8) + pngStart + packet
    let sum = content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return big(UInt32(content.count - 4)) + content + big(UInt32(truncatingIfNeeded: sum))
  }

  private static func png(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    var (offset, insertion, found): (Int, Int?, Range<Int>?) = (8, nil, nil)
    var (others, bytes, isFixed): ([UInt8], [UInt8]?, Bool) = ([], nil, false)
    var hasIndex = false
    for _ in 0..<chunkLimit {
      let head = source.bytes(at: offset, count: 8 + pngStart.count)
      guard let length = head.uint32(at: 0, .big), length <= Int32.max,
        offset + 12 + Int(length) <= source.count
      else { throw .unusual }
      let end = offset + 12 + Int(length)
      // Apple's iDOT counts from its own position to the second half of the picture.
      if head.has("IDAT", at: 4) || head.has("iDOT", at: 4), insertion == nil { insertion = offset }
      if head.has("iTXt", at: 4), head.has("XML:com.adobe.xmp\0", at: 8) {
        guard found == nil else { throw .several }
        guard length >= pngStart.count, head.slice(at: 8, count: pngStart.count)?.array == pngStart else {
          throw .unusual
        }
        bytes = try packet(source, offset + 8 + pngStart.count..<end - 4)
        (found, isFixed) = (offset..<end, hasIndex)
      } else {
        others += head.prefixSlice(at: 0, count: 8).array
      }
      hasIndex = hasIndex || head.has("iDOT", at: 4)
      offset = end
      guard head.has("IEND", at: 4) else { continue }
      guard let insertion else { throw .unusual }
      return PhotoPacket(
        bytes, others: others, .png(found ?? insertion..<insertion), isFixed: isFixed, source)
    }
    throw .unusual
  }
}

// MARK: - TIFF

/// The first directory of a TIFF (TIFF 6.0, 2), in which tag 700 is the packet.
private struct TIFFPlace {
  static let tag: UInt16 = 700

  let order: ByteOrder
  let offset: Int
  /// The entries of 12 bytes, and the offset of the next directory.
  let entries: [[UInt8]]
  let next: [UInt8]
  /// The index of the packet's entry, and its range in the file.
  let packet: (index: Int, range: Range<Int>)?

  private func number(_ value: UInt32, size: Int) -> [UInt8] {
    let bytes = withUnsafeBytes(of: value.littleEndian, Array.init).prefix(size)
    return order == .little ? Array(bytes) : bytes.reversed()
  }

  private func entry(_ packet: [UInt8], at offset: Int) -> [UInt8] {
    // The type is BYTE.
    number(UInt32(Self.tag), size: 2) + number(1, size: 2) + number(UInt32(packet.count), size: 4)
      + number(UInt32(offset), size: 4)
  }

  func splices(writing text: [UInt8], at count: Int) throws(EmbeddingProblem) -> [Splice] {
    if let packet, packet.range.count == text.count {
      return [Splice(range: packet.range, bytes: text)]
    }
    let start = count + count % 2
    let padding = [UInt8](repeating: 0, count: start - count)
    // Directories begin on word boundaries.
    let end = start + text.count + text.count % 2
    guard text.count > 4, end + (entries.count + 1) * 12 + 6 <= UInt32.max, entries.count < UInt16.max else {
      throw .tooLarge
    }
    if let packet {
      let place = offset + 2 + packet.index * 12
      return [
        Splice(range: place..<place + 12, bytes: entry(text, at: start)),
        Splice(range: count..<count, bytes: padding + text),
      ]
    }
    var list = entries
    let index = list.firstIndex { tag(of: $0) > Self.tag } ?? list.count
    list.insert(entry(text, at: start), at: index)
    let directory = number(UInt32(list.count), size: 2) + list.joined() + next
    let filler = [UInt8](repeating: 0, count: text.count % 2)
    return [
      Splice(range: 4..<8, bytes: number(UInt32(end), size: 4)),
      Splice(range: count..<count, bytes: padding + text + filler + directory),
    ]
  }

  func tag(of entry: [UInt8]) -> UInt16 { Bytes(entry).uint16(at: 0, order) ?? 0 }
}

extension PhotoPacket {
  private static func tiff(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    let head = source.bytes(at: 0, count: 8)
    let order: ByteOrder = head.has("II") ? .little : .big
    guard head.has("II") || head.has("MM"), head.uint16(at: 2, order) == 42,
      let offset = head.uint32(at: 4, order).map({ Int($0) }), offset >= 8,
      let size = source.allBytes(at: offset, count: 2)?.uint16(at: 0, order).map({ Int($0) }), size > 0,
      let table = source.allBytes(at: offset + 2, count: size * 12 + 4)
    else { throw .unusual }
    let entries = (0..<size).map { table.prefixSlice(at: $0 * 12, count: 12).array }
    let next = table.prefixSlice(at: size * 12, count: 4).array
    func tag(_ entry: [UInt8]) -> UInt16 { Bytes(entry).uint16(at: 0, order) ?? 0 }
    // Readers may search sorted directories.
    guard zip(entries, entries.dropFirst()).allSatisfy({ tag($0) < tag($1) }) else { throw .unusual }
    var (packet, bytes): ((index: Int, range: Range<Int>)?, [UInt8]?) = (nil, nil)
    if let index = entries.firstIndex(where: { tag($0) == TIFFPlace.tag }) {
      let entry = Bytes(entries[index])
      guard let type = entry.uint16(at: 2, order), [1, 7].contains(type),
        let count = entry.uint32(at: 4, order).map({ Int($0) }), count > 4,
        let start = entry.uint32(at: 8, order).map({ Int($0) }), start >= 8, start + count <= source.count
      else { throw .unusual }
      packet = (index, start..<start + count)
      bytes = try Self.packet(source, start..<start + count)
    }
    let others = entries.filter { tag($0) != TIFFPlace.tag }.joined() + next
    let place = TIFFPlace(order: order, offset: offset, entries: entries, next: next, packet: packet)
    return PhotoPacket(
      bytes, others: Array(others), .tiff(place), isFixed: FileTrailer(source) != nil, source)
  }
}

/// Why marks can't be written into a photo.
public enum EmbeddingProblem: Error, Sendable, Hashable {
  case unsupported
  case unusual
  case several
  case tooLarge
  case fixed
  case linked
  case precedence(String)
  case deviceCaption
  case different

  var reason: String {
    switch self {
    case .unsupported: "marks can't be written into this format"
    case .unusual: "its structure is damaged or unusual"
    case .several: "it contains several XMP packets"
    case .tooLarge: "its XMP would be larger than the format allows"
    case .fixed: "its XMP can't grow, as positions of further data in it depend on it"
    case .linked: "it has several names, or is a link"
    case .precedence(let property):
      "other metadata in it, which takes precedence over XMP, also has \(property)"
    case .deviceCaption: "devices write this caption, so it would be ignored"
    case .different: "more than its marks would change"
    }
  }
}
