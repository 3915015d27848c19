import Foundation
import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Keeps drafts under names, each in a file of a folder.
///
///     let store = DraftStore.ofUser
///     let draft = try store.update(DraftName("album")) { DraftChange(adding: [path]).applied(to: $0) }
///
/// A draft changes as a whole or not at all, whenever the program is killed. Two processes may change the same
/// draft: one waits for the other, and each sees what the other has added.
public struct DraftStore: Sendable {
  private static let pathExtension = ".draft"

  /// The folder; made when a draft is kept.
  public let folder: FilePath

  /// A store in a folder.
  public init(folder: FilePath) { self.folder = folder }

  /// The user's store, under `$XDG_DATA_HOME` (XDG Base Directory Specification): drafts are the user's own.
  public static var ofUser: DraftStore { DraftStore(folder: UserFolders.current.data.appending("drafts")) }

  /// The names of all drafts, in order.
  ///
  /// - Throws: `DraftError.system` where the folder cannot be read; one that is not there holds none.
  public func names() throws(DraftError) -> [DraftName] {
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder.string)
    } catch {
      guard FileManager.default.fileExists(atPath: folder.string) else { return [] }
      throw failure(folder, "the drafts cannot be listed", error)
    }
    return files.filter { $0.hasSuffix(Self.pathExtension) }
      .compactMap { try? DraftName(String($0.dropLast(Self.pathExtension.count))) }.sorted()
  }

  /// The draft of a name; `nil` where there is none.
  ///
  /// - Throws: `DraftError` where it is damaged or cannot be read.
  public func draft(_ name: DraftName) throws(DraftError) -> Draft? {
    let file = file(of: name)
    let (bytes, status): ([UInt8], FileStatus)
    do {
      let opened = try FileDescriptor.open(file, .readOnly, options: [.closeOnExec, .noFollow])
      (bytes, status) = try opened.closeAfter {
        (try BoundedFile.bytes(of: opened, limit: AssetList.byteLimit), try FileStatus(opened))
      }
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      throw failure(file, "the draft cannot be read", error)
    }
    guard let paths = DraftCoding.paths(bytes) else { throw .damaged(name, file: file.string) }
    return Draft(name: name, paths: paths, modified: status.modified)
  }

  /// Changes a draft, which is made where there is none, and returns it.
  ///
  /// - Parameter change: gets the absolute paths that the draft holds and returns those that it is to hold.
  ///   Where it throws, the draft stays as it was. Other processes wait for it.
  /// - Throws: `DraftError`, or what `change` throws.
  @discardableResult
  public func update(_ name: DraftName, _ change: ([[UInt8]]) throws -> [[UInt8]]) throws -> Draft {
    try locked {
      var draft = try draft(name) ?? Draft(name: name, paths: [], modified: .now)
      let paths = try change(draft.paths)
      guard paths != draft.paths || draft.paths.isEmpty else { return draft }
      draft.paths = paths
      let file = file(of: name)
      do {
        try AtomicFile.write(DraftCoding.bytes(paths), to: file, permissions: .ownerReadWrite)
      } catch {
        throw failure(file, "the draft cannot be kept", error)
      }
      return draft
    }
  }

  /// Removes a draft, also a damaged one; false where there is none.
  ///
  /// - Throws: `DraftError.system` where it cannot be removed.
  @discardableResult
  public func delete(_ name: DraftName) throws -> Bool {
    guard FileManager.default.fileExists(atPath: folder.string) else { return false }
    return try locked {
      let file = file(of: name)
      if file.withPlatformString({ unlink($0) }) == 0 { return true }
      guard errno == ENOENT else {
        throw failure(file, "the draft cannot be removed", Errno(rawValue: errno))
      }
      return false
    }
  }

  private func file(of name: DraftName) -> FilePath {
    folder.appending(name.description + Self.pathExtension)
  }

  /// Runs `body` while no other process changes a draft; a lock ends with its process.
  private func locked<Result>(_ body: () throws -> Result) throws -> Result {
    let lock: FileDescriptor
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      lock = try FileDescriptor.open(
        folder.appending(".lock"), .readWrite, options: [.create, .closeOnExec, .noFollow],
        permissions: .ownerReadWrite)
    } catch {
      throw failure(folder, "drafts cannot be kept", error)
    }
    return try lock.closeAfter {
      while flock(lock.rawValue, LOCK_EX) != 0 {
        guard errno == EINTR else { throw failure(folder, "drafts cannot be kept", Errno(rawValue: errno)) }
      }
      removeUnfinishedFiles()
      return try body()
    }
  }

  /// Removes what a killed process has not finished writing.
  private func removeUnfinishedFiles() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasPrefix(".photopick-") && name.hasSuffix(".part") {
      try? FileManager.default.removeItem(atPath: folder.appending(name).string)
    }
  }

  private func failure(_ file: FilePath, _ what: String, _ error: any Error) -> DraftError {
    .system(file: file.string, reason: "\(what): \(error)")
  }
}

/// A draft as it is kept: a first line, then each path, then `end`, each ended by NUL.
private enum DraftCoding {
  private static let signature = "photopick draft 1"
  private static let end = "end"

  static func bytes(_ paths: [[UInt8]]) -> [UInt8] {
    var bytes = Array(signature.utf8) + [0]
    for path in paths { bytes += path + [0] }
    return bytes + Array(end.utf8) + [0]
  }

  /// The paths; `nil` where the bytes are not whole.
  static func paths(_ bytes: [UInt8]) -> [[UInt8]]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count >= 3, fields.removeLast().isEmpty, fields.removeLast().elementsEqual(end.utf8),
      fields.removeFirst().elementsEqual(signature.utf8),
      fields.allSatisfy({ $0.first == UInt8(ascii: "/") })
    else { return nil }
    return fields.map(Array.init)
  }
}
