import GRDB
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column, or an expression over columns, whose values divide items into sections.
///
/// ```swift
/// SectionAttribute.string("folder")
/// SectionAttribute.date("captureDay")
/// SectionAttribute<Bool>(Column("rating") > 3)
/// ```
public struct SectionAttribute<Value: DatabaseValueConvertible & Hashable & Sendable>: Sendable {
  /// The SQL expression of the attribute.
  let expression: SQLExpression

  /// Takes the values of a column.
  ///
  /// - Parameter column: The name of a column of the items' table.
  public init(_ column: String) {
    self.init(Column(column))
  }

  /// Takes the values of an expression, computed for each item.
  public init(_ expression: some SQLSpecificExpressible) {
    self.expression = expression.sqlExpression
  }
}

extension SectionAttribute where Value == Int {
  /// Sections by the whole numbers of a column.
  public static func int(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Double {
  /// Sections by the numbers of a column.
  public static func double(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Bool {
  /// Sections by the truth values of a column: 0 is false, other numbers are true.
  public static func bool(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == String {
  /// Sections by the texts of a column.
  public static func string(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Date {
  /// Sections by the dates of a column, in any of the forms that GRDB reads as a date, UTC.
  ///
  /// Each distinct date is a section: a column that keeps the day gives days.
  public static func date(_ column: String) -> Self { Self(column) }
}

/// The section of all items that have the same value in a column.
public struct AttributeSection<Value: Hashable & Sendable>: Hashable, Identifiable, Sendable {
  /// The common value, or nil for the items that have none (NULL).
  public let value: Value?

  /// The identity of the section is its value.
  public var id: Value? { value }

  /// Makes the section of a value.
  public init(value: Value?) {
    self.value = value
  }
}

/// The section of all items that are related to the same record, such as the photos of an album.
public struct RelationSection<Record: SnapshotElement>: Identifiable, Equatable, Sendable {
  /// The common record, or nil for the items that are related to none.
  public let record: Record?

  /// The identity of the section is that of its record.
  public var id: Record.ID? { record?.id }

  /// Makes the section of a record.
  public init(record: Record?) {
    self.record = record
  }
}
