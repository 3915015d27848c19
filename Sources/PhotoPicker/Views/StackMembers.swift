import PhotoLibrary

/// Which files of a shot a result contains.
public enum StackMembers: String, Sendable, Hashable, CaseIterable {
  /// The file that represents the shot.
  case cover
  case all
}

extension [PickedAsset] {
  /// Returns the photos as shots, whose files are found among all files of their folders.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func stacked(with scanner: LibraryScanner, by finder: StackFinder) async throws -> [PickedAsset] {
    zip(self, try await scanner.stacked(map(\.asset), by: finder)).map { picked, asset in
      PickedAsset(
        asset: asset, number: picked.number, indexPath: picked.indexPath, groupKey: picked.groupKey,
        unit: picked.unit == .file ? .shot : picked.unit)
    }
  }

  /// Returns the photos, each followed by other files that it represents, under the same number.
  private func adding(_ files: (PickedAsset) -> [Asset]) -> [PickedAsset] {
    flatMap { picked in
      let others = files(picked).filter { PhotoKey($0) != PhotoKey(picked.asset) }
      return [picked]
        + others.map { asset in
          PickedAsset(
            asset: asset, number: picked.number,
            indexPath: picked.indexPath, groupKey: picked.groupKey)
        }
    }.uniqued { PhotoKey($0.asset) }
  }

  /// Returns the photos with all files that they represent.
  package var withStackMembers: [PickedAsset] { adding { $0.unit.files(of: $0.asset) } }

  /// Returns the photos with the files that marks of them are written to.
  package var withMarkedFiles: [PickedAsset] { adding { $0.unit.markedFiles(of: $0.asset) } }
}
