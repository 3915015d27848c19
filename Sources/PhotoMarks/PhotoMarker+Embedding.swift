import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

extension PhotoMarker {
  /// The maximum number of attempts if other programs modify the photo concurrently.
  private static let tries = 8

  /// Returns whether marks can be written into the file: JPEG, PNG, TIFF and DNG.
  public static func canEmbed(in asset: Asset) -> Bool { PhotoPacket.types.contains(asset.fileType) }

  /// Writes a change into a photo: into its XMP, and the tags of its Exif that take precedence, such as dates.
  ///
  /// Nothing else changes, and XMP keeps the properties of other applications. The new file is compared with the photo
  /// and read back before it replaces it. Undo restores the original bytes. A sidecar of the photo, which would override
  /// the marks, gets them too.
  ///
  /// - Parameters:
  ///   - change: The marks.
  ///   - asset: The photo.
  ///   - clock: The correction of the date, if any. A date in the sidecar precedes the photo's.
  ///   - isDryRun: `true` to return the result without writing.
  /// - Returns: The photo, and its sidecar if there is one.
  public func embed(
    _ change: MarkChange, in asset: Asset, correcting clock: ClockCorrection? = nil, isDryRun: Bool = false
  ) throws(MarkError) -> [MarkedPhoto] {
    let date = try clock.map { clock throws(MarkError) in try corrected(asset, by: clock) }
    var photo = try embedAlone(change, date, in: asset, isDryRun: isDryRun)
    photo.date = date
    let hasSidecar = try MarkError.of(asset.path) {
      try SidecarPlace.exists(for: asset, in: OpenFolder(asset.folder.path))
    }
    guard hasSidecar else { return [photo] }
    return [photo, try mark(asset, with: change, isDryRun: isDryRun) { _, _ in date }]
  }

  private func embedAlone(
    _ change: MarkChange, _ date: CorrectedDate?, in asset: Asset, isDryRun: Bool
  ) throws(MarkError) -> MarkedPhoto {
    try MarkError.of(asset.path) {
      let folder = try OpenFolder(asset.folder.path)
      try folder.lockForMarks(orThrow: .busy(sidecar: asset.path))
      defer { folder.descriptor.unlock() }
      do {
        for _ in 0..<Self.tries {
          try Task.checkCancellation()
          if let outcome = try tryEmbedding(change, date, asset, folder, isDryRun) {
            return MarkedPhoto(sidecar: asset.path, outcome: outcome)
          }
        }
        throw MarkError.busy(sidecar: asset.path)
      } catch let problem as EmbeddingProblem {
        throw MarkError.embedding(photo: asset.path, problem)
      }
    }
  }

  /// Returns `nil` if the photo was modified since it was read; it is then unchanged.
  private func tryEmbedding(
    _ change: MarkChange, _ date: CorrectedDate?, _ asset: Asset, _ folder: OpenFolder, _ isDryRun: Bool
  ) throws -> MarkedPhoto.Outcome? {
    let file = try OpenFile(asset.name, in: folder, followsLinks: false)
    guard file.status.kind == .regular, file.status.linkCount == 1 else { throw EmbeddingProblem.linked }
    let count = Int(file.status.size)
    let source = try ByteSource(file.descriptor, count: count)
    let metadata = PhotoMetadata.read(source)
    let packet = try PhotoPacket(source, of: metadata.fileType)
    let document = try SidecarDocument(packet.bytes ?? PhotoPacket.template, of: asset.path)
    let values = MarkedValues(change, of: asset, in: document, date: date) {
      metadata.values[.rating] != nil
    }
    let marks = EmbeddedMarks(
      change, values, date: date.flatMap { $0.isChanged ? $0.after : nil }, in: packet,
      known: PhotoExif(of: source)?.fields, size: metadata.pixelSize)
    guard !marks.isEmpty else { return .unchanged }
    let text = packet.padded(try document.changing(values.properties).bytes)
    let splices = try packet.splices(writing: text, marks.exif)
    try packet.checkReferences(across: splices, in: file.descriptor)
    if isDryRun { return .changed }
    let pending = try PendingFile(in: folder, replacing: asset.name)
    let inverse = try splices.write(file.descriptor, count, to: pending.descriptor)
    try EmbeddingCheck(
      old: (file.descriptor, metadata, packet), splices, new: pending.descriptor, text: text, marks
    ).check()
    // The date of a photo without another one remains.
    if asset.date?.source == .file { try pending.descriptor.setModified(file.status.modified) }
    let entry = EmbeddingEntry(
      photo: asset.path, before: try FileCopier.checksum(of: file.descriptor).checksum,
      after: try FileCopier.checksum(of: pending.descriptor).checksum, inverse: inverse)
    guard try folder.status(of: asset.name) == file.status else { return nil }
    try record(.embedding(entry))
    guard try folder.status(of: asset.name) == file.status else { return nil }
    try pending.finish(as: asset.name, .replacing, durability: .content)
    return withExtendedLifetime(file) { .changed }
  }
}

/// Compares a photo with its copy that has other marks.
private struct EmbeddingCheck {
  let old: (file: FileDescriptor, metadata: PhotoMetadata, packet: PhotoPacket)
  let splices: [Splice]
  let new: FileDescriptor
  let text: [UInt8]
  let marks: EmbeddedMarks

  init(
    old: (FileDescriptor, PhotoMetadata, PhotoPacket), _ splices: [Splice], new: FileDescriptor,
    text: [UInt8], _ marks: EmbeddedMarks
  ) {
    (self.old, self.splices, self.new, self.text, self.marks) = (old, splices, new, text, marks)
  }

  /// - Throws: `EmbeddingProblem` if anything else differs, or if the marks don't read back.
  func check() throws {
    let count = Int(try FileStatus(new).size)
    let source = try ByteSource(new, count: count)
    let packet = try PhotoPacket(source, of: old.metadata.fileType)
    guard packet.bytes == text,
      packet.others(than: marks.changedTags) == old.packet.others(than: marks.changedTags),
      try checksumOfRest(old.file, isNew: false) == checksumOfRest(new, isNew: true)
    else { throw EmbeddingProblem.different }
    guard try previews(old.file) == previews(new) else { throw EmbeddingProblem.different }
    let metadata = PhotoMetadata.read(source)
    try marks.check(in: metadata)
    // A film at the end of the photo moves.
    let growth = splices.reduce(0) { $0 + $1.bytes.count - $1.range.count }
    let film = old.metadata.values[.motionOffset]?.number
    guard metadata.values[.motionOffset]?.number == film.map({ $0 + Double(growth) }) else {
      throw EmbeddingProblem.different
    }
    guard marks.rest(of: metadata) == marks.rest(of: old.metadata) else { throw EmbeddingProblem.different }
  }

  /// Returns the checksums of the previews that a JPEG's metadata locates. In other formats no bytes move.
  private func previews(_ file: FileDescriptor) throws -> [UInt64] {
    guard old.metadata.fileType == .jpeg else { return [] }
    let source = try ByteSource(file, count: Int(try FileStatus(file).size))
    return try CameraPreviews.allRanges(in: source).map { range in
      var checksum = Checksum()
      try FileCopier.forEachChunk(of: file, from: Int64(range.lowerBound), upTo: Int64(range.upperBound)) {
        checksum.add($0)
      }
      return checksum.value
    }
  }

  /// Returns the checksum of the bytes that the splices don't replace.
  private func checksumOfRest(_ file: FileDescriptor, isNew: Bool) throws -> UInt64 {
    var checksum = Checksum()
    var (start, shift) = (0, 0)
    let sorted = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for splice in sorted {
      let end = splice.range.lowerBound
      try FileCopier.forEachChunk(of: file, from: Int64(start + shift), upTo: Int64(end + shift)) {
        checksum.add($0)
      }
      start = splice.range.upperBound
      if isNew { shift += splice.bytes.count - splice.range.count }
    }
    try FileCopier.forEachChunk(of: file, from: Int64(start + shift)) { checksum.add($0) }
    return checksum.value
  }
}

/// A journal entry of marks in a photo, written before the photo is replaced.
struct EmbeddingEntry: Equatable {
  let photo: FilePath
  /// The checksums of the original and the new file.
  let before: UInt64
  let after: UInt64
  let inverse: [Splice]

  /// Restores the original bytes.
  ///
  /// - Returns: `nil` if the photo has them.
  func takeBack() throws(MarkError) -> MarkedPhoto? {
    guard let last = photo.lastComponent else { return nil }
    return try MarkError.of(photo) {
      let folder = try OpenFolder(photo.removingLastComponent())
      try folder.lockForMarks(orThrow: .busy(sidecar: photo))
      defer { folder.descriptor.unlock() }
      let name = FileName(last)
      guard try folder.status(of: name) != nil else { throw MarkError.gone(sidecar: photo) }
      let file = try OpenFile(name, in: folder, followsLinks: false)
      guard file.status.kind == .regular else { throw MarkError.changedSince(sidecar: photo) }
      let checksum = try FileCopier.checksum(of: file.descriptor).checksum
      if checksum == before { return nil }
      guard checksum == after else { throw MarkError.changedSince(sidecar: photo) }
      let pending = try PendingFile(in: folder, replacing: name)
      _ = try inverse.write(file.descriptor, Int(file.status.size), to: pending.descriptor)
      guard try FileCopier.checksum(of: pending.descriptor).checksum == before,
        try folder.status(of: name) == file.status
      else { throw MarkError.changedSince(sidecar: photo) }
      try pending.descriptor.setModified(file.status.modified)
      try pending.finish(as: name, .replacing, durability: .content)
      return MarkedPhoto(sidecar: photo, outcome: .restored)
    }
  }
}

extension [Splice] {
  /// Copies a file with all ranges replaced.
  ///
  /// - Returns: The splices that revert it.
  fileprivate func write(
    _ source: FileDescriptor, _ count: Int, to target: FileDescriptor
  ) throws -> [Splice] {
    var (end, inverse, length) = (0, [Splice](), 0)
    func copy(upTo limit: Int) throws {
      try FileCopier.forEachChunk(of: source, from: Int64(end), upTo: Int64(limit)) { chunk in
        _ = try target.writeAll(chunk)
        length += chunk.count
      }
    }
    for splice in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard splice.range.lowerBound >= end, splice.range.upperBound <= count else {
        throw EmbeddingProblem.unusual
      }
      try copy(upTo: splice.range.lowerBound)
      var replaced: [UInt8] = []
      try FileCopier.forEachChunk(
        of: source, from: Int64(splice.range.lowerBound), upTo: Int64(splice.range.upperBound)
      ) { replaced += $0 }
      inverse.append(Splice(range: length..<length + splice.bytes.count, bytes: replaced))
      _ = try target.writeAll(splice.bytes)
      length += splice.bytes.count
      end = splice.range.upperBound
    }
    try copy(upTo: count)
    return inverse
  }
}
