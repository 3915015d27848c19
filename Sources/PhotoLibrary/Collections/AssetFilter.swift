import PhotoFormats

public protocol AssetFilter: Sendable {
  func includes(_ asset: Asset) -> Bool
}

public enum AssetKind: Sendable, Hashable, CaseIterable, RawRepresentable {
  case photo, video
  case format(PhotoFormat)
  case screenshot, damaged

  public func matches(_ asset: Asset) -> Bool {
    switch self {
    case .photo: asset.isPhoto
    case .video: asset.isVideo
    case .format(let format): asset.format == format
    case .screenshot: asset.isScreenshot
    case .damaged: asset.damage != nil
    }
  }

  public static let allCases: [AssetKind] =
    [.photo, .video] + PhotoFormat.known.map { .format($0) } + [.screenshot, .damaged]

  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  public var rawValue: String {
    if case .format(let format) = self { format.rawValue } else { "\(self)" }
  }

  /// Finds a kind by name or by an alias of the format.
  public init?(rawValue word: String) {
    if let kind = Self.allCases.first(where: { $0.rawValue == word }) {
      self = kind
    } else if let format = PhotoFormat(alias: word) {
      self = .format(format)
    } else {
      return nil
    }
  }
}

/// Includes assets of some kinds and excludes others.
public struct KindFilter: AssetFilter, Hashable {
  /// The accepted kinds. An empty set accepts all.
  public var included: Set<AssetKind>
  public var excluded: Set<AssetKind>

  public init(including included: Set<AssetKind> = [], excluding excluded: Set<AssetKind> = []) {
    self.included = included
    self.excluded = excluded
  }

  public func includes(_ asset: Asset) -> Bool {
    (included.isEmpty || included.contains { $0.matches(asset) }) && !excluded.contains { $0.matches(asset) }
  }

  public struct UnknownKind: Error, Sendable, Hashable, CustomStringConvertible {
    public let word: String

    public var description: String { "there is no kind \"\(word)\"; there are \(AssetKind.list)" }
  }

  /// Parses a list such as `jpeg,png,!screenshot`; `!` excludes a kind.
  ///
  /// - Throws: `UnknownKind` for an unknown word.
  public init(list: String) throws(UnknownKind) {
    self.init()
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = word.filter { !$0.isWhitespace }.lowercased()
      let isExcluded = text.hasPrefix("!")
      let name = isExcluded ? String(text.dropFirst()) : text
      guard let kind = AssetKind(rawValue: name) else { throw UnknownKind(word: String(word)) }
      if isExcluded { excluded.insert(kind) } else { included.insert(kind) }
    }
  }

  /// Adds the kinds of another filter, as if both were joined.
  public mutating func formUnion(_ other: KindFilter) {
    included.formUnion(other.included)
    excluded.formUnion(other.excluded)
  }

  /// The list that `init(list:)` parses; empty if the filter accepts everything.
  public var list: String {
    let words = AssetKind.allCases.filter(included.contains).map(\.rawValue)
    return (words + AssetKind.allCases.filter(excluded.contains).map { "!\($0.rawValue)" })
      .joined(separator: ",")
  }
}

/// Includes assets between two local times, inclusive. Undated assets never pass.
public struct DateLimitsFilter: AssetFilter, Hashable {
  public var since: CivilTime?
  public var until: CivilTime?

  public init(since: CivilTime? = nil, until: CivilTime? = nil) {
    self.since = since
    self.until = until
  }

  public func includes(_ asset: Asset) -> Bool {
    guard since != nil || until != nil else { return true }
    guard let time = asset.wallTime else { return false }
    return since.map { time >= $0 } ?? true && until.map { time <= $0 } ?? true
  }
}

public struct PredicateFilter: AssetFilter {
  private let predicate: @Sendable (Asset) -> Bool

  public init(_ predicate: @escaping @Sendable (Asset) -> Bool) { self.predicate = predicate }

  public func includes(_ asset: Asset) -> Bool { predicate(asset) }
}

public struct AllFilters: AssetFilter {
  private let filters: [any AssetFilter]

  public init(_ filters: [any AssetFilter]) { self.filters = filters }

  public func includes(_ asset: Asset) -> Bool { filters.allSatisfy { $0.includes(asset) } }
}
