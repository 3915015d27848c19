import PhotoFormats

extension AssetQuery {
  public enum Grouping: Sendable, Hashable {
    case all, year, month, week, day, hour, weekday, hourOfDay, album, camera, format, duplicate
    case field(AssetField)

    public var grouping: any AssetGrouping {
      switch self {
      case .all: AllGrouping()
      case .year: DateGrouping(.year)
      case .month: DateGrouping(.month)
      case .week: DateGrouping(.week)
      case .day: DateGrouping(.day)
      case .hour: DateGrouping(.hour)
      case .weekday: ClockGrouping(.weekday)
      case .hourOfDay: ClockGrouping(.hourOfDay)
      case .album: AlbumGrouping()
      case .camera: CameraGrouping()
      case .format: FormatGrouping()
      case .duplicate: DuplicateGrouping()
      case .field(let field): FieldGrouping(field)
      }
    }

    /// Whether the groups are made from properties of stacks.
    package var needsStacks: Bool { if case .field(let field) = self { field.needsStacks } else { false } }

    package var repeatsAssets: Bool {
      if case .field(let field) = self { field.hasSeveralValues } else { false }
    }
  }

  public enum Sorting: Sendable, Hashable {
    case date, name, size
    /// The order of a list: `AssetQuery.givenOrder`.
    case given
    /// The values of any other field. Assets without a value come last.
    case field(AssetField)

    /// The natural direction: newest, A, or largest first.
    public var usualDirection: SortDirection {
      switch self {
      case .name, .given: .ascending
      case .date, .size: .descending
      case .field(let field): [.integer, .number, .date].contains(field.kind) ? .descending : .ascending
      }
    }

    /// - Parameters:
    ///   - direction: The direction; `nil` selects the usual one.
    ///   - givenOrder: The list that determines the order of `given`; without one, photos are ordered by path.
    public func sorter(
      _ direction: SortDirection?, givenOrder: GivenOrder = GivenOrder()
    ) -> any AssetSorter {
      let direction = direction ?? usualDirection
      return switch self {
      case .given: GivenSorter(givenOrder, direction)
      case .date: DateSorter(direction)
      case .name: NameSorter(direction)
      case .size: SizeSorter(direction)
      case .field(let field): FieldSorter(field, direction)
      }
    }
  }
}

extension AssetQuery {
  /// The order of the assets in each group.
  public var sorter: any AssetSorter { sorting.sorter(direction, givenOrder: givenOrder) }
}

extension AssetQuery.Grouping: CaseIterable, RawRepresentable {
  /// The choices other than fields.
  public static let allCases: [AssetQuery.Grouping] = [
    .all, .year, .month, .week, .day, .hour, .weekday, .hourOfDay, .album, .camera, .format, .duplicate,
  ]

  /// The key, such as `month` or `lens`.
  public var rawValue: String {
    if case .field(let field) = self { return field.name }
    return "\(self)"
  }

  /// Finds a choice or a field by its key.
  public init?(rawValue key: String) { self.init(key: key, field: Self.field) }
}

extension AssetQuery.Sorting: CaseIterable, RawRepresentable {
  public static let allCases: [AssetQuery.Sorting] = [.date, .name, .size, .given]

  public var rawValue: String {
    if case .field(let field) = self { return field.name }
    return "\(self)"
  }

  public init?(rawValue key: String) { self.init(key: key, field: Self.field) }
}

extension CaseIterable where Self: RawRepresentable<String> {
  fileprivate init?(key: String, field: (AssetField) -> Self) {
    func usual(_ key: String) -> Self? { Self.allCases.first { $0.rawValue == key } }
    let found = usual(key) ?? AssetField(asked: key).map { usual($0.name) ?? field($0) }
    guard let found else { return nil }
    self = found
  }
}
