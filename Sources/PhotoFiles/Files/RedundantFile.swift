import SystemPackage

/// A file that is removed because another file contains the same bytes, once that is proved to be another file.
///
/// Device and inode numbers can prove that two paths lead to one file, but not that they lead to two: a bind mount, a
/// FUSE file system such as bindfs or mergerfs, and a name in another case show one file under different numbers or
/// names. The file is therefore renamed to a random name first. If that name appears in the folder of the other file,
/// both folders are one; if the other file, with its bytes, still exists after that, it is another file. A user-space
/// or network file system may return names and bytes of a deleted file from a cache, so a file there is renamed and
/// gets its name back: only a file that exists can be renamed. Temporary names keep the extension and are not hidden:
/// after a crash, the photo still appears, and `putBack(_:from:)` gives it the old name.
package struct RedundantFile {
  package enum Outcome: Sendable, Hashable {
    case removed
    case sameFile
    /// The other file was deleted or has other bytes; this file keeps its name.
    case different
  }

  /// An error that leaves the file under the temporary name: the name is taken, or an I/O error occurred.
  package struct NotPutBack: Error {
    package let errno: Errno
  }

  package let temporaryName: FileName
  private let number = UInt64.random(in: .min ... .max)
  private let name: FileName
  private let folder: OpenFolder

  package init(_ name: FileName, in folder: OpenFolder) {
    (self.name, self.folder) = (name, folder)
    temporaryName = Self.temporaryName(of: name, number)
  }

  /// Returns the temporary name of the other file, if its folder may return outdated entries, or `nil` if it keeps its
  /// name. Servers can't rename files; the caller ensures that this file isn't one of them, mounted.
  package func temporaryName(ofKept kept: FileName, in target: OpenFolder) -> FileName? {
    target.isLocal || target.isRemote ? nil : Self.temporaryName(of: kept, ~number)
  }

  /// Removes the file if `kept` has the same bytes.
  ///
  /// - Parameters:
  ///   - kept: the name of the other file, which must not be a symbolic link.
  ///   - status: the expected status of this file; if size or time has changed, the file is not removed.
  ///   - willRemove: called after the proof, before this file is removed.
  /// - Throws: `Errno`, `NotPutBack`, or the errors of the closures; unless it is `NotPutBack`, the file has its name.
  package func remove(
    keeping kept: FileName, in target: OpenFolder, expecting status: FileStatus,
    isEqual: (OpenFile, OpenFile) throws -> Bool = { try FileContent.isSame($0.descriptor, $1.descriptor) },
    willRemove: () throws -> Void = {}
  ) throws -> Outcome {
    guard let now = try folder.status(of: name), now.identity == status.identity else { return .different }
    try folder.renameExclusively(name, to: folder, as: temporaryName)
    let outcome: Outcome
    do {
      outcome = try prove(kept, in: target, status, isEqual)
      if outcome == .removed {
        try willRemove()
        try folder.remove(temporaryName)
      }
    } catch {
      try putBack()
      throw error
    }
    if outcome != .removed { try putBack() }
    return outcome
  }

  /// Returns `true` if a file exists, after another one was moved that might be the same file. The folder may return
  /// outdated entries, so the file is renamed and gets its name back there, as above.
  package static func isStillThere(_ path: FilePath) throws -> Bool {
    do throws(Errno) {
      let folder = try OpenFolder(path.removingLastComponent())
      guard let name = path.lastComponent.map({ FileName($0) }) else { return false }
      if !folder.isLocal {
        let moment = temporaryName(of: name, UInt64.random(in: .min ... .max))
        try folder.renameExclusively(name, to: folder, as: moment)
        try rename(moment, of: folder, to: name)
      }
      return try folder.status(of: name)?.kind == .regular
    } catch .noSuchFileOrDirectory {
      return false
    }
  }

  private func prove(
    _ kept: FileName, in target: OpenFolder, _ status: FileStatus,
    _ isEqual: (OpenFile, OpenFile) throws -> Bool
  ) throws -> Outcome {
    if try target.status(of: temporaryName) != nil {
      // Two files in one folder have two entries, however many spellings of a name the file system accepts. A list without
      // the new name is outdated.
      let names = try Set(target.names())
      guard names.contains(temporaryName), names.contains(kept) else { return .sameFile }
    }
    let other: OpenFile
    do throws(Errno) {
      if let moment = temporaryName(ofKept: kept, in: target) {
        try target.renameExclusively(kept, to: target, as: moment)
        try Self.rename(moment, of: target, to: kept)
      }
      other = try OpenFile(kept, in: target, followsLinks: false)
    } catch .noSuchFileOrDirectory {
      // Both have lost their name, so they are one file.
      return .sameFile
    }
    let file = try OpenFile(temporaryName, in: folder, followsLinks: false)
    guard file.status.size == status.size, file.status.modified == status.modified,
      other.status.kind == .regular, other.status.size == status.size
    else { return .different }
    // As arguments of the call, both stay open.
    return try isEqual(file, other) ? .removed : .different
  }

  private func putBack() throws(NotPutBack) {
    do throws(Errno) {
      try Self.rename(temporaryName, of: folder, to: name)
    } catch .noSuchFileOrDirectory {
      // The file was removed although the call failed.
    } catch {
      throw NotPutBack(errno: error)
    }
  }

  /// Gives a file its old name.
  ///
  /// A file system without exclusive renames, such as bindfs, makes a hard link and removes the old name. After a crash
  /// between the two steps, the file has both names; then the temporary one is removed. Identities are not compared,
  /// since mergerfs numbers each name: both are in one folder and have the same bytes.
  private static func rename(
    _ temporaryName: FileName, of folder: OpenFolder, to name: FileName
  ) throws(Errno) {
    do throws(Errno) {
      try folder.renameExclusively(temporaryName, to: folder, as: name)
    } catch .fileExists {
      let file = try OpenFile(temporaryName, in: folder, followsLinks: false)
      let other = try OpenFile(name, in: folder, followsLinks: false)
      let names = try folder.names()
      guard names.contains(temporaryName), names.contains(name), other.status.kind == .regular,
        other.status.size == file.status.size,
        (try? FileContent.isSame(file.descriptor, other.descriptor)) == true
      else { throw .fileExists }
      try folder.remove(temporaryName)
    }
  }

  /// Gives a file its old name, after a crash left it under a temporary one. Returns `true` if the old name now exists,
  /// and the other is a temporary name for it.
  package static func putBack(_ path: FilePath, from temporary: FilePath) throws(Errno) -> Bool {
    guard let name = path.lastComponent.map({ FileName($0) }),
      let temporaryName = temporary.lastComponent.map({ FileName($0) }),
      path.removingLastComponent() == temporary.removingLastComponent(),
      isTemporaryName(temporaryName, of: name)
    else { return false }
    do throws(Errno) {
      let folder = try OpenFolder(path.removingLastComponent())
      guard try folder.status(of: temporaryName)?.kind == .regular else { return false }
      try rename(temporaryName, of: folder, to: name)
      return true
    } catch .noSuchFileOrDirectory, .notDirectory {
      return false
    }
  }
}

// MARK: - Names

extension RedundantFile {
  private static let mark = Array(".photopick-".utf8)
  private static let digitCount = 16

  private static func temporaryName(of name: FileName, _ number: UInt64) -> FileName {
    name.inserting(mark + Array(number.digits(digitCount, radix: 16).utf8))
  }

  private static func isTemporaryName(_ temporary: FileName, of name: FileName) -> Bool {
    guard let start = temporary.bytes.lastRange(of: mark) else { return false }
    let digits = temporary.bytes[start.upperBound...].prefix(digitCount)
    guard let number = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else { return false }
    return temporaryName(of: name, number) == temporary
  }
}

extension [UInt8] {
  fileprivate func lastRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    return (0...(count - part.count)).last { self[$0..<$0 + part.count].elementsEqual(part) }
      .map { $0..<$0 + part.count }
  }
}
