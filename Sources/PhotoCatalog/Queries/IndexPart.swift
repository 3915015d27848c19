import GRDB
import PhotoFormats

/// A part of an index of dates: one group of a view, or a part of one.
struct IndexPart {
  /// The index.
  var index = "photo_dates"
  /// The values that columns have in the part.
  let columns: [String: (any DatabaseValueConvertible)?]
}

extension IndexPart {
  /// All photos of a format.
  init(_ format: PhotoFormat) { self.init(columns: ["format": format.rawValue]) }
}
