import PhotoLibrary

/// What people picked.
public struct PickerResult: Sendable {
  /// The photos in the order of picking, with their places among everything that can be picked.
  public let picked: [PickedAsset]
  /// True if the original files are returned as pictures.
  public let usesOriginal: Bool
  /// What could not be read of the library.
  public let problems: [ScanProblem]

  /// What was picked, and what could not be read.
  package init(picked: [PickedAsset], usesOriginal: Bool, problems: [ScanProblem]) {
    self.picked = picked
    self.usesOriginal = usesOriginal
    self.problems = problems
  }
}
