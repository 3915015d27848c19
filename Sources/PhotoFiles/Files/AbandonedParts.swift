import Synchronization
import SystemPackage

/// The hidden names of files that are being written, and the removal of those that a killed process left behind.
///
/// A name tells which process writes the file: its number, when it started, and the system where such numbers count,
/// which is the boot of a machine and its space of process numbers. So a part is known to be abandoned if its process
/// has ended. Processes of another machine, container or boot cannot be looked up, as on a disk that several machines
/// share: their parts go when nothing has changed them for a day. Each folder is searched once in the life of a
/// process, before its first file is written there.
enum AbandonedParts {
  private static let start = Array(".photopick-".utf8)
  private static let ends = PendingFile.Purpose.allCases.map { Array($0.rawValue.utf8) }
  private static let hyphen = UInt8(ascii: "-")

  /// How long a part stays if its process cannot be asked for: a day in seconds.
  static let keptForUnknownProcesses: Int64 = 86_400

  private static let process = ProcessIdentity.own
  private static let cleanFolders = Mutex<Set<CleanFolder>>([])

  /// A folder that was looked through; when it was made tells it from a later one of the same number.
  private struct CleanFolder: Hashable {
    let identity: FileStatus.Identity
    let birth: FileStatus.Time?
  }

  static func newName(for purpose: PendingFile.Purpose = .writing) -> FileName {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    return FileName(unchecked: start + Array("\(process.identifier)-\(random)\(purpose.rawValue)".utf8))
  }

  /// Removes what is abandoned in a folder, the first time that it is called for it; if that fails, it stays.
  static func removeOnce(from folder: OpenFolder) {
    guard let identity = try? folder.status().identity else { return }
    let clean = CleanFolder(identity: identity, birth: FileStatus.birth(of: folder.descriptor))
    guard cleanFolders.withLock({ $0.insert(clean).inserted }) else { return }
    remove(from: folder)
  }

  static func remove(from folder: OpenFolder, now: FileStatus.Time = .now) {
    let entries = folder.entries(includesHidden: true, startingWith: start).entries
    for entry in entries where entry.kind == .regular {
      guard let writer = writer(of: entry.name) else { continue }
      let isAbandoned =
        switch writer.life() {
        case .alive: false
        case .ended: true
        case .unknown: isOld(entry.name, in: folder, now)
        }
      if isAbandoned { try? folder.remove(entry.name) }
    }
  }

  /// The process that writes a file under a hidden name; `nil` if the name is no such name.
  static func writer(of name: FileName) -> ProcessIdentity? {
    guard name.bytes.starts(with: start),
      let end = ends.first(where: { name.bytes.suffix($0.count).elementsEqual($0) })
    else { return nil }
    let rest = name.bytes.dropFirst(start.count).dropLast(end.count)
    let parts = rest.split(separator: hyphen, omittingEmptySubsequences: false)
    guard parts.count == 4, let number = parts.first, !number.isEmpty,
      number.allSatisfy({ (0x30...0x39).contains($0) }),
      let random = parts.last, UInt64(String(decoding: random, as: UTF8.self), radix: 16) != nil
    else { return nil }
    return ProcessIdentity(
      identifier: String(decoding: rest.dropLast(random.count + 1), as: UTF8.self))
  }

  /// True if nothing has changed the file for long: the time of change, which nobody can set, not that of modification,
  /// which a copy takes from its original.
  private static func isOld(_ name: FileName, in folder: OpenFolder, _ now: FileStatus.Time) -> Bool {
    // One whose time cannot be told counts as new.
    let changed = try? folder.status(of: name)?.changed.seconds
    return now.seconds - (changed ?? now.seconds) > keptForUnknownProcesses
  }
}
