import SystemPackage

/// The folders that a transaction touches, and how one step is made in them.
struct StoreFolders {
  private var directories: [StoreArea: Directory] = [:]

  /// Opens the folders that the steps name; the folder of thumbnails is made where it is missing.
  init(_ session: StoreSession, staging: Directory?, _ transaction: Transaction) throws(Errno) {
    for place in transaction.steps.flatMap(\.places) where directories[place.area] == nil {
      switch place.area {
      case .staging: directories[.staging] = staging
      case .files: directories[.files] = session.root
      case .thumbnails: directories[.thumbnails] = try session.thumbnails(making: true)
      }
    }
  }

  /// Makes a step; one that was made before has no effect.
  func perform(_ step: TransactionStep) throws(Errno) {
    switch step {
    case .create(let from, let target):
      try ignoringMissing { () throws(Errno) in
        try directory(from).moveExclusively(
          from.name.component, to: directory(target), as: target.name.component)
      }
    case .replace(let from, let target):
      try ignoringMissing { () throws(Errno) in
        try directory(from).replace(from.name.component, in: directory(target), as: target.name.component)
      }
    case .remove(let place): try directory(place).remove(place.name.component)
    }
  }

  /// Takes back a step that only added a name.
  func takeBack(_ step: TransactionStep) throws(Errno) {
    guard case .create(let from, let target) = step else { return }
    try perform(.create(from: target, at: from))
  }

  /// Waits until every folder's changes are on the disk.
  func synchronize() throws(Errno) {
    for directory in directories.values { try directory.synchronize() }
  }

  private func directory(_ place: StorePlace) throws(Errno) -> Directory {
    guard let directory = directories[place.area] else { throw .noSuchFileOrDirectory }
    return directory
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
