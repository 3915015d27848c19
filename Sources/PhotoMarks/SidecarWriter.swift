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
    case .write: place.content == nil ? .made : .changed
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
    do {
      for _ in 0..<tries {
        try Task.checkCancellation()
        let edit = try whole(in: folder, read)
        sidecar = path.appending(edit.place.name)
        if let entry = edit.entry { try willWrite(entry) }
        if try perform(edit, in: folder, at: path) {
          return MarkedPhoto(sidecar: sidecar, outcome: edit.outcome)
        }
      }
    } catch Errno.resourceBusy where folder.isRemote {
      // Another program keeps the file locked on the server.
    }
    throw MarkError.busy(sidecar: sidecar)
  }

  /// The pauses in microseconds before a sidecar on a server is read again.
  private static let pauses: [UInt32] = [50_000, 100_000, 200_000]

  /// Reads a sidecar, on a server again if it no longer exists or its content is invalid: another process may have removed it, and
  /// some servers write in place and send a file of which only a part is written yet.
  private static func whole(
    in folder: OpenFolder, _ read: () throws -> SidecarEdit
  ) throws -> SidecarEdit {
    for pause in folder.isRemote ? pauses : [] {
      do {
        return try read()
      } catch MarkError.damaged, MarkError.system(_, .staleNFSFileHandle), MarkError.system(_, .ioError),
        MarkError.system(_, .noSuchFileOrDirectory), Errno.staleNFSFileHandle, Errno.ioError
      {
        usleep(pause)
      }
    }
    return try read()
  }

  /// Returns `false` if the sidecar was modified since it was read, and then changes nothing.
  private static func perform(_ edit: SidecarEdit, in folder: OpenFolder, at path: FilePath) throws -> Bool {
    switch edit.change {
    case .none: return true
    case .write(let bytes): return try write(bytes, edit.place, in: folder, at: path)
    case .remove:
      guard try folder.status(of: edit.place.name) == edit.place.existing?.status else { return false }
      return try isStillCurrent(Result { () throws(Errno) in try folder.remove(edit.place.name) })
    }
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
      return try isStillCurrent(
        Result { () throws(Errno) in
          try file.finish(as: place.name, .exclusively, durability: .content)
        })
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
