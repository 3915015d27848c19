import PhotoFiles
import PhotoFormats
import SystemPackage

/// A sidecar that is about to be written.
struct SidecarEdit {
  let place: SidecarPlace
  let document: XMPDocument
  /// The properties that change.
  let values: MarkedValues
  /// The photo, if a new sidecar has to say to which it belongs.
  let photo: FileName?
}

/// Writes sidecars whole or not at all.
enum SidecarWriter {
  /// How often a sidecar is read again if another program wrote it meanwhile.
  private static let tries = 8
  /// How long a change waits for those of other processes.
  private static let patience = Duration.seconds(20)

  /// Reads a document.
  ///
  /// - Throws: `MarkError`.
  static func document(_ bytes: [UInt8], _ path: FilePath) throws(MarkError) -> XMPDocument {
    do throws(XMPDocument.Failure) {
      return try XMPDocument(bytes)
    } catch {
      if bytes.isEmpty { throw .unavailable(reason: error.reason) }
      throw .damaged(sidecar: path, reason: error.reason)
    }
  }

  /// Reads, changes and writes a sidecar, anew if it was written meanwhile.
  ///
  /// - Parameters:
  ///   - path: that of the folder.
  ///   - willWrite: called with the new bytes before they are written.
  /// - Throws: `Errno`, `MarkError`, or what the closures throw.
  static func update(
    in folder: OpenFolder, at path: FilePath, _ read: () throws -> SidecarEdit,
    willWrite: (SidecarEdit, [UInt8]) throws -> Void
  ) throws -> MarkedPhoto {
    try lock(folder, path)
    defer { folder.descriptor.unlock() }
    var sidecar = path
    for _ in 0..<tries {
      try Task.checkCancellation()
      let edit = try read()
      sidecar = path.appending(edit.place.name)
      guard !edit.values.steps.isEmpty else { return MarkedPhoto(sidecar: sidecar, outcome: .unchanged) }
      let bytes = try changed(edit, sidecar)
      try willWrite(edit, bytes)
      if try write(bytes, edit.place, in: folder, at: path) {
        return MarkedPhoto(sidecar: sidecar, outcome: edit.place.existing == nil ? .made : .changed)
      }
    }
    throw MarkError.busy(sidecar: sidecar)
  }

  /// Keeps other processes that mark photos of a folder waiting; other programs know nothing of it.
  private static func lock(_ folder: OpenFolder, _ path: FilePath) throws(MarkError) {
    do throws(Errno) {
      try folder.descriptor.lock(.exclusive, within: patience)
    } catch .wouldBlock {
      throw .busy(sidecar: path)
    } catch {
      // Not every file system locks folders. What another process writes meanwhile is still seen before the last step.
    }
  }

  /// The bytes of a sidecar after a change.
  private static func changed(_ edit: SidecarEdit, _ sidecar: FilePath) throws(MarkError) -> [UInt8] {
    do throws(XMPDocument.Failure) {
      for step in edit.values.steps { try edit.document.set(step.property, to: step.after) }
      try edit.document.set(
        .metadataDate, to: [UniversalTime(CivilTime(seconds: FileStatus.Time.now.seconds)).iso8601])
      if edit.place.existing == nil, let photo = edit.photo, edit.place.name.bytes.count <= photo.bytes.count
      {
        try edit.document.set(
          .sidecarExtension,
          to: [String(decoding: photo.bytes.dropFirst(photo.stem.count + 1), as: UTF8.self)])
      }
      return try edit.document.xml
    } catch {
      throw .damaged(sidecar: sidecar, reason: error.reason)
    }
  }

  /// Writes a sidecar unless it changed since it was read; false if it did.
  private static func write(
    _ bytes: [UInt8], _ place: SidecarPlace, in folder: OpenFolder, at path: FilePath
  ) throws -> Bool {
    let file: PendingFile
    do {
      file = try PendingFile(in: folder, mode: 0o666 & (place.existing?.status.permissions ?? 0o666))
      if let existing = place.existing { AtomicFile.keepAccess(of: existing.status, for: file.descriptor) }
      try file.write(bytes)
    } catch let error as Errno {
      throw MarkError.unwritable(folder: path, error)
    }
    return try finish(file, place, in: folder)
  }

  /// Gives a written sidecar its name unless another one came in between; false if one did.
  private static func finish(
    _ file: PendingFile, _ place: SidecarPlace, in folder: OpenFolder
  ) throws(Errno) -> Bool {
    if let existing = place.existing {
      guard try folder.status(of: place.name) == existing.status else { return false }
      try file.finish(as: place.name, .replacing, durability: .content)
      return true
    }
    do throws(Errno) {
      try file.finish(as: place.name, .exclusively, durability: .content)
      return true
    } catch .fileExists {
      // A file is read then; whatever else has the name stays.
      guard try folder.status(of: place.name)?.kind == .regular else { throw .fileExists }
      return false
    }
  }
}
