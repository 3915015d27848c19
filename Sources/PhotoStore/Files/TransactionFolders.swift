import PhotoFiles
import SystemPackage

struct TransactionFolders {
  private struct Place: Hashable {
    let area: StoreArea
    let folders: [FileName]

    init(_ place: StorePlace) { (area, folders) = (place.area, place.name.folders) }
  }

  private var folders: [Place: OpenFolder] = [:]

  /// Opens the folders that the steps name; makes the target folders if they are missing.
  init(_ session: StoreSession, _ transaction: Transaction) throws(Errno) {
    for step in transaction.steps {
      for place in step.places where folders[Place(place)] == nil {
        folders[Place(place)] = try session.folder(
          of: place.name, in: place.area, making: place == step.target)
      }
    }
  }

  /// Performs a step; has no effect if it was done before.
  func perform(_ step: TransactionStep) throws(Errno) {
    try ifPresent { () throws(Errno) in
      switch step {
      case .create(let from, let target):
        try folder(from).moveExclusively(from.name.fileName, to: folder(target), as: target.name.fileName)
      case .replace(let from, let target):
        try folder(from).replace(from.name.fileName, in: folder(target), as: target.name.fileName)
      case .remove(let place): try folder(place).remove(place.name.fileName)
      }
    }
  }

  func takeBack(_ step: TransactionStep) throws(Errno) {
    guard case .create(let from, let target) = step else { return }
    try perform(.create(from: target, at: from))
  }

  func synchronize() throws(Errno) {
    for folder in folders.values { try folder.synchronize() }
  }

  private func folder(_ place: StorePlace) throws(Errno) -> OpenFolder {
    guard let folder = folders[Place(place)] else { throw .noSuchFileOrDirectory }
    return folder
  }
}

extension TransactionStep {
  fileprivate var target: StorePlace? {
    switch self {
    case .create(_, let target), .replace(_, let target): target
    case .remove: nil
    }
  }

  fileprivate var places: [StorePlace] {
    switch self {
    case .create(let from, let target), .replace(let from, let target): [from, target]
    case .remove(let place): [place]
    }
  }
}
