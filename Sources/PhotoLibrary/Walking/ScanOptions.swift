/// What a scan reads.
public struct ScanOptions: Sendable {
  /// Also files and folders whose names begin with a dot.
  public var includesHidden: Bool
  /// How many levels of folders below a root are read; 0 is the root's own files, `nil` is no limit.
  public var maximumDepth: Int?
  /// The clocks by which dates without a time zone of their own are read.
  public var clocks: LibraryClocks

  /// Options; by default everything that is not hidden.
  public init(includesHidden: Bool = false, maximumDepth: Int? = nil, clocks: LibraryClocks = LibraryClocks())
  {
    self.includesHidden = includesHidden
    self.maximumDepth = maximumDepth
    self.clocks = clocks
  }
}

/// How far a scan has come.
public struct ScanProgress: Sendable, Hashable {
  /// Folders read.
  public var folders = 0
  /// Files looked at.
  public var files = 0
  /// Photos and videos found.
  public var assets = 0
}
