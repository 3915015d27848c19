import PhotoFiles

extension PhotoMetadata {
  /// Takes in what the sidecars of a photo say.
  ///
  /// What XMP says goes before what the file says, field by field; of several packets the first that says something
  /// counts. What Google Photos knows fills in what neither says.
  ///
  /// - Parameters:
  ///   - sidecars: those that have the first say first, under their names.
  ///   - name: the name of the photo.
  package mutating func take(_ sidecars: [(name: FileName, sidecar: Sidecar)], of name: FileName) {
    for case (let file, .packet(let packet)) in sidecars.reversed()
    where packet.isMeant(for: name, of: fileType, under: file) {
      replace(with: packet)
    }
    for case (_, .takeout(let record)) in sidecars { complete(with: record) }
    if sidecars.contains(where: { $0.sidecar == .editList }) { values[.edited] = .flag(true) }
  }

  private mutating func replace(with packet: XMPFields) {
    captureDate = packet.captureDate ?? captureDate
    location = packet.location ?? location
    // A container that turns its own picture does so whatever metadata say.
    if fileType != .heic, fileType != .avif, fileType.mediaType != .video {
      orientation = packet.orientation ?? orientation
    }
    for (field, value) in packet.findings.values { values[field] = value }
  }

  private mutating func complete(with record: TakeoutRecord) {
    captureDate = captureDate ?? record.date
    location = location ?? record.location
    for (field, value) in record.findings.values where values[field] == nil { values[field] = value }
  }
}

extension XMPFields {
  /// True if an XMP file belongs to a photo: `IMG.CR2.xmp` says so by its name; `IMG.xmp` tells the extension of the file
  /// to which it belongs (XMP part 3, photoshop:SidecarForExtension), and belongs to a RAW if it does not.
  package func isMeant(for photo: FileName, of type: PhotoFileType, under name: FileName) -> Bool {
    let stem = photo.stem
    guard stem.count < photo.bytes.count, name.dropping(.xmp).bytes == stem else { return true }
    guard let wanted = sidecarExtension else { return type.format == .raw }
    return wanted.lowercased() == photo.lowercasedExtension
  }

  /// The date of the photo, from the first property that has one.
  fileprivate var captureDate: CaptureDate? {
    dateTimeOriginal?.captureDate(.xmpDateTimeOriginal) ?? dateCreated?.captureDate(.xmpDateCreated)
      ?? createDate?.captureDate(.xmpCreateDate)
  }
}
