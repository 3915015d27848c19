/// The work of decoding a HEIC picture that is derived from others: a grid, an overlay, or a copy (ISO 23008-12, 6.6).
///
/// A few kilobytes can ask for more pictures than can ever be decoded. So the work is counted first, from the boxes
/// that decoders read; files that are ambiguous or couldn't be read completely are refused.
package struct DerivedPictures {
  /// The maximum number of coded pictures that one may be made of, with repetition. Phones use 48.
  package static let pictureLimit: UInt64 = 4096
  /// The maximum number of levels of derivation.
  package static let depthLimit = 4
  /// The maximum number of pixels decoded and composed on the way, per pixel of the result and in addition.
  package static let pixelLimit: (factor: UInt64, extra: UInt64) = (4, 16 << 20)
  private static let referenceLimit = 65_536
  /// The maximum number of properties of items, counted per item.
  private static let associationLimit = 262_144
  private static let tables: [FourCC] = [
    .primaryItem, .itemInfo, .itemLocation, .itemReference, .itemProperties, .itemData,
  ]
  private static let nameLimit = 128
  /// The types of alpha channels (B.2.3.2; ISO 23091-2).
  private static let alphaNames: Set = [
    "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
  ]

  /// The pixels of the largest canvas, or 0 if there is no canvas.
  package private(set) var largestCanvas: UInt64 = 0
  /// Why the work is too much, or `nil` if it isn't.
  package private(set) var excess: String?

  private var sources: [UInt32: [UInt32]] = [:]
  private var alphas: [UInt32: [UInt32]] = [:]
  /// The types of derived items with a canvas.
  private var types: [UInt32: Set<FourCC>] = [:]
  /// The smallest and largest area in pixels that a file states for an item.
  private var areas: [UInt32: ClosedRange<UInt64>] = [:]
  private var known: [UInt32: Work] = [:]
  private let canvases: ItemLocations?

  /// The work of decoding one item.
  private struct Work {
    var pictures: UInt64 = 0
    var pixels: UInt64 = 0
    /// The levels of derivation below it.
    var height = 0

    mutating func add(_ other: Work) {
      pictures = pictures.saturatingSum(other.pictures)
      pixels = pixels.saturatingSum(other.pixels)
      height = max(height, other.height + 1)
    }
  }

  package init?(_ source: ByteSource) {
    let file = BoxRegion(file: source)
    let (boxes, isFileCut) = file.walked()
    let metas = boxes.filter { $0.type == .meta }
    guard let meta = metas.first?.content.loaded().dropFirst(4), let primary = HEIFHeader.primaryItem(meta)
    else { return nil }
    let parts = ItemReferences(.derivedOf, in: meta, limit: Self.referenceLimit)
    let thumbnails = ItemReferences(.thumbnailOf, in: meta, limit: Self.referenceLimit)
    let auxiliaries = ItemReferences(.auxiliaryFor, in: meta, limit: Self.referenceLimit)
    canvases = ItemLocations(of: Set(parts.all.map(\.from)), in: meta, file: file)
    for part in parts.all { sources[part.from, default: []].append(part.to) }
    let (entries, areEntriesCut) = ItemEntry.walked(in: meta)
    for entry in entries {
      if let type = entry.type, type == .gridItem || type == .overlayItem {
        types[entry.number, default: []].insert(type)
      }
    }
    let (tables, isMetaCut) = meta.walked()
    for type in Self.tables where tables.count(where: { $0.type == type }) > 1 {
      excess = Self.twice(type)
    }
    if metas.count > 1 { excess = Self.twice(.meta) }
    guard excess == nil else { return }
    let isLocationCut = tables.contains {
      $0.type == .itemLocation && $0.content.range.count > BoxRegion.readLimit
    }
    let areReferencesWhole = parts.isComplete && thumbnails.isComplete && auxiliaries.isComplete
    guard readProperties(meta, auxiliaries.all), areReferencesWhole, !areEntriesCut, !isFileCut, !isMetaCut,
      !isLocationCut
    else {
      excess = Self.countless
      return
    }
    // A decoder may decode a thumbnail instead of the picture.
    let roots = [primary] + thumbnails.all.filter { $0.to == primary }.map(\.from)
    for root in Set(roots) where excess == nil { check(root) }
    if source.isSpent { excess = excess ?? Self.countless }
  }

  private static let countless = "it is made of more pictures than can be counted"

  private static func twice(_ type: FourCC) -> String {
    "it tells in two places (\(type)) what it is made of"
  }

  /// Reads the areas and alpha channels of items; returns `false` if there are too many properties.
  private mutating func readProperties(_ meta: BoxRegion, _ auxiliaries: [ItemReferences.Reference]) -> Bool {
    guard let box = meta.first(.itemProperties)?.content, let container = box.first(.itemPropertyContainer)
    else { return true }
    let (properties, isContainerCut) = container.content.walked()
    let (associations, isCut) = box.walked()
    guard !isContainerCut, !isCut else { return false }
    // Each property is read once, however often it is used.
    let known = properties.map { Property($0) }
    var channels: Set<UInt32> = []
    var left = Self.associationLimit
    for association in associations where association.type == .itemPropertyAssociation {
      guard association.content.range.count <= BoxRegion.readLimit else { return false }
      for entry in ItemAssociations(association.content.bytes) {
        let numbers = entry.properties
        left -= max(numbers.count, 1)
        guard left >= 0 else { return false }
        for number in numbers where number >= 1 && number <= known.count {
          switch known[number - 1] {
          case .area(let area):
            let range = areas[entry.item] ?? area...area
            areas[entry.item] = min(range.lowerBound, area)...max(range.upperBound, area)
          case .alpha: channels.insert(entry.item)
          case nil: break
          }
        }
      }
    }
    for reference in auxiliaries where channels.contains(reference.from) {
      alphas[reference.to, default: []].append(reference.from)
    }
    return true
  }

  private enum Property {
    case area(UInt64)
    case alpha

    init?(_ box: Box) {
      switch box.type {
      case .imageSpatialExtents:
        let size = box.content.prefix(12)
        self = .area(UInt64(size.uint32(at: 4, .big) ?? 0) * UInt64(size.uint32(at: 8, .big) ?? 0))
      case .auxiliaryType:
        guard let name = box.content.dropFirst(4).prefix(DerivedPictures.nameLimit).trimmedText,
          DerivedPictures.alphaNames.contains(name)
        else { return nil }
        self = .alpha
      default: return nil
      }
    }
  }

  private mutating func check(_ root: UInt32) {
    guard let work = work(of: root, depth: 0) else {
      excess = "it is made of pictures that are made of others more than \(Self.depthLimit) times over"
      return
    }
    let area = areas(of: root).lowerBound
    let most = area.multipliedReportingOverflow(by: Self.pixelLimit.factor)
    let limit = most.overflow ? .max : most.partialValue.saturatingSum(Self.pixelLimit.extra)
    if work.pictures > Self.pictureLimit {
      excess =
        "it is made of \(work.pictures == .max ? "countless" : "\(work.pictures)") pictures"
        + ", more than the \(Self.pictureLimit) that one may be made of"
    } else if work.pixels - area > limit {
      excess = "it takes \(work.pixels / 1_000_000) million pixels to make one of \(area) pixels"
    }
  }

  /// The work of decoding an item; `nil` if it has too many levels, as in a cycle.
  private mutating func work(of item: UInt32, depth: Int) -> Work? {
    if let work = known[item] { return depth + work.height <= Self.depthLimit ? work : nil }
    guard depth <= Self.depthLimit else { return nil }
    var work = Work(pixels: areas(of: item).upperBound)
    let sources = sources[item] ?? []
    if sources.isEmpty { work.pictures = 1 }
    for source in sources + (alphas[item] ?? []) {
      guard let other = self.work(of: source, depth: depth + 1) else { return nil }
      work.add(other)
    }
    known[item] = work
    return work
  }

  /// The smallest and largest area of an item, by its properties and its canvas.
  private mutating func areas(of item: UInt32) -> ClosedRange<UInt64> {
    var range = areas[item]
    guard let types = types[item], let data = canvases?.data(of: item, limit: 32) else {
      return range ?? 0...0
    }
    for type in types {
      // Version and flags; rows and columns, or the canvas fill; then the size in 16 or 32 bits (6.6.2.3.2 and
      // 6.6.2.4.2).
      let start = type == .gridItem ? 4 : 10
      let size = (data[1] ?? 0) & 1 == 0 ? 2 : 4
      let width = data.integer(at: start, size: size, .big) ?? 0
      let height = data.integer(at: start + size, size: size, .big) ?? 0
      let area = width * height
      largestCanvas = max(largestCanvas, area)
      range = min(range?.lowerBound ?? area, area)...max(range?.upperBound ?? area, area)
    }
    return range ?? 0...0
  }
}

extension UInt64 {
  /// Returns the sum, or the maximum if it overflows.
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
