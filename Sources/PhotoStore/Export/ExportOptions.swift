import SystemPackage

/// What an export does with files.
public enum ExportAction: String, Sendable, Hashable, CaseIterable {
  /// Copies them; where the file system can, a copy shares the blocks of the original.
  case copy
  /// Moves them, also to other file systems.
  case move
  /// Makes symbolic links that lead to them.
  case link
  /// Gives them further names, on the same file system.
  case hardlink
}

/// How an export is made.
public struct ExportOptions: Sendable, Hashable {
  /// What is done with files.
  public var action: ExportAction
  /// True to read each copy again and compare checksums (XXH64); a copy that shares the blocks of its original
  /// needs none. A moved file is compared always before the original goes.
  public var verifies: Bool
  /// True to tell what would be done and change nothing.
  public var isDryRun: Bool
  /// Files at the same time.
  public var concurrency: Int

  /// Copies that are compared, four at a time, unless told otherwise.
  public init(
    action: ExportAction = .copy, verifies: Bool = true, isDryRun: Bool = false, concurrency: Int = 4
  ) {
    self.action = action
    self.verifies = verifies
    self.isDryRun = isDryRun
    self.concurrency = max(1, concurrency)
  }
}

/// Makes other pictures of photos for an export, which decodes nothing itself.
public protocol ExportRenderer: Sendable {
  /// The bytes of the picture made of a photo; the same ones each time.
  func render(_ photo: FilePath) throws -> [UInt8]
}
