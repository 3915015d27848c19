import GRDB
import PhotoLibrary

/// The requirements of an item of a ``FetchedDataSource``.
public typealias FetchedItem = FetchableRecord & SnapshotElement & TableRecord

/// A database request whose items are divided into sections.
///
/// Three ways lead to sections: by a column or an expression, by a related record, and by a value worked out
/// from the fetched item. ``mappingSections(_:)`` turns what they give into a section item of one's own type.
///
/// ```swift
/// let byDay = SectionedRequest(
///   sectionedBy: .date("captureDay"), sectionOrder: .descending, itemOrder: [Column("captureDate")]
/// ) {
///   Photo.filter(Column("format") == "jpeg")
/// }
/// ```
///
/// Items are ordered by section first, by `itemOrder` next, and by primary key if these leave a choice,
/// so that the order is the same each time. This replaces an ordering of the given request, and a window
/// other than ``ItemWindow/all`` replaces its limit.
///
/// The closures run on the database's own threads at each fetch, and must give the same request each time.
public struct SectionedRequest<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  /// The direction in which sections follow each other.
  public enum SectionOrder: Hashable, Sendable {
    /// The least value first; items without a value before all.
    case ascending
    /// The greatest value first; items without a value after all.
    case descending
  }

  /// Fetches the items that a window shows.
  let fetch: @Sendable (Database, ItemWindow) throws -> SectionedSnapshot<Section, Item>

  /// Makes a request that fetches by a function.
  init(fetch: @escaping @Sendable (Database, ItemWindow) throws -> SectionedSnapshot<Section, Item>) {
    self.fetch = fetch
  }

  /// The same items under section items of another type.
  ///
  /// Sections whose new identities are equal become one.
  ///
  /// ```swift
  /// let titled = byDay.mappingSections { DayHeading(day: $0.value) }
  /// ```
  public func mappingSections<NewSection: SnapshotElement>(
    _ transform: @escaping @Sendable (Section) -> NewSection
  ) -> SectionedRequest<NewSection, Item> {
    SectionedRequest<NewSection, Item> { [fetch] db, window in
      let snapshot = try fetch(db, window)
      return SectionedSnapshot(
        zip(snapshot.sections, snapshot.itemsBySection).map { (section: transform($0), items: $1) })
    }
  }
}

// MARK: - Sections by attribute

extension SectionedRequest where Item: FetchedItem {
  /// Makes a request with a section for each value of a column or expression.
  ///
  /// ```swift
  /// let request = SectionedRequest(sectionedBy: .string("camera")) { Photo.all() }
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: Where the values come from. NULL makes a section of its own. A value of another type than
  ///     declared ends the fetch with ``SectionValueError``.
  ///   - sectionOrder: The order of the sections by their values.
  ///   - itemOrder: The order of the items in a section.
  ///   - items: The items to fetch.
  public init<Value>(
    sectionedBy attribute: SectionAttribute<Value>,
    sectionOrder: SectionOrder = .ascending,
    itemOrder: [any SQLOrderingTerm] = [],
    items: @escaping @Sendable () -> QueryInterfaceRequest<Item>
  ) where Section == AttributeSection<Value> {
    let expression = attribute.expression
    let firstOrder = sectionOrder == .ascending ? expression.asc : expression.desc
    let ordering = [firstOrder] + itemOrder.map(\.sqlOrdering)
    fetch = { db, window in
      let request = items()
        .annotated(with: expression.forKey(sectionKey))
        .order(ordering)
        .shown(in: window)
      let rows = try Row.fetchCursor(db, request)
      var builder = SnapshotBuilder<Section, Item>()
      var last: (value: DatabaseValue, index: Int)?
      while let row = try rows.next() {
        let value: DatabaseValue = row[sectionKey]
        // Items come section by section: most rows belong to the section of the row before them.
        if last?.value != value {
          let section = AttributeSection(value: try Value.sectionValue(from: value))
          last = (value, builder.index(of: section))
        }
        if let last {
          builder.append(try Item(row: row), toSectionAt: last.index)
        }
      }
      return builder.snapshot
    }
  }
}

/// A value that sections are made of has another type than was declared.
public struct SectionValueError: Error, Equatable, CustomStringConvertible {
  /// The value as found in the database.
  public let value: DatabaseValue

  /// The name of the declared type.
  public let expectedType: String

  /// What happened and what to do, for a person.
  public var description: String {
    "The sections are made by a column of type \(expectedType), but it holds \(value). "
      + "Name a column of this type, or another type."
  }
}

extension DatabaseValueConvertible {
  /// The value in a column, nil for NULL.
  fileprivate static func sectionValue(from value: DatabaseValue) throws(SectionValueError) -> Self? {
    if value.isNull { return nil }
    guard let converted = fromDatabaseValue(value) else {
      throw SectionValueError(value: value, expectedType: "\(Self.self)")
    }
    return converted
  }
}

// MARK: - Sections by relation

extension SectionedRequest where Item: FetchedItem {
  /// Makes a request with a section for each related record.
  ///
  /// ```swift
  /// extension Photo {
  ///   static let placements = hasMany(AlbumPhoto.self)
  ///   static let albums = hasMany(Album.self, through: placements, using: AlbumPhoto.album)
  /// }
  /// let request = SectionedRequest(
  ///   sectionedBy: Photo.albums, sectionOrder: { [$0[Column("title")]] },
  ///   itemOrder: [Column("captureDate").desc]
  /// ) { Photo.all() }
  /// ```
  ///
  /// An item that is related to several records stands in the section of each. Offset and limit count it
  /// once for each.
  ///
  /// - Parameters:
  ///   - association: The way from an item to the record, to one or to many, straight or through other tables.
  ///     Items without a related record make a section of their own.
  ///   - sectionOrder: The order of the sections by columns of the related records.
  ///   - itemOrder: The order of the items in a section.
  ///   - items: The items to fetch.
  public init<Relation: Association>(
    sectionedBy association: Relation,
    sectionOrder: @escaping @Sendable (TableAlias<Relation.RowDecoder>) -> [any SQLOrderingTerm],
    itemOrder: [any SQLOrderingTerm] = [],
    items: @escaping @Sendable () -> QueryInterfaceRequest<Item>
  )
  where
    Relation.OriginRowDecoder == Item, Relation.RowDecoder: FetchableRecord & SnapshotElement,
    Section == RelationSection<Relation.RowDecoder>
  {
    let itemOrder = itemOrder.map(\.sqlOrdering)
    fetch = { db, window in
      let alias = TableAlias<Relation.RowDecoder>()
      let request = items()
        .including(optional: association.forKey(sectionKey).aliased(alias))
        .order(sectionOrder(alias) + itemOrder)
        .shown(in: window)
      let rows = try Row.fetchCursor(db, request)
      var builder = SnapshotBuilder<Section, Item>()
      while let row = try rows.next() {
        let record = try row.decodeIfPresent(Relation.RowDecoder.self, forKey: sectionKey)
        let index = builder.index(of: RelationSection(record: record))
        builder.append(try Item(row: row), toSectionAt: index)
      }
      return builder.snapshot
    }
  }
}

// MARK: - Sections by item

extension SectionedRequest where Item: FetchedItem {
  /// Makes a request with sections worked out from the fetched items.
  ///
  /// ```swift
  /// let request = SectionedRequest(
  ///   itemOrder: [Column("captureDate")], items: { Photo.all() }, section: { YearSection(of: $0) })
  /// ```
  ///
  /// - Parameters:
  ///   - itemOrder: The order of the items; sections stand in the order of their first items.
  ///   - items: The items to fetch.
  ///   - section: The section of an item.
  public init(
    itemOrder: [any SQLOrderingTerm] = [],
    items: @escaping @Sendable () -> QueryInterfaceRequest<Item>,
    section: @escaping @Sendable (Item) -> Section
  ) {
    let itemOrder = itemOrder.map(\.sqlOrdering)
    fetch = { db, window in
      let fetched = try Item.fetchCursor(db, items().order(itemOrder).shown(in: window))
      var builder = SnapshotBuilder<Section, Item>()
      while let item = try fetched.next() {
        builder.append(item, toSectionAt: builder.index(of: section(item)))
      }
      return builder.snapshot
    }
  }
}

/// The name of the section in fetched rows, long enough not to be that of an item's column.
private let sectionKey = "photopickSection"

extension QueryInterfaceRequest {
  /// The part of the request that a window shows, in an order that leaves no choice.
  fileprivate func shown(in window: ItemWindow) -> Self {
    let ordered = withStableOrder()
    // A negative limit is none in SQLite, and an offset can't stand without a limit.
    return window == .all ? ordered : ordered.limit(window.limit ?? -1, offset: window.offset)
  }
}
