import PhotoFiles
import PhotoFormats
import SystemPackage

public protocol AssetSorter: Sendable {
  func precedes(_ left: Asset, _ right: Asset) -> Bool
  /// Sorts assets. Implement this for an algorithm faster than pairwise comparison.
  func sorted(_ assets: [Asset]) -> [Asset]
  /// The direction of dates if this is an order by date; groups of dates follow it.
  var dateDirection: SortDirection? { get }
}

extension AssetSorter {
  public var dateDirection: SortDirection? { nil }

  public func sorted(_ assets: [Asset]) -> [Asset] { assets.sorted { precedes($0, $1) } }
}

/// Sorts by local capture time, then path, both in the same direction. Undated assets come last, by path.
public struct DateSorter: AssetSorter {
  public let direction: SortDirection

  public init(_ direction: SortDirection = .descending) { self.direction = direction }

  public var dateDirection: SortDirection? { direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    precedes(moment(of: left, at: 0), moment(of: right, at: 1), [left, right])
  }

  public func sorted(_ assets: [Asset]) -> [Asset] {
    assets.enumerated().map { moment(of: $1, at: $0) }.sorted { precedes($0, $1, assets) }
      .map { assets[$0.index] }
  }

  /// The capture time as ascending numbers, and the index in the original array.
  private struct Moment {
    var seconds: Int64
    var nanoseconds: Int64
    var index: Int
  }

  private func precedes(_ left: Moment, _ right: Moment, _ assets: [Asset]) -> Bool {
    if left.seconds != right.seconds { return left.seconds < right.seconds }
    if left.nanoseconds != right.nanoseconds { return left.nanoseconds < right.nanoseconds }
    let isTurned = direction == .descending && left.seconds != .max
    let (first, second) = isTurned ? (right, left) : (left, right)
    return AssetOrder.pathPrecedes(assets[first.index], assets[second.index])
  }

  private func moment(of asset: Asset, at index: Int) -> Moment {
    guard let seconds = asset.wallTime?.seconds else {
      return Moment(seconds: .max, nanoseconds: 0, index: index)
    }
    let sign: Int64 = direction == .ascending ? 1 : -1
    return Moment(
      seconds: seconds * sign, nanoseconds: Int64(asset.date?.nanoseconds ?? 0) * sign, index: index)
  }
}

/// Sorts naturally by name, then folder.
public struct NameSorter: AssetSorter {
  public let direction: SortDirection

  public init(_ direction: SortDirection = .ascending) { self.direction = direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    let order = FileName.naturalOrder(left.name.bytes, right.name.bytes)
    if order != 0 { return (order < 0) == (direction == .ascending) }
    return AssetOrder.pathPrecedes(left, right)
  }
}

/// The positions of paths in a list.
public struct GivenOrder: Sendable {
  private let positions: [[UInt8]: Int]

  /// Creates the order of a list of files and folders, absolute or relative to the current folder.
  public init(_ list: [FilePath] = []) {
    let paths = RootPath.resolve(list).lazy.map(\.path.fileSystemBytes)
    positions = Dictionary(zip(paths, 0...)) { first, _ in first }
  }

  /// Returns the first position of each asset or of a folder that contains it, otherwise `.max`.
  package func positions(of assets: [Asset]) -> [Int] {
    if positions.isEmpty { return Array(repeating: .max, count: assets.count) }
    var folders: [Folder: Int] = [:]
    return assets.map { asset in
      let folder = folders[asset.folder] ?? position(of: asset.folder)
      folders[asset.folder] = folder
      return position(of: asset, in: folder)
    }
  }

  /// Returns the first position of the asset or of a folder that contains it, otherwise `.max`.
  fileprivate func position(of asset: Asset) -> Int { position(of: asset, in: position(of: asset.folder)) }

  /// - Parameter folder: The position of the asset's folder.
  private func position(of asset: Asset, in folder: Int) -> Int {
    positions.isEmpty ? .max : min(positions[asset.pathBytes] ?? .max, folder)
  }

  /// Returns the first position of the folder or of one that contains it, otherwise `.max`.
  private func position(of folder: Folder) -> Int {
    if positions.isEmpty { return .max }
    let path = folder.path.fileSystemBytes
    let ends = [path.count] + path.indices.filter { path[$0] == UInt8(ascii: "/") }.map { max($0, 1) }
    return ends.compactMap { positions[Array(path[..<$0])] }.min() ?? .max
  }
}

/// Sorts by position in a list, such as the result of a search, then naturally by path. Assets that aren't in the list
/// come last.
public struct GivenSorter: AssetSorter {
  private let order: GivenOrder
  public let direction: SortDirection

  public init(_ order: GivenOrder, _ direction: SortDirection = .ascending) {
    (self.order, self.direction) = (order, direction)
  }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    precedes((order.position(of: left), left), (order.position(of: right), right))
  }

  public func sorted(_ assets: [Asset]) -> [Asset] {
    zip(order.positions(of: assets), assets).map { (position: $0, asset: $1) }
      .sorted { precedes($0, $1) }.map(\.asset)
  }

  private func precedes(_ left: (position: Int, asset: Asset), _ right: (position: Int, asset: Asset)) -> Bool
  {
    if left.position == right.position { return AssetOrder.pathPrecedes(left.asset, right.asset) }
    if left.position == .max || right.position == .max { return right.position == .max }
    return (left.position < right.position) == (direction == .ascending)
  }
}

/// Sorts by file size in bytes, then naturally by path.
public struct SizeSorter: AssetSorter {
  public let direction: SortDirection

  public init(_ direction: SortDirection = .descending) { self.direction = direction }

  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    if left.fileSize != right.fileSize {
      return (left.fileSize < right.fileSize) == (direction == .ascending)
    }
    return AssetOrder.pathPrecedes(left, right)
  }
}
