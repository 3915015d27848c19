import CLibZ
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The XMP packet and the Exif block in a photo, and the splices that change them (ISO 16684-3; Exif 2.32, 4.5). All other
/// bytes remain, in their order.
struct PhotoPacket {
  /// The packet, or `nil` if the photo contains none.
  let bytes: [UInt8]?
  private let form: Form
  private let source: ByteSource
  /// The segments or chunks other than packet and Exif, to compare.
  private let parts: [UInt8]
  /// The metadata of a JPEG that may refer to data after the picture.
  private let references: PictureReferences?
  /// Whether no byte of the file may move.
  private let isFixed: Bool

  /// A segment or chunk in a file, or the empty range of its insertion point, and the content after its head.
  struct Part {
    var range: Range<Int>
    var content: Range<Int>?
    /// Whether the bytes after it may not move.
    var isFixed = false
  }

  private enum Form {
    case jpeg(packet: Part, exif: Part, hasProfile: Bool)
    case png(packet: Part, exif: Part)
    case tiff(TIFFEditor)
  }

  /// The types of photos that can contain a packet.
  static let types: Set<PhotoFileType> = [.jpeg, .png, .tiff, .adobeDNG]

  /// - Throws: `EmbeddingProblem` if the structure of the file is invalid or unusual.
  init(_ source: ByteSource, of type: PhotoFileType) throws(EmbeddingProblem) {
    switch type {
    case .jpeg: self = try Self.jpeg(source)
    case .png: self = try Self.png(source)
    case .tiff, .adobeDNG: self = try Self.tiff(source)
    default: throw .unsupported
    }
  }

  private init(
    _ bytes: [UInt8]?, _ form: Form, _ source: ByteSource, parts: [UInt8] = [], isFixed: Bool,
    _ references: PictureReferences? = nil
  ) {
    (self.bytes, self.form, self.source, self.parts) = (bytes, form, source, parts)
    (self.isFixed, self.references) = (isFixed, references)
  }

  /// A packet without properties, and with 2 KiB of padding for changes in place (ISO 16684-1, 7.3).
  static let template: [UInt8] = {
    let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 20)
    // The XML declaration isn't part of packets.
    let text = SidecarDocument.template.drop { $0 != 0x0A }.dropFirst()
    return Array(XMPPacket.start.utf8) + text + Array((padding + XMPPacket.end).utf8)
  }()

  // MARK: Exif

  /// The Exif of the photo, or `nil` if it contains no Exif that can be changed.
  var exif: TIFFEditor? {
    switch form {
    case .jpeg(_, let exif, _), .png(_, let exif):
      exif.content.flatMap { try? TIFFEditor(ByteSource(source, at: $0.lowerBound, count: $0.count)) }
    case .tiff(let editor): editor
    }
  }

  /// Whether the photo has Exif, or can get a block of it.
  var canHaveExif: Bool {
    if case .png(_, let exif) = form { exif.content != nil } else { true }
  }

  /// The tags that new Exif of a JPEG needs besides marks; empty if the photo has Exif.
  func requiredTags(for size: PixelSize?) -> [ExifChange] {
    guard case .jpeg(_, let part, let hasProfile) = form else { return [] }
    let required = ExifChange.required(size: size, isSRGB: !hasProfile, exif?.order ?? .big)
    if part.content == nil { return required }
    guard let exif, !exif.has(.exif) else { return [] }
    return required.filter { $0.kind == .exif }
  }

  /// The segments, chunks or directory entries that changes of some tags preserve, to compare.
  func others(than changed: Set<ExifPlace>) -> [UInt8] {
    switch form {
    case .jpeg(_, let exif, _), .png(_, let exif):
      // Unchanged Exif is compared byte by byte.
      guard !changed.isEmpty, exif.content != nil else { return parts }
      return parts + (self.exif?.others(than: changed) ?? [])
    case .tiff(let editor): return editor.others(than: changed.union([Self.packetPlace]))
    }
  }

  private static let packetPlace = ExifPlace(.image, ExifTag.xmp)

  // MARK: Splices

  /// Returns the splices that write a packet and change Exif.
  func splices(writing packet: [UInt8], _ changes: [ExifChange]) throws(EmbeddingProblem) -> [Splice] {
    let splices = try splices(of: packet, changes)
    let isMoving = splices.contains { $0.bytes.count != $0.range.count }
    if isFixed, isMoving { throw .fixed }
    return splices
  }

  private func splices(of packet: [UInt8], _ changes: [ExifChange]) throws(EmbeddingProblem) -> [Splice] {
    var splices: [Splice]
    switch form {
    case .jpeg(let part, let exif, _):
      guard packet.count <= JPEGSegment.xmp.limit else { throw .tooLarge }
      splices = try exifSplices(changes, exif)
      if packet != bytes { splices.append(Splice(range: part.range, bytes: JPEGSegment.xmp.with(packet))) }
    case .png(let part, let exif):
      splices = try exifSplices(changes, exif)
      if packet != bytes {
        let chunk = Splice(range: part.range, bytes: PNGPart.chunk("iTXt", PNGPart.packetStart + packet))
        if part.isFixed, chunk.bytes.count != chunk.range.count { throw .fixed }
        splices.append(chunk)
      }
    case .tiff(let editor):
      let known = editor.place(of: ExifTag.xmp, in: .image)
      let value = TIFFValue.packet(packet, as: known?.type)
      splices = try Self.making(changes + [ExifChange(.image, ExifTag.xmp, value)], editor)
    }
    return splices.merged
  }

  private static func making(
    _ changes: [ExifChange], _ editor: TIFFEditor
  ) throws(EmbeddingProblem) -> [Splice] {
    do throws(TIFFEditor.Problem) {
      return try editor.splices(making: changes)
    } catch {
      throw error == .tooLarge ? .tooLarge : .unusual
    }
  }

  /// The splices of the Exif segment or chunk.
  private func exifSplices(_ changes: [ExifChange], _ part: Part) throws(EmbeddingProblem) -> [Splice] {
    guard !changes.isEmpty else { return [] }
    guard let content = part.content else {
      guard case .jpeg = form, let block = ExifLayout.block(of: changes) else { throw .unusual }
      return [Splice(range: part.range, bytes: JPEGSegment.exif.with(block))]
    }
    guard let exif else { throw .unusual }
    let inner = try Self.making(changes, exif)
    var splices = inner.map {
      Splice(
        range: $0.range.lowerBound + content.lowerBound..<$0.range.upperBound + content.lowerBound,
        bytes: $0.bytes)
    }
    let growth = inner.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    if growth > 0, part.isFixed { throw .fixed }
    if case .png = form {
      guard let old = source.allBytes(at: content.lowerBound, count: content.count)?.array,
        let new = inner.applied(to: old)?.bytes
      else { throw .unusual }
      let chunk = PNGPart.chunk("eXIf", new)
      splices.append(
        Splice(range: part.range.lowerBound..<part.range.lowerBound + 4, bytes: Array(chunk.prefix(4))))
      splices.append(
        Splice(range: content.upperBound..<content.upperBound + 4, bytes: Array(chunk.suffix(4))))
    } else if growth > 0 {
      guard let size = UInt16(exactly: part.range.count - 2 + growth) else { throw .tooLarge }
      let place = part.range.lowerBound + 2
      splices.append(Splice(range: place..<place + 2, bytes: [UInt8(size >> 8), UInt8(size & 0xFF)]))
    }
    return splices
  }

  /// Verifies that the splices don't separate offsets in the metadata from the data that they lead to.
  ///
  /// - Throws: `EmbeddingProblem.fixed`, or `Errno` if the file can't be read.
  func checkReferences(across splices: [Splice], in file: FileDescriptor) throws {
    guard let references else { return }
    for splice in splices where splice.bytes.count != splice.range.count {
      if try references.lead(across: splice.range.upperBound, in: file, count: source.count) {
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
  private static let segmentLimit = 4096

  /// Examines the segments before the first scan (ITU-T T.81, B.1.1).
  private static func jpeg(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    guard source.bytes(at: 0, count: 2).array == [0xFF, 0xD8] else { throw .unusual }
    let (xmpName, exifName) = (JPEGSegment.xmp.name, JPEGSegment.exif.name)
    var (offset, insertion, exifInsertion) = (2, Int?.none, 2)
    var (packet, exif, parts, hasProfile) = (Part?.none, Part?.none, [UInt8](), false)
    var blocks: [Range<Int>] = []
    for _ in 0..<segmentLimit {
      let head = source.bytes(at: offset, count: 4 + xmpName.count)
      guard head[0] == 0xFF, let marker = head[1], (0xC0...0xFE).contains(marker),
        !(0xD0...0xD9).contains(marker), let length = head.uint16(at: 2, .big), length >= 2
      else { throw .unusual }
      let end = offset + 2 + Int(length)
      guard end <= source.count else { throw .unusual }
      let isExif = marker == 0xE1 && head.has("Exif\0", at: 4)
      if marker != 0xE0, !isExif, insertion == nil { insertion = offset }
      if marker == 0xE0, offset == exifInsertion { exifInsertion = end }
      if marker == 0xDA {
        let place = insertion ?? offset
        let part = packet ?? Part(range: place..<place)
        return PhotoPacket(
          try part.content.map { range throws(EmbeddingProblem) in try Self.packet(source, range) },
          .jpeg(
            packet: part, exif: exif ?? Part(range: exifInsertion..<exifInsertion), hasProfile: hasProfile),
          source, parts: parts, isFixed: FileTrailer(source) == .afcp,
          PictureReferences(blocks: blocks, scan: offset))
      }
      if marker == 0xE1, head.slice(at: 4, count: xmpName.count)?.array == xmpName {
        guard packet == nil else { throw .several }
        packet = Part(range: offset..<end, content: offset + 4 + xmpName.count..<end)
      } else if isExif, exif == nil, end >= offset + 4 + exifName.count {
        exif = Part(range: offset..<end, content: offset + 4 + exifName.count..<end)
      } else {
        parts += [marker, UInt8(length >> 8), UInt8(length & 0xFF)]
      }
      hasProfile = hasProfile || marker == 0xE2 && head.has("ICC_PROFILE\0", at: 4)
      if let start = PictureReferences.blockStart(marker, head), offset + start <= end {
        blocks.append(offset + start..<end)
      }
      offset = end
    }
    throw .unusual
  }

  private static func packet(_ source: ByteSource, _ range: Range<Int>) throws(EmbeddingProblem) -> [UInt8] {
    guard range.count <= Sidecar.sizeLimit(.xmp),
      let found = source.allBytes(at: range.lowerBound, count: range.count)
    else { throw .tooLarge }
    return found.array
  }
}

// MARK: - PNG

private enum PNGPart {
  /// The name, no compression, no language and no translation (PNG 3rd edition, 11.3.3.4).
  static let packetStart = Array("XML:com.adobe.xmp\0".utf8) + [0, 0, 0, 0]

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    let sum = content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return ByteOrder.big.bytes(of: UInt32(data.count)) + content
      + ByteOrder.big.bytes(of: UInt32(truncatingIfNeeded: sum))
  }
}

extension PhotoPacket {
  private static let chunkLimit = 65_536

  private static func png(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    let start = PNGPart.packetStart
    var (offset, insertion, packet, exif) = (8, Int?.none, Part?.none, Part?.none)
    var (parts, hasIndex) = ([UInt8](), false)
    for _ in 0..<chunkLimit {
      let head = source.bytes(at: offset, count: 8 + start.count)
      guard let length = head.uint32(at: 0, .big), length <= Int32.max,
        offset + 12 + Int(length) <= source.count
      else { throw .unusual }
      let end = offset + 12 + Int(length)
      // Apple's iDOT counts from its own position to the second half of the picture.
      if head.has("IDAT", at: 4) || head.has("iDOT", at: 4), insertion == nil { insertion = offset }
      if head.has("iTXt", at: 4), head.has("XML:com.adobe.xmp\0", at: 8) {
        guard packet == nil else { throw .several }
        guard length >= start.count, head.slice(at: 8, count: start.count)?.array == start else {
          throw .unusual
        }
        packet = Part(range: offset..<end, content: offset + 8 + start.count..<end - 4, isFixed: hasIndex)
      } else if head.has("eXIf", at: 4), exif == nil {
        exif = Part(range: offset..<end, content: offset + 8..<end - 4, isFixed: hasIndex)
      } else {
        parts += head.prefixSlice(at: 0, count: 8).array
      }
      hasIndex = hasIndex || head.has("iDOT", at: 4)
      offset = end
      guard head.has("IEND", at: 4) else { continue }
      guard let insertion else { throw .unusual }
      let place = Part(range: insertion..<insertion)
      return PhotoPacket(
        try packet?.content.map { range throws(EmbeddingProblem) in try Self.packet(source, range) },
        .png(packet: packet ?? place, exif: exif ?? place), source, parts: parts, isFixed: false)
    }
    throw .unusual
  }
}

// MARK: - TIFF

extension PhotoPacket {
  /// Tag 700 of the first directory is the packet.
  private static func tiff(_ source: ByteSource) throws(EmbeddingProblem) -> PhotoPacket {
    let editor: TIFFEditor
    do throws(TIFFEditor.Problem) { editor = try TIFFEditor(source) } catch { throw .unusual }
    var bytes: [UInt8]?
    if editor.has(ExifTag.xmp, in: .image) {
      guard let (type, range) = editor.place(of: ExifTag.xmp, in: .image), [.byte, .undefined].contains(type)
      else { throw .unusual }
      bytes = try packet(source, range)
    }
    return PhotoPacket(bytes, .tiff(editor), source, isFixed: FileTrailer(source) != nil)
  }
}

extension [Splice] {
  /// The splices in their order, with an insertion joined to the replacement that follows it.
  fileprivate var merged: [Splice] {
    var merged: [Splice] = []
    let sorted = sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for splice in sorted {
      if let last = merged.last, last.range.isEmpty, last.range.upperBound == splice.range.lowerBound {
        merged[merged.count - 1] = Splice(range: splice.range, bytes: last.bytes + splice.bytes)
      } else {
        merged.append(splice)
      }
    }
    return merged
  }
}
