import SystemPackage

/// The action that an export does with each file.
public enum ExportAction: String, Sendable, Hashable, CaseIterable {
  case copy
  case move
  case link
  case hardlink
}

public struct ExportOptions: Sendable, Hashable {
  public var action: ExportAction
  /// `true` to read back each copy and compare checksums (XXH64), unless it shares the blocks of the original.
  /// Moved files are always compared.
  public var verifies: Bool
  /// A Boolean value indicating whether the export is a dry run.
  public var isDryRun: Bool
  /// The number of files processed at the same time, clamped to 1 to 64.
  public var concurrency: Int { didSet { concurrency = Self.clamped(concurrency) } }

  /// The files and folders that the user named; files elsewhere, reached through symbolic links, are not moved. `nil`
  /// if each file was named.
  public var movableRoots: [FilePath]?

  /// Creates options, by default for copies that are compared, four at a time.
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
