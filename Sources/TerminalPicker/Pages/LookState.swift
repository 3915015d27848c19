import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

package struct LookState: Sendable, Hashable {
  package enum Zoom: Sendable, Hashable {
    case fit
    /// The number of screen pixels for each photo pixel.
    case factor(Double)
  }

  private static let factors = [0.125, 0.25, 0.5, 1, 2, 4, 8]
  /// The distance of a panning step, relative to the region.
  private static let panStep = 0.25

  package struct Place: Sendable, Hashable {
    package var zoom = Zoom.fit
    /// The center of the region, relative to width and height.
    package var center = Point(x: 0.5, y: 0.5)
  }

  private static let trailLimit = 4

  package private(set) var place = Place() {
    didSet {
      guard place != oldValue else { return }
      trail = [oldValue] + trail.prefix(Self.trailLimit - 1)
    }
  }
  /// Previous places, latest first. A picture of one is shown until the new picture is ready.
  package private(set) var trail: [Place] = []
  /// The compared photos; empty while a single photo is open.
  package var compared: [Asset] = []
  /// Which pictures of the shots are displayed.
  package internal(set) var pictures = ShotPictures()
  package var focus = 0
  /// The crop being moved; `nil` while keys have their usual meaning.
  package internal(set) var crop: CropMove?
  /// Previous crops, latest first. A picture of one is shown until the new picture is ready.
  package private(set) var cropTrail: [PixelRectangle] = []
  package var showsFacts = false
  /// The overlays on the pictures.
  package var aids: ViewingAids = []
  /// The number of the face that each photo shows, modulo the number of its faces; `nil` to show `place`.
  package internal(set) var face: Int?

  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double
  }

  package struct CropMove: Sendable, Hashable {
    package let asset: Asset
    package let before: CropFrame
    /// The position at which the user grabbed the crop, in photo pixels, and the crop at that moment.
    var grip: Grip?

    struct Grip: Sendable, Hashable {
      let x: Int, y: Int
      let frame: CropFrame
    }
  }

  mutating func leaveTrail(_ crop: PixelRectangle) {
    cropTrail = [crop] + cropTrail.prefix(Self.trailLimit - 1)
  }

  package var isZoomed: Bool { place.zoom != .fit || face != nil }

  /// `100 %`, `fit`.
  package var zoomName: String {
    switch place.zoom {
    case .fit: "fit"
    case .factor(let factor): factor < 0.2 ? "12.5 %" : "\(Int(factor * 100)) %"
    }
  }

  package mutating func reset() {
    place = Place()
    face = nil
  }

  mutating func move(to place: Place) { self.place = place }

  package mutating func toggleFull() {
    if isZoomed { reset() } else { place.zoom = .factor(1) }
  }

  /// Zooms by one step.
  ///
  /// - Parameter fit: the factor at which the complete photo fits the pane.
  package mutating func zoom(isIn: Bool, fit: Double) {
    let now = if case .factor(let factor) = place.zoom { factor } else { fit }
    let next = isIn ? Self.factors.first { $0 > now * 1.001 } : Self.factors.last { $0 < now * 0.999 }
    guard let next else {
      // The complete photo may be smaller than the smallest step.
      if !isIn { reset() }
      return
    }
    if next > fit { place.zoom = .factor(next) } else { reset() }
  }

  package mutating func pan(right: Int, down: Int, seeing part: Point) {
    let moved = Point(
      x: place.center.x + Double(right) * Self.panStep * part.x,
      y: place.center.y + Double(down) * Self.panStep * part.y)
    place.center = Point(
      x: min(max(moved.x, part.x / 2), 1 - part.x / 2), y: min(max(moved.y, part.y / 2), 1 - part.y / 2))
  }
}

/// The part of a photo that a pane shows.
package struct LookView: Sendable {
  let size: PixelSize
  let pane: (width: Int, height: Int)

  init?(_ asset: Asset, _ area: CellArea, _ cell: CellSize) {
    guard let size = asset.shownSize else { return nil }
    self.size = size
    pane = (area.columns * cell.width, area.rows * cell.height)
  }

  /// The factor at which the complete photo fits the pane.
  var fit: Double { min(fill, 1) }

  /// The factor at which the complete photo fills the pane.
  private var fill: Double {
    min(Double(pane.width) / Double(size.width), Double(pane.height) / Double(size.height))
  }

  /// Returns the place at which the pane shows the same part of the frame as another pane. Pictures of one scene may have
  /// different sizes.
  func place(alignedWith place: LookState.Place, in other: LookView) -> LookState.Place {
    guard case .factor(let factor) = place.zoom else { return place }
    return LookState.Place(zoom: .factor(factor * fill / other.fill), center: place.center)
  }

  /// Returns the photo pixel at a position of the pane while the complete photo fits; it may lie outside of the
  /// photo.
  ///
  /// - Parameter enlarges: `true` if the pane enlarges small photos, as symbol graphics do.
  func pixel(x: Double, y: Double, enlarges: Bool) -> (x: Int, y: Int) {
    let (width, height) = (Double(pane.width), Double(pane.height))
    let scale = enlarges ? fill : fit
    return (
      Int(((x - width / 2) / scale + Double(size.width) / 2).rounded(.down)),
      Int(((y - height / 2) / scale + Double(size.height) / 2).rounded(.down))
    )
  }

  /// Returns the shown parts of width and height at a factor, from 0 to 1.
  func part(at factor: Double) -> LookState.Point {
    LookState.Point(
      x: min(Double(pane.width) / factor / Double(size.width), 1),
      y: min(Double(pane.height) / factor / Double(size.height), 1))
  }

  /// Returns the region in view; `nil` if that is the complete photo.
  func region(_ place: LookState.Place) -> PictureRequest.Region? {
    guard case .factor(let factor) = place.zoom, factor > fit else { return nil }
    let part = part(at: factor)
    let (x, width) = Self.range(center: place.center.x, part: part.x, of: Int(size.width))
    let (y, height) = Self.range(center: place.center.y, part: part.y, of: Int(size.height))
    return PictureRequest.Region(x: x, y: y, width: width, height: height, factor: factor)
  }

  private static func range(center: Double, part: Double, of side: Int) -> (start: Int, length: Int) {
    let length = min(max(Int((part * Double(side)).rounded()), 1), side)
    let start = Int(((center - part / 2) * Double(side)).rounded())
    return (min(max(start, 0), side - length), length)
  }
}
