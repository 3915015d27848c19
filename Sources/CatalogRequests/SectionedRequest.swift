import GRDB
import PhotoLibrary

/// The requirements of an item of a ``FetchedDataSource``.
public typealias FetchedItem = FetchableRecord & SnapshotElement & TableRecord

/// A database request whose items are divided into sections.
///
/// The section of an item is given by a column or expression, by a related record, or by a closure on the fetched item.
/// ``mappingSections(_:)`` converts sections to another type.
///
/// ```swift
/// let byDay = SectionedRequest(
///   sectionedBy: .date("captureDay"), sectionOrder: .descending, itemOrder: [Column("captureDate")]
/// ) {
///   Photo.filter(Column("format") == "jpeg")
/// }
/// ```
///
/// Items are ordered by section, then by `itemOrder`, and then by primary key, so the order is always the same. This replaces the
/// ordering of the given request. A window other than ``ItemWindow/all`` replaces its limit.
///
/// The closures run on the database's threads at each fetch, and must return the same request each time.
public struct SectionedRequest<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  /// The order of sections.
  public enum SectionOrder: Hashable, Sendable {
    /// The smallest value first, after items without a value.
    case ascending
    /// The largest value first, and items without a value last.
    case descending
  }

  let fetch: @Sendable (Database, ItemWindow) throws -> SectionedSnapshot<Section, Item>

  init(fetch: @escaping @Sendable (Database, ItemWindow) throws -> SectionedSnapshot<Section, Item>) {
    self.fetch = fetch
  }

  /// Returns a request for the same items, with another type of section.
  ///
  /// Sections with equal new identities are merged.
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

extension SectionedRequest where Item: FetchedItem {
  /// Creates a request with a section for each value of a column or expression.
  ///
  /// ```swift
  /// let request = SectionedRequest(sectionedBy: .string("camera")) { Photo.all() }
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: The values. NULL is a separate section. A value of another type than declared makes the fetch throw
  ///     ``SectionValueError``.
  ///   - sectionOrder: The order of the section values.
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
        // Items are sorted by section, so most rows belong to the section of the previous row.
        if last?.value != value {
          let section = AttributeSection(value: try Value.sectionValue(from: value))
          last = (value, builder.index(of: section))
        }
        if let last { builder.append(try Item(row: row), toSectionAt: last.index) }
      }
      return builder.snapshot
    }
  }
}

/// A section value with another type than declared.
public struct SectionValueError: Error, Equatable, CustomStringConvertible {
  /// The value in the database.
  public let value: DatabaseValue

  /// The name of the declared type.
  public let expectedType: String

  /// A description for the user, with a remedy.
  public var description: String {
    "The sections are made by a column of type \(expectedType), but it holds \(value). "
      + "Name a column of this type, or another type."
  }
}

extension DatabaseValueConvertible {
  /// Returns the value in a column, or `nil` for NULL.
  fileprivate static func sectionValue(from value: DatabaseValue) throws(SectionValueError) -> Self? {
    if value.isNull { return nil }
    guard let converted = fromDatabaseValue(value) else {
      throw SectionValueError(value: value, expectedType: "\(Self.self)")
    }
    return converted
  }
}

extension SectionedRequest where Item: FetchedItem {
  /// Creates a request with a section for each related record.
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
  /// An item that is related to several records appears in the section of each, and offset and limit count each appearance.
  ///
  /// - Parameters:
  ///   - association: The association from an item to the record, to one or many, possibly through other tables. Items without a
  ///     related record are a separate section.
  ///   - sectionOrder: The columns of the related records to sort by.
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

extension SectionedRequest where Item: FetchedItem {
  /// Creates a request that computes the section of each fetched item.
  ///
  /// ```swift
  /// let request = SectionedRequest(
  ///   itemOrder: [Column("captureDate")], items: { Photo.all() }, section: { YearSection(of: $0) })
  /// ```
  ///
  /// - Parameters:
  ///   - itemOrder: The order of the items. A section is placed where its first item occurs.
  ///   - items: The items to fetch.
  ///   - section: Returns the section of an item.
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

/// The name of the section in fetched rows, long enough not to be a column of an item.
private let sectionKey = "photopickSection"

extension QueryInterfaceRequest {
  /// Returns the part of the request in a window, in a total order.
  fileprivate func shown(in window: ItemWindow) -> Self {
    let ordered = withStableOrder()
    // SQLite treats a negative limit as no limit, and requires a limit before an offset.
    return window == .all ? ordered : ordered.limit(window.limit ?? -1, offset: window.offset)
  }
}
