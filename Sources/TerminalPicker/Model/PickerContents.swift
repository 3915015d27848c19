import PhotoLibrary

/// A section of the grid: a heading and photos.
public struct PickerSection: Sendable {
  /// The key of the group, such as `2014-05`; `selected` for photos that were picked earlier.
  public let key: String
  /// The heading.
  public let title: String
  /// The photos in order.
  public let assets: [Asset]

  /// A section from a group of a view.
  public init(_ group: AssetGroup) {
    key = group.key
    title = group.title
    assets = group.assets
  }
}

/// What the grid shows: photos in sections, with positions that count from 0 through all of them.
package struct PickerContents: Sendable {
  /// The sections in order.
  package let sections: [PickerSection]
  /// The number of photos.
  package let count: Int
  private let starts: [Int]

  /// Contents in sections.
  package init(_ sections: [PickerSection] = []) {
    self.sections = sections
    var starts = [Int]()
    var count = 0
    for section in sections {
      starts.append(count)
      count += section.assets.count
    }
    self.starts = starts
    self.count = count
  }

  /// The positions of a section's photos.
  package func positions(of section: Int) -> Range<Int> {
    starts[section]..<(starts[section] + sections[section].assets.count)
  }

  /// The place of a position; `nil` where there is no photo.
  package func path(of position: Int) -> ItemIndexPath? {
    guard (0..<count).contains(position) else { return nil }
    // The last section that begins at or before the position; empty ones begin where the next one does.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return ItemIndexPath(section: low, item: position - starts[low])
  }

  /// The photo at a position; `nil` where there is none.
  package subscript(position: Int) -> Asset? {
    path(of: position).map { sections[$0.section].assets[$0.item] }
  }

  /// The position of a photo; `nil` where it is not shown.
  package func position(of asset: Asset) -> Int? {
    let key = PhotoKey(asset)
    for (section, start) in zip(sections, starts) {
      if let item = section.assets.firstIndex(where: { PhotoKey($0) == key }) { return start + item }
    }
    return nil
  }
}
