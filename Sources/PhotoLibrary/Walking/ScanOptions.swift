public struct ScanOptions: Sendable {
  /// Whether to include files and folders whose names start with a dot.
  public var includesHidden: Bool
  /// The maximum depth of folders below a root: 0 reads only the root's files, `nil` is unlimited.
  public var maximumDepth: Int?
  public var links: LinkPolicy
  /// Whether roots may be folders, which are searched. Otherwise, a folder is a problem.
  public var searchesFolders = true
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
