import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// A range of photos, which the page requests as the user scrolls.
struct PageRows: Encodable {
  static let limit = 500

  struct Row: Encodable {
    let id: Int
    let name: String
    let date: String?
    let isFileDate: Bool?
    let width: UInt32?
    let height: UInt32?
    let kind: String
    let format: String
    let length: String?
    /// -1 for a rejected photo, `nil` for an unrated one.
    let stars: Int?
    let label: String?
    let number: Int?
    let refusal: String?
    let damage: String?
    let crop: Crop?
    let stack: Stack?
    let duplicates: Duplicates?
    /// The marked faces, if any.
    let faces: [Face]?
    /// The pictures of the shot, the best first, which is the photo.
    let pictures: [Picture]?
  }

  /// A picture of a shot, which the full view may display instead of the photo.
  struct Picture: Encodable {
    let id: Int
    let name: String
    /// `RAW`, `JPEG` or `edit`.
    let title: String
    /// Identifies pictures of different shots that are compared with one another, for example `raw 1`.
    let kind: String
    let width: UInt32?
    let height: UInt32?
    let damage: String?
    let faces: [Face]?

    init(_ picture: Asset, _ kind: ShotPictures.Kind, id: Int) {
      self.id = id
      name = SafeText.escaping(picture.name.text)
      title = PhotoFacts.kind(of: picture)
      self.kind = kind.name
      (width, height) = (picture.shownSize?.width, picture.shownSize?.height)
      damage = picture.damage
      faces = Face.all(of: picture)
    }
  }

  /// A face, in parts of the width and height of the upright photo.
  struct Face: Encodable {
    let name: String
    let x: Double, y: Double
    let width: Double, height: Double

    init(_ face: FaceRegion) {
      name = SafeText.escaping(face.name)
      (x, y, width, height) = (face.x, face.y, face.width, face.height)
    }

    /// Returns the faces of a photo; `nil` if there are none.
    static func all(of photo: Asset) -> [Face]? {
      let faces = photo.uprightFaces
      return faces.isEmpty ? nil : faces.map(Face.init)
    }
  }

  /// The group of duplicates that the photo belongs to.
  struct Duplicates: Encodable {
    let kind: String
    /// The name of the best photo.
    let best: String

    init(_ group: DuplicateGroup) {
      kind = group.kind.rawValue
      best = SafeText.escaping(group.assets.first?.name.text ?? "")
    }
  }

  /// The files that the photo represents, and its burst.
  struct Stack: Encodable {
    let badge: String?
    /// Identifies the burst whose shots stand side by side.
    let burst: String?
    /// For example, `burst 5`.
    let burstBadge: String?
    let isCollapsed: Bool

    init(_ asset: Asset, _ stack: AssetStack, _ unit: ViewUnit) {
      badge = unit.badge(of: asset)
      let isBurst = stack.shotCount > 1
      isCollapsed = unit == .burst && isBurst
      burst = unit == .shot && isBurst ? stack.identifier : nil
      burstBadge = burst == nil ? nil : stack.badge
    }
  }

  /// A crop in pixels with orientation applied, and the size of the largest crop.
  struct Crop: Encodable {
    let x: UInt32
    let y: UInt32
    let width: UInt32
    let height: UInt32
    let mostWidth: UInt32
    let mostHeight: UInt32

    init(_ crop: CropFrame) {
      (x, y) = (crop.rectangle.x, crop.rectangle.y)
      (width, height) = (crop.rectangle.size.width, crop.rectangle.size.height)
      (mostWidth, mostHeight) = (crop.largest.width, crop.largest.height)
    }
  }

  let view: Int
  let from: Int
  let photos: [Row]

  init(_ notice: PageBoard.Notice, _ numbers: PhotoNumbers, from start: Int, count: Int) {
    let contents = notice.model.contents
    let first = min(start, contents.count)
    let assets = (first..<first + min(count, Self.limit, contents.count - first)).compactMap { contents[$0] }
    view = notice.view
    from = start
    photos = zip(assets, numbers.numbers(of: assets)).map { asset, number in
      let pictures = ShotPictures.pictures(of: asset, in: notice.model.contents.unit)
      let ids = pictures.count > 1 ? numbers.numbers(of: pictures.map(\.asset)) : []
      return Row(
        asset, number: number, zip(pictures, ids).map { Picture($0.asset, $0.kind, id: $1) }, in: notice.model
      )
    }
  }

  /// Returns the aspect ratios of all photos, one byte each: 128 for a square, 64 steps for each doubling of width to
  /// height.
  static func shapes(of contents: NumberedView) -> [UInt8] {
    contents.groups.flatMap { $0.assets.map(Self.shape) }
  }

  private static func shape(_ asset: Asset) -> UInt8 {
    // Most cameras use 4:3. The row contains the exact size.
    let shape = asset.shownSize.map { Double($0.width) / Double($0.height) } ?? 4.0 / 3
    return UInt8(clamping: Int((128 + 64 * log2(shape)).rounded()))
  }
}

extension PageRows.Row {
  fileprivate init(_ asset: Asset, number: Int, _ pictures: [PageRows.Picture], in model: PickerModel) {
    id = number
    name = SafeText.escaping(asset.name.text)
    date = asset.wallTime.map { PhotoFacts.date($0) }
    isFileDate = asset.isDatedByFile ? true : nil
    width = asset.shownSize?.width
    height = asset.shownSize?.height
    kind = asset.isVideo ? "video" : "photo"
    format = asset.format.rawValue
    length = asset.duration.map(PhotoFacts.length)
    stars = asset.stars == 0 ? nil : asset.stars ?? -1
    label = asset.label?.isEmpty == false ? asset.label : nil
    self.number = model.picks.number(of: asset)
    refusal = model.refusal(of: asset)
    damage = asset.damage
    crop = model.crop(of: asset).map { PageRows.Crop($0) }
    stack = asset.stack.map { PageRows.Stack(asset, $0, model.contents.unit) }
    duplicates = asset.duplicates.map(PageRows.Duplicates.init)
    faces = PageRows.Face.all(of: asset)
    self.pictures = pictures.isEmpty ? nil : pictures
  }
}
