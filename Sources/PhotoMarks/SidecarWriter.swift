import PhotoFiles
import PhotoFormats
import SystemPackage

struct SidecarEdit {
  enum Change {
    case none
    case write([UInt8])
    case remove
  }

  let place: SidecarPlace
  let change: Change
  var entry: MarkEntry?

  /// The outcome of writing the change.
  var outcome: MarkedPhoto.Outcome {
    switch change {
    case .none: .unchanged
    case .write: place.existing == nil ? .made : .changed
    case .remove: .removed
    }
  }
}

enum SidecarWriter {
  /// The maximum number of attempts if other programs modify the sidecar concurrently.
  private static let tries = 8

  /// Reads, changes and writes a sidecar, and retries if it was modified concurrently.
  ///
  /// - Parameter willWrite: Receives the journal entry before the sidecar is written.
  static func update(
    in folder: OpenFolder, at path: FilePath, _ read: () throws -> SidecarEdit,
    willWrite: (MarkEntry) throws -> Void
  ) throws -> MarkedPhoto {
    try folder.lockForMarks(orThrow: .busy(sidecar: path))
    defer { folder.descriptor.unlock() }
    var sidecar = path
    for _ in 0..<tries {
      try Task.checkCancellation()
      let edit = try read()
      sidecar = path.appending(edit.place.name)
      if let entry = edit.entry { try willWrite(entry) }
      switch edit.change {
      case .none: return MarkedPhoto(sidecar: sidecar, outcome: edit.outcome)
      case .write(let bytes):
        guard try write(bytes, edit.place, in: folder, at: path) else { continue }
        return MarkedPhoto(sidecar: sidecar, outcome: edit.outcome)
      case .remove:
        guard try folder.status(of: edit.place.name) == edit.place.existing?.status else { continue }
        let removal = Result { () throws(Errno) in try folder.remove(edit.place.name) }
        guard try isStillCurrent(removal) else { continue }
        return MarkedPhoto(sidecar: sidecar, outcome: edit.outcome)
      }
    }
    throw MarkError.busy(sidecar: sidecar)
  }

  /// Writes a sidecar. Returns `false` if it was modified since it was read, and then doesn't write.
  private static func write(
    _ bytes: [UInt8], _ place: SidecarPlace, in folder: OpenFolder, at path: FilePath
  ) throws -> Bool {
    let file: PendingFile
    do {
      file =
        if place.existing == nil {
          try PendingFile(in: folder)
        } else {
          try PendingFile(in: folder, replacing: place.name)
        }
      try file.write(bytes)
    } catch let error as Errno {
      throw MarkError.unwritable(folder: path, error)
    }
    return try finish(file, place, in: folder)
  }

  /// Returns `false` if a server refuses a step because another program has written the sidecar meanwhile.
  private static func isStillCurrent(_ result: Result<Void, Errno>) throws(Errno) -> Bool {
    if case .failure(.staleNFSFileHandle) = result { return false }
    try result.get()
    return true
  }

  /// Gives the written sidecar its name. Returns `false` if another file took the name.
  private static func finish(
    _ file: PendingFile, _ place: SidecarPlace, in folder: OpenFolder
  ) throws(Errno) -> Bool {
    if let existing = place.existing {
      guard try folder.status(of: place.name) == existing.status else { return false }
      return try isStillCurrent(
        Result { () throws(Errno) in
          try file.finish(as: place.name, .replacing, durability: .content)
        })
    }
    do throws(Errno) {
      try file.finish(as: place.name, .exclusively, durability: .content)
      return true
    } catch .fileExists {
      // Retry if the name belongs to a file; never replace anything else.
      guard try folder.status(of: place.name)?.kind == .regular else { throw .fileExists }
      return false
    }
  }
}

extension OpenFolder {
  /// Locks the folder against other instances of photopick that write or undo. Other applications ignore the lock.
  ///
  /// - Parameter failure: The error if the lock isn't acquired in time.
  func lockForMarks(orThrow failure: MarkError) throws(MarkError) {
    do throws(Errno) {
      try descriptor.lock(.exclusive, within: .seconds(20))
    } catch .wouldBlock {
      throw failure
    } catch {
      // Some file systems don't support locks. Concurrent modifications are still detected before the last step.
    }
  }
}
