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
    folders.withLock { folders in
      let known = folders[folder] ?? Dictionary(grouping: list(), by: \.caseless)
      folders[folder] = known
      guard let spellings = known[name.caseless], !spellings.contains(name) else { return name }
      return spellings[0]
    }
  }

  /// Records names that `spelling` has returned.
  ///
  /// - Returns: `false` if another spelling has been recorded since.
  func claim(_ names: [FileName], in folder: [FileName]) -> Bool {
    folders.withLock { folders in
      for name in names {
        let spellings = folders[folder]?[name.caseless] ?? []
        if spellings.contains(name) { continue }
        guard spellings.isEmpty else { return false }
        folders[folder, default: [:]][name.caseless] = [name]
      }
      return true
    }
  }
}
