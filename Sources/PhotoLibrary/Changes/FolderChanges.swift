import PhotoFiles

/// What may have changed in the folders that are watched.
package struct FolderChanges: Sendable, Hashable {
  /// Folders whose own files and names may have changed.
  package var folders: Set<Folder> = []
  /// Folders that were moved, replaced or taken away, with all that lay below them.
  package var trees: Set<Folder> = []
  /// Events were lost, so that anything may have changed.
  package var isEverything = false

  /// No change.
  package init() {}

  /// True where nothing changed.
  package var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }
}
