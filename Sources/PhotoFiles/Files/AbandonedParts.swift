import Synchronization
import SystemPackage

/// The hidden names of files that are being written, and the removal of files that a terminated program has left.
///
/// A name identifies the writer: by number, start time, and the scope of process numbers, which is the boot of a
/// machine and its PID namespace. A file is abandoned if the writer has exited. Writers on another machine, container
/// or boot, as on a shared disk, cannot be looked up: their files are removed if they haven't changed for a day. The
/// program searches a folder once, before its first write there.
enum AbandonedParts {
  private static let start = Array(".photopick-".utf8)
  /// The ends of hidden names, and of SQLite's files next to a database (SQLite, "Temporary Files Used By SQLite").
  private static let ends =
    (PendingFile.Purpose.allCases.map(\.rawValue)
    + ["-wal", "-shm", "-journal"].map { PendingFile.Purpose.database.rawValue + $0 }).map { Array($0.utf8) }
  private static let hyphen = UInt8(ascii: "-")

  /// The minimum age before removing a file of an unknown process, in seconds: a day.
  static let keptForUnknownProcesses: Int64 = 86_400

  private static let process = ProcessIdentity.own
  private static let cleanFolders = Mutex<Set<CleanFolder>>([])

  /// A folder that was searched; its birth distinguishes it from a later folder with the same number.
  private struct CleanFolder: Hashable {
    let identity: FileStatus.Identity
    let birth: FileStatus.Time?
  }

  static func newName(for purpose: PendingFile.Purpose = .writing) -> FileName {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    return FileName(unchecked: start + Array("\(process.identifier)-\(random)\(purpose.rawValue)".utf8))
  }

  /// Removes abandoned files in a folder, the first time it is called for the folder; ignores errors.
  static func removeOnce(from folder: OpenFolder) {
    // On a server, only a cached listing is searched, without a request.
    if let remote = folder.remote, remote.lastListing.isEmpty { return }
    guard let identity = try? folder.status().identity else { return }
    let clean = CleanFolder(identity: identity, birth: FileStatus.birth(of: folder.descriptor))
    guard cleanFolders.withLock({ $0.insert(clean).inserted }) else { return }
    remove(from: folder)
  }

  static func remove(from folder: OpenFolder, now: FileStatus.Time = .now) {
    let listing = folder.remote?.lastListing
    let names =
      if let listing {
        listing.keys.filter { $0.bytes.starts(with: start) }
      } else {
        folder.entries(includesHidden: true, startingWith: start).entries.filter { $0.kind == .regular }.map(
          \.name)
      }
    for name in names {
      guard let writer = writer(of: name) else { continue }
      let isAbandoned =
        switch writer.life() {
        case .alive: false
        case .ended: true
        case .unknown: isOld(name, in: folder, now)
        }
      if isAbandoned { try? folder.remove(name) }
    }
  }

  /// Returns the writer of a file with a hidden name, or `nil` for any other name.
  static func writer(of name: FileName) -> ProcessIdentity? {
    guard name.bytes.starts(with: start),
      let end = ends.first(where: { name.bytes.suffix($0.count).elementsEqual($0) })
    else { return nil }
    let rest = name.bytes.dropFirst(start.count).dropLast(end.count)
    let parts = rest.split(separator: hyphen, omittingEmptySubsequences: false)
    guard parts.count == 4, let number = parts.first, !number.isEmpty, number.allSatisfy(\.isDigit),
      let random = parts.last, UInt64(String(decoding: random, as: UTF8.self), radix: 16) != nil
    else { return nil }
    return ProcessIdentity(identifier: String(decoding: rest.dropLast(random.count + 1), as: UTF8.self))
  }

  /// Returns `true` if the file has not changed for long. Uses the time of change, which programs can't set: a copy
  /// takes its modification time from the original.
  private static func isOld(_ name: FileName, in folder: OpenFolder, _ now: FileStatus.Time) -> Bool {
    // If the time is unavailable, treat the file as new.
    let changed = try? folder.status(of: name)?.changed.seconds
    return now.seconds - (changed ?? now.seconds) > keptForUnknownProcesses
  }
}
