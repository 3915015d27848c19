/// The work of decoding a HEIC or AVIF whose picture is made of others: of tiles in a grid, of pictures laid over each
/// other, or of a copy (ISO/IEC 23008-12, 6.6).
///
/// A picture may be made of another one many times, and so may that one: a file of a few kilobytes can ask for more
/// pictures than can ever be decoded. Decoders do what the file asks for, so this is worked out beforehand, from the same
/// boxes as theirs: what may be read in two ways, or was not read to its end, is too much.
package struct DerivedPictures {
  /// The most coded pictures that are decoded for one, each counted as often as it is used. Phones use 48 tiles.
  package static let pictureLimit: UInt64 = 4096
  /// How many times a picture may be made of pictures that are made of pictures.
  package static let depthLimit = 4
  /// The most pixels that are decoded and composed on the way, for each pixel of the result and in all.
  package static let pixelLimit: (factor: UInt64, extra: UInt64) = (4, 16 << 20)
  /// How many references are read at most.
  private static let referenceLimit = 65_536
  /// How many properties items are given at most, each counted for each item.
  private static let associationLimit = 262_144
  /// The boxes of which there is one at most.
  private static let tables: [FourCC] = [
    .primaryItem, .itemInfo, .itemLocation, .itemReference, .itemProperties, .itemData,
  ]
  /// The longest name of an auxiliary picture.
  private static let nameLimit = 128
  /// The names of alpha channels (ISO/IEC 23008-12, B.2.3.2 and ISO/IEC 23091-2).
  private static let alphaNames: Set = [
    "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
  ]

  /// The pixels of the largest canvas on which pictures are put together; 0 if there is none.
  package private(set) var largestCanvas: UInt64 = 0
  /// Why the work is too much; `nil` if it is not.
  package private(set) var excess: String?

  /// The items that each derived item is made of.
  private var sources: [UInt32: [UInt32]] = [:]
  /// The alpha channels of items.
  private var alphas: [UInt32: [UInt32]] = [:]
  /// Which items have a canvas, and of which kinds.
  private var types: [UInt32: Set<FourCC>] = [:]
  /// The least and the most pixels that items tell.
  private var areas: [UInt32: ClosedRange<UInt64>] = [:]
  private var known: [UInt32: Work] = [:]
  private let canvases: ItemLocations?

  /// What decoding one item takes.
  private struct Work {
    var pictures: UInt64 = 0
    var pixels: UInt64 = 0
    /// How many pictures lie between it and the coded ones.
    var height = 0

    mutating func add(_ other: Work) {
      pictures = pictures.saturatingSum(other.pictures)
      pixels = pixels.saturatingSum(other.pixels)
      height = max(height, other.height + 1)
    }
  }

  /// Reads the items of a file; `nil` if it has none.
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
    // A thumbnail may be decoded in place of the picture, and so before it.
    let roots = [primary] + thumbnails.all.filter { $0.to == primary }.map(\.from)
    for root in Set(roots) where excess == nil { check(root) }
    if source.isSpent { excess = excess ?? Self.countless }
  }

  private static let countless = "it is made of more pictures than can be counted"

  private static func twice(_ type: FourCC) -> String {
    "it tells in two places (\(type)) what it is made of"
  }

  /// Fills in the sizes of items, and adds alpha channels to what they belong to; returns false if there is more.
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

  /// What a property says that counts here.
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

  // MARK: Counting

  private mutating func check(_ root: UInt32) {
    guard let work = work(of: root, depth: 0) else {
      excess = "it is made of pictures that are made of others more than \(Self.depthLimit) times over"
      return
    }
    // The least that the result may be.
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

  /// What decoding an item takes; `nil` if it goes too deep, as it does in a circle.
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

  /// The least and the most pixels of an item: by its properties, and by its canvas.
  private mutating func areas(of item: UInt32) -> ClosedRange<UInt64> {
    var range = areas[item]
    guard let types = types[item], let data = canvases?.data(of: item, limit: 32) else {
      return range ?? 0...0
    }
    for type in types {
      // Version and flags come first; then rows and columns, or a colour; then the size in 16 or 32 bits (6.6.2.3.2 and
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
  fileprivate func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
