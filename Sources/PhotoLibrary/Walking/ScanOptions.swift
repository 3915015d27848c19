public struct ScanOptions: Sendable {
  /// Also files and folders whose names begin with a dot.
  public var includesHidden: Bool
  /// How many levels of folders below a root are read; 0 is the root's own files, `nil` is no limit.
  public var maximumDepth: Int?
  public var links: LinkPolicy
  /// The clocks by which dates without a time zone of their own are read.
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

/// Which symbolic links a scan follows. One that was named as a root is followed in any case.
public enum LinkPolicy: Sendable, Hashable, CaseIterable {
  case none
  /// Links to files, and links to folders that are roots or lie below one: no link leads out of what was named.
  case belowRoots
  case all
}

public struct ScanProgress: Sendable, Hashable {
  public var folders = 0
  public var files = 0
  public var assets = 0
}
