import PhotoFiles
import PhotoFormats

/// Groups by the value of a field.
///
///     var collection = AssetCollection(assets, grouping: FieldGrouping(AssetField(.software)))
///     collection.groups.first?.key   // "Ver.1.00"
public struct FieldGrouping: AssetGrouping {
  /// The field.
  public let field: AssetField

  /// Groups by a field.
  public init(_ field: AssetField) { self.field = field }

  public func bucket(for asset: Asset) -> FieldOrder? { field.value(asset).flatMap(FieldOrder.init) }
  /// The value as records write it.
  public func key(of bucket: FieldOrder) -> String { bucket.text }
  /// The value as records write it.
  public func title(of bucket: FieldOrder) -> String { bucket.text }
  public var missing: (key: String, title: String) { ("none", "No \(field.name)") }
}

/// By the value of a field; assets without one come last, equal values by path in natural order.
public struct FieldSorter: AssetSorter {
  /// The field.
  public let field: AssetField
  /// Which way the values run.
  public let direction: SortDirection

  /// A sorter.
  public init(_ field: AssetField, _ direction: SortDirection = .ascending) {
    self.field = field
    self.direction = direction
  }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    precedes((order(of: left), left), (order(of: right), right))
  }

  /// Each value is taken once, not once for every comparison.
  public func sorted(_ assets: [Asset]) -> [Asset] {
    assets.map { (order(of: $0), $0) }.sorted(by: precedes).map(\.1)
  }

  private func order(of asset: Asset) -> FieldOrder? { field.value(asset).flatMap(FieldOrder.init) }

  private func precedes(_ left: (FieldOrder?, Asset), _ right: (FieldOrder?, Asset)) -> Bool {
    switch (left.0, right.0) {
    case (let first?, let second?) where first != second: (first < second) == (direction == .ascending)
    case (_?, nil): true
    case (nil, _?): false
    default: AssetOrder.pathPrecedes(left.1, right.1)
    }
  }
}

/// The value of a field in its order: numbers by size, texts in natural order.
public enum FieldOrder: Hashable, Comparable, Sendable {
  case number(Double)
  case text([UInt8])

  /// The order of a value, or `nil` for a number that has none.
  public init?(_ value: FieldValue) {
    switch value {
    case .integer(let number): self = .number(Double(number))
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(number)
    default: self = .text(value.bytes)
    }
  }

  /// The value as records write it.
  public var text: String {
    switch self {
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? number.description
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  public static func < (left: FieldOrder, right: FieldOrder) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let left), .text(let right)): FileName.naturalOrder(left, right) < 0
    }
  }
}
