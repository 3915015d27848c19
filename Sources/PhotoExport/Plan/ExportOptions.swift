import SystemPackage

/// What an export does with each file.
public enum ExportAction: String, Sendable, Hashable, CaseIterable {
  /// Copies them; if the file system can, a copy shares the blocks of the original.
  case copy
  /// Moves them, also to other file systems.
  case move
  /// Makes symbolic links that lead to them.
  case link
  /// Gives them further names, on the same file system.
  case hardlink
}

/// Options of an export.
public struct ExportOptions: Sendable, Hashable {
  /// The action done with files.
  public var action: ExportAction
  /// True to read each copy again and compare checksums (XXH64); a copy that shares the blocks of its original
  /// needs none. A moved file is always compared before its original goes.
  public var verifies: Bool
  /// True to report what would be done and change nothing.
  public var isDryRun: Bool
  /// How many files are worked on at the same time: 1 to 64; a number beyond becomes the nearest of these.
  public var concurrency: Int { didSet { concurrency = Self.clamped(concurrency) } }

  /// The folders and files that were named: what lies elsewhere, where links lead, is not moved. `nil` if every file was
  /// named itself.
  public var movableRoots: [FilePath]?

  /// Options for copies that are compared, four at a time, unless others are given.
  public init(
    action: ExportAction = .copy, verifies: Bool = true, isDryRun: Bool = false, concurrency: Int = 4,
    movableRoots: [FilePath]? = nil
  ) {
    self.action = action
    self.verifies = verifies
    self.isDryRun = isDryRun
    self.concurrency = Self.clamped(concurrency)
    self.movableRoots = movableRoots
  }

  private static func clamped(_ concurrency: Int) -> Int { min(max(1, concurrency), 64) }
}
