import PhotoFiles
import PhotoFormats

/// Groups by the value of a field.
///
///     var collection = AssetCollection(assets, grouping: FieldGrouping(AssetField(.focalLength)))
///     collection.groups.first?.title   // "24 mm"
///
/// Numbers are rounded to a useful precision and dates to days. A photo belongs to the group of each of its keywords.
public struct FieldGrouping: AssetGrouping {
  public let field: AssetField
  private let hasSeveralValues: Bool

  public init(_ field: AssetField) {
    self.field = field
    hasSeveralValues = field.hasSeveralValues
  }

  public func bucket(for asset: Asset) -> FieldOrder? {
    guard let value = field.value(asset) else { return nil }
    return hasSeveralValues ? Self.orders(of: value.texts).first : bucket(of: value)
  }

  public func otherBuckets(for asset: Asset) -> [FieldOrder] {
    guard hasSeveralValues, let value = field.value(asset) else { return [] }
    return Array(Self.orders(of: value.texts).dropFirst())
  }

  private static func orders(of texts: [String]) -> [FieldOrder] {
    texts.map { FieldOrder.text(Array($0.utf8)) }.uniqued()
  }

  /// Returns the group of the assets with a value of a field that has one value.
  func bucket(of value: FieldValue) -> FieldOrder? {
    switch value {
    case .date(let date): .text(Array(date.iso8601.utf8.prefix(Self.dayLength)))
    case .moment(let time): .text(Array(time.iso8601.utf8.prefix(Self.dayLength)))
    case .text, .bytes, .list, .integer, .number, .flag, .regions:
      switch FieldOrder(value) {
      case .number(let number): .number(field.unit?.rounded(number) ?? number)
      case let order: order
      }
    }
  }

  private static let dayLength = 10

  /// The value in its input format, such as `1/250`, `85` or `Temple`.
  public func key(of bucket: FieldOrder) -> String {
    if case .number(let number) = bucket, let unit = field.unit { return unit.shortText(number) }
    return bucket.text
  }

  /// The value with its unit, or prefixed by the field if ambiguous: "85 mm", "iso 1600".
  public func title(of bucket: FieldOrder) -> String {
    switch bucket {
    case .number(let number): field.unit?.text(number) ?? "\(field.name) \(bucket.text)"
    case .text: field.kind == .flag ? "\(field.name) \(bucket.text)" : bucket.text
    }
  }

  public var missing: (key: String, title: String) {
    ("none", field == AssetField(.rating) ? "Unrated" : "No \(field.name)")
  }
  public var isScale: Bool { [.integer, .number, .date].contains(field.kind) }
}

extension AssetField {
  /// Whether an asset can have several values, and belong to several groups.
  package var hasSeveralValues: Bool { kind == .list || kind == .regions }
}

extension FieldValue {
  fileprivate var texts: [String] {
    switch self {
    case .list(let texts): texts
    case .regions(let faces): faces.map(\.name).filter { !$0.isEmpty }
    case .text, .bytes, .integer, .number, .flag, .date, .moment: []
    }
  }
}

/// Sorts by the value of a field, then naturally by path. Assets without a value come last.
public struct FieldSorter: AssetSorter {
  public let field: AssetField
  public let direction: SortDirection

  public init(_ field: AssetField, _ direction: SortDirection = .ascending) {
    self.field = field
    self.direction = direction
  }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    precedes((order(of: left), left), (order(of: right), right))
  }

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

/// A field value as a sort key: numbers by magnitude, strings in natural order.
public enum FieldOrder: Hashable, Comparable, Sendable {
  case number(Double)
  case text([UInt8])

  /// Returns `nil` if the value is an infinite number or NaN.
  public init?(_ value: FieldValue) {
    switch value {
    case .integer(let number): self = .number(Double(number))
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(number)
    case .text, .bytes, .list, .flag, .date, .moment, .regions: self = .text(value.bytes)
    }
  }

  public var text: String {
    switch self {
    case .number(let number): number.shortestText
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
