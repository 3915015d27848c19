import PhotoFiles
import SystemPackage

/// The open folders that a transaction touches; makes its steps in them.
struct TransactionFolders {
  private var folders: [StoreArea: OpenFolder] = [:]

  /// Opens the folders that the steps name; the folder of thumbnails is made if it is missing.
  init(_ session: StoreSession, staging: OpenFolder?, _ transaction: Transaction) throws(Errno) {
    for place in transaction.steps.flatMap(\.places) where folders[place.area] == nil {
      switch place.area {
      case .staging: folders[.staging] = staging
      case .files: folders[.files] = session.root
      case .thumbnails: folders[.thumbnails] = try session.thumbnails(making: true)
      }
    }
  }

  /// Makes a step; one that was made before has no effect.
  func perform(_ step: TransactionStep) throws(Errno) {
    switch step {
    case .create(let from, let target):
      try ignoringMissing { () throws(Errno) in
        try folder(from).moveExclusively(
          from.name.fileName, to: folder(target), as: target.name.fileName)
      }
    case .replace(let from, let target):
      try ignoringMissing { () throws(Errno) in
        try folder(from).replace(from.name.fileName, in: folder(target), as: target.name.fileName)
      }
    case .remove(let place): try folder(place).remove(place.name.fileName)
    }
  }

  /// Takes back a step that only added a name.
  func takeBack(_ step: TransactionStep) throws(Errno) {
    guard case .create(let from, let target) = step else { return }
    try perform(.create(from: target, at: from))
  }

  /// Waits until every folder's changes are on the disk.
  func synchronize() throws(Errno) {
    for folder in folders.values { try folder.synchronize() }
  }

  private func folder(_ place: StorePlace) throws(Errno) -> OpenFolder {
    guard let folder = folders[place.area] else { throw .noSuchFileOrDirectory }
    return folder
  }

  /// A file that is no longer there was moved before.
  private func ignoringMissing(_ move: () throws(Errno) -> Void) throws(Errno) {
    do throws(Errno) { try move() } catch .noSuchFileOrDirectory {}
  }
}

extension TransactionStep {
  fileprivate var places: [StorePlace] {
    switch self {
    case .create(let from, let target), .replace(let from, let target): [from, target]
    case .remove(let place): [place]
    }
  }
}
