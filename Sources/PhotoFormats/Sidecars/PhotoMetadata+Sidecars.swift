import PhotoFiles

extension PhotoMetadata {
  /// Adds what the sidecars of a photo contain.
  ///
  /// XMP overrides the file field by field, and the first of several packets applies. Google Takeout only adds what
  /// neither has.
  ///
  /// - Parameter sidecars: the sidecars with their names, in order of priority.
  package mutating func take(_ sidecars: [(name: FileName, sidecar: Sidecar)], of name: FileName) {
    for case (let file, .packet(let packet)) in sidecars.reversed()
    where packet.isMeant(for: name, of: fileType, under: file) {
      replace(with: packet)
    }
    for case (_, .takeout(let record)) in sidecars { complete(with: record) }
    if sidecars.contains(where: { $0.sidecar == .editList }) { values[.edited] = .flag(true) }
  }

  /// Ignores the orientation: decoders, and the thumbnails that all programs share, turn pictures by their own files.
  private mutating func replace(with packet: XMPFields) {
    captureDate = packet.captureDate ?? captureDate
    location = packet.location ?? location
    // An explicit 0 removes a rating in the file.
    for (field, value) in packet.findings.all { values[field] = value }
  }

  private mutating func complete(with record: TakeoutRecord) {
    captureDate = captureDate ?? record.date
    location = location ?? record.location
    for (field, value) in record.findings.values where values[field] == nil { values[field] = value }
  }
}

extension XMPFields {
  /// Whether an XMP file belongs to a photo: `IMG.CR2.xmp` does by its name; `IMG.xmp` names the extension of its file
  /// (XMP part 3, photoshop:SidecarForExtension), otherwise belongs to RAW.
  package func isMeant(for photo: FileName, of type: PhotoFileType, under name: FileName) -> Bool {
    let photo = photo.composed
    let stem = photo.stem
    guard stem.count < photo.bytes.count, name.composed.dropping(.xmp).bytes == stem else { return true }
    guard let wanted = sidecarExtension else { return type.format == .raw }
    return wanted.lowercased() == photo.lowercasedExtension
  }

  fileprivate var captureDate: CaptureDate? {
    dateTimeOriginal?.captureDate(.xmpDateTimeOriginal) ?? dateCreated?.captureDate(.xmpDateCreated)
      ?? createDate?.captureDate(.xmpCreateDate)
  }
}
