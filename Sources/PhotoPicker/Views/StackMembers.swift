import PhotoLibrary

/// Which photos of a stack a result contains.
public enum StackMembers: String, Sendable, Hashable, CaseIterable {
  /// The photo that the view shows.
  case cover
  case all
}

extension [PickedAsset] {
  /// Returns the photos, each with its stack, which is found among all files of its folder.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func stacked(with scanner: LibraryScanner, by finder: StackFinder) async throws -> [PickedAsset] {
    zip(self, try await scanner.stacked(map(\.asset), by: finder)).map { picked, asset in
      PickedAsset(
        asset: asset, number: picked.number, indexPath: picked.indexPath, groupKey: picked.groupKey)
    }
  }

  /// Returns the photos followed by other members of their stacks, under the same number.
  ///
  /// - Parameter members: The members of a photo's stack that are returned, including itself.
  package func adding(_ members: (AssetStack, Asset) -> [Asset]) -> [PickedAsset] {
    flatMap { picked in
      guard let stack = picked.asset.stack else { return [picked] }
      let others = members(stack, picked.asset).filter { PhotoKey($0) != PhotoKey(picked.asset) }
      return [picked]
        + others.map { asset in
          PickedAsset(
            asset: asset.in(stack), number: picked.number, indexPath: picked.indexPath,
            groupKey: picked.groupKey)
        }
    }.uniqued { PhotoKey($0.asset) }
  }

  /// Returns the photos with all members of their stacks.
  package var withStackMembers: [PickedAsset] { adding { stack, _ in stack.members.map(\.asset) } }

  /// Returns the photos with the members of their stacks that show the same picture.
  package var withSamePicture: [PickedAsset] { adding { $0.samePicture(as: $1) } }
}
