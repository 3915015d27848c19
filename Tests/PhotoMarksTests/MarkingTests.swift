import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport

/// Tests that mark the photos of a tree.
protocol MarkingTests {
  var tree: TemporaryTree { get }
}

extension MarkingTests {
  var journals: FilePath { tree.at("state/marks") }

  func asset(_ name: FilePath) throws -> Asset { try LibraryScanner().read(tree.at(name)) }

  func undo() throws -> PhotoMarker.UndoResult? { try PhotoMarker.undoLast(journals: journals) }

  func text(_ name: FilePath) -> String { String(decoding: tree.bytes(name) ?? [], as: UTF8.self) }
}

extension TemporaryTree {
  /// Creates a tree with a photo in each of two folders.
  static func withTwoPhotos() throws -> TemporaryTree {
    let tree = try TemporaryTree()
    for name in ["one/a.jpg", "two/b.jpg"] {
      try tree.file(FilePath(name), PictureBuilder.jpeg("2014:05:13 12:00:00"))
    }
    return tree
  }
}
