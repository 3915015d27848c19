import PhotoFormats
import Testing

@testable import PhotoLibrary

extension CivilTime {
  /// Thursday, 15 May 2014, 10:30: the time from which tests count.
  static let noon = CivilTime(year: 2014, month: 5, day: 15, hour: 10, minute: 30) ?? CivilTime(seconds: 0)
}

extension AssetCondition {
  /// The condition of a query, counted from `noon`.
  init(at query: String) throws(ConditionError) { try self.init(query, now: .noon) }
}

extension [Asset] {
  /// The names of the assets that a query finds.
  func found(_ query: String) throws -> [String] {
    let condition = try AssetCondition(at: query)
    return filter(condition.matches).names
  }
}

extension Asset {
  /// An asset with values of fields.
  static func having(
    _ name: String, _ date: String? = nil, in folder: String = "/photos/Trip",
    values: [MetadataField: FieldValue] = [:], change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    .sample(name, date, in: .init(folder)) { metadata in
      for (field, value) in values { metadata.values[field] = value }
      change(&metadata)
    }
  }
}
