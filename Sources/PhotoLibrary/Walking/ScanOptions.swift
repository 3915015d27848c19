public struct ScanOptions: Sendable {
  /// Whether to include hidden files and folders, and system folders such as `@eaDir`.
  public var includesHidden: Bool
  /// Whether to include the companions of videos, incomplete downloads and backup copies of files.
  public var includesAnyFile = false
  /// The maximum depth of folders below a root: 0 reads only the root's files, `nil` is unlimited.
  public var maximumDepth: Int?
  public var links: LinkPolicy
  /// Whether roots may be folders, which are searched. Otherwise, a folder is a problem.
  public var searchesFolders = true
  /// The maximum number of folders on servers, since a server may describe endlessly many.
  package var remoteFolderLimit = 1_000_000
  /// The clocks for dates without a time zone.
  public var clocks: LibraryClocks

  public init(
    includesHidden: Bool = false, maximumDepth: Int? = nil, links: LinkPolicy = .belowRoots,
    clocks: LibraryClocks = LibraryClocks()
  ) {
    self.includesHidden = includesHidden
    self.maximumDepth = maximumDepth
    self.links = links
    self.clocks = clocks
  }
}

/// Which symbolic links a scan follows. Roots are always followed.
public enum LinkPolicy: Sendable, Hashable, CaseIterable {
  case none
  /// Symbolic links to files, and to folders within the roots.
  case belowRoots
  case all
}

public struct ScanProgress: Sendable, Hashable {
  public var folders = 0
  public var files = 0
  public var assets = 0
}
