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
  /// What is recorded before the sidecar is written.
  var entry: MarkEntry?
}

enum SidecarWriter {
  /// How often a sidecar is read again if another program wrote it meanwhile.
  private static let tries = 8

  /// Reads, changes and writes a sidecar, and starts over if it was written meanwhile.
  ///
  /// - Parameter willWrite: called with the entry of the edit before the sidecar is written.
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
      case .none: return MarkedPhoto(sidecar: sidecar, outcome: .unchanged)
      case .write(let bytes):
        guard try write(bytes, edit.place, in: folder, at: path) else { continue }
        return MarkedPhoto(sidecar: sidecar, outcome: edit.place.existing == nil ? .made : .changed)
      case .remove:
        guard try folder.status(of: edit.place.name) == edit.place.existing?.status else { continue }
        try folder.remove(edit.place.name)
        return MarkedPhoto(sidecar: sidecar, outcome: .removed)
      }
    }
    throw MarkError.busy(sidecar: sidecar)
  }

  /// Writes a sidecar unless it changed since it was read; false if it did.
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

extension OpenFolder {
  /// Makes other processes that mark photos or take marks back wait; other programs ignore the lock.
  ///
  /// - Parameter failure: thrown if another process has the lock for too long.
  func lockForMarks(orThrow failure: MarkError) throws(MarkError) {
    do throws(Errno) {
      try descriptor.lock(.exclusive, within: .seconds(20))
    } catch .wouldBlock {
      throw failure
    } catch {
      // Not every file system locks folders. What another process writes meanwhile is still seen before the last step.
    }
  }
}
