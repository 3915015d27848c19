import PhotoLibrary
import PhotoPicker

/// A group of duplicates in the output.
struct DuplicateRecord: Sendable {
  private let group: DuplicateGroup
  /// The photos of the group with their numbers.
  private let photos: [PrintedPhoto]

  /// - Parameter view: The view of all groups.
  static func records(of groups: [DuplicateGroup], _ view: NumberedView) -> [DuplicateRecord] {
    groups.enumerated().map { index, group in
      DuplicateRecord(
        group: group, photos: view.picked(Array(view.positions(of: index))).map { PrintedPhoto(picked: $0) })
    }
  }

  /// The paths of all photos but the best.
  var superfluousPaths: [[UInt8]] { group.assets.dropFirst().map(\.pathBytes) }

  func write(_ keys: RecordKeys, to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("kind", group.kind.rawValue)
    writer.entry("certainty", group.kind.certainty)
    writer.key("photos")
    writer.beginArray()
    for photo in photos { photo.write(keys, to: &writer) }
    writer.endArray()
    writer.entry("best", Int64(0))
    writer.entry("reason", group.reason)
    writer.endDictionary()
  }
}

extension DuplicateGroup.Kind {
  /// How sure a listed group is: copies were compared byte by byte, the others by small pictures.
  fileprivate var certainty: String {
    switch self {
    case .copy: "certain"
    case .version, .edit: "likely"
    }
  }
}
