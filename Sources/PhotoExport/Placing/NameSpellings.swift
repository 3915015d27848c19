import PhotoFiles
import Synchronization

/// The names in the folders of an export, each in one spelling.
///
/// Names that differ only in case or in Unicode normalization are one name on APFS, exFAT, NTFS and many servers. An export
/// treats them as one name everywhere: the first spelling is used, so that a second file is compared with the first, and
/// gets a number.
final class NameSpellings: Sendable {
  /// The spellings of each folder by the form that they have in common.
  private let folders = Mutex<[[FileName]: [String: [FileName]]]>([:])

  /// Returns the spelling of a name that is in use, preferably the name itself.
  ///
  /// - Parameter list: Returns the existing names of the folder. It is called once.
  func spelling(of name: FileName, in folder: [FileName], _ list: () -> [FileName]) -> FileName {
    let key = name.caseless
    return folders.withLock { Self.spelling(of: name, key, in: &$0[folder], list) }
  }

  /// Returns the spelling of a name that is in use, and records it.
  ///
  /// - Parameter list: Returns the existing names of the folder. It is called once.
  func claimedSpelling(of name: FileName, in folder: [FileName], _ list: () -> [FileName]) -> FileName {
    let key = name.caseless
    return folders.withLock { folders in
      let spelling = Self.spelling(of: name, key, in: &folders[folder], list)
      if folders[folder]?[key] == nil { folders[folder]?[key] = [spelling] }
      return spelling
    }
  }

  private static func spelling(
    of name: FileName, _ key: String, in known: inout [String: [FileName]]?, _ list: () -> [FileName]
  ) -> FileName {
    let names = known ?? Dictionary(grouping: list(), by: \.caseless)
    known = names
    guard let spellings = names[key], !spellings.contains(name) else { return name }
    return spellings[0]
  }

  /// Records names that `spelling` has returned.
  ///
  /// - Returns: `false` if another spelling has been recorded since.
  func claim(_ names: [FileName], in folder: [FileName]) -> Bool {
    let keys = names.map(\.caseless)
    return folders.withLock { folders in
      for (name, key) in zip(names, keys) {
        let spellings = folders[folder]?[key] ?? []
        if spellings.contains(name) { continue }
        guard spellings.isEmpty else { return false }
        folders[folder, default: [:]][key] = [name]
      }
      return true
    }
  }
}
