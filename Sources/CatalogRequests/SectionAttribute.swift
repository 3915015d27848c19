import GRDB
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column or an expression that determines the section of an item.
///
/// ```swift
/// SectionAttribute.string("folder")
/// SectionAttribute.date("captureDay")
/// SectionAttribute<Bool>(Column("rating") > 3)
/// ```
public struct SectionAttribute<Value: DatabaseValueConvertible & Hashable & Sendable>: Sendable {
  let expression: SQLExpression

  /// Creates an attribute from a column of the items' table.
  public init(_ column: String) { self.init(Column(column)) }

  /// Creates an attribute from an expression, computed for each item.
  public init(_ expression: some SQLSpecificExpressible) {
    self.expression = expression.sqlExpression
  }
}

extension SectionAttribute where Value == Int {
  /// Returns an attribute with the integers of a column.
  public static func int(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Double {
  /// Returns an attribute with the numbers of a column.
  public static func double(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Bool {
  /// Returns an attribute with the Booleans of a column: 0 is false, other numbers are true.
  public static func bool(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == String {
  /// Returns an attribute with the strings of a column.
  public static func string(_ column: String) -> Self { Self(column) }
}

extension SectionAttribute where Value == Date {
  /// Returns an attribute with the dates of a column, in any form that GRDB decodes as a date, UTC.
  ///
  /// Each distinct date is a section, so a column of days results in a section for each day.
  public static func date(_ column: String) -> Self { Self(column) }
}

/// The section of all items that have the same value in a column.
public struct AttributeSection<Value: Hashable & Sendable>: Hashable, Identifiable, Sendable {
  /// The common value, or `nil` for items without a value (NULL).
  public let value: Value?

  public var id: Value? { value }

  public init(value: Value?) { self.value = value }
}

/// The section of all items that are related to the same record, such as the photos of an album.
public struct RelationSection<Record: SnapshotElement>: Identifiable, Equatable, Sendable {
  /// The common record, or `nil` for items without a related record.
  public let record: Record?

  public var id: Record.ID? { record?.id }

  public init(record: Record?) { self.record = record }
}
