import PhotoFormats
import Testing

@testable import PhotoLibrary

extension CivilTime {
  /// The current time: Thursday, 15 May 2014, 10:30.
  static let noon = CivilTime(year: 2014, month: 5, day: 15, hour: 10, minute: 30) ?? CivilTime(seconds: 0)
}

extension AssetCondition {
  /// Parses a query at `noon`.
  init(at query: String) throws(ConditionError) { try self.init(query, now: .noon) }
}

extension [Asset] {
  func found(_ query: String) throws -> [String] {
    let condition = try AssetCondition(at: query)
    return filter(condition.matches).names
  }
}

extension Asset {
  /// An asset with the given field values.
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
