import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// Zooms to faces, and toggles the viewing aids.
extension PickerPages {
  /// Zooms each photo to its next face; after the last face of all, returns to the former zoom.
  mutating func showNextFace() {
    let count = lookedAtPictures.map(\.uprightFaces.count).max() ?? 0
    guard count > 0 else {
      model.message =
        look.compared.isEmpty
        ? "No face is marked in this photo." : "No face is marked in these photos."
      return
    }
    let next = look.face.map { $0 + 1 } ?? 0
    look.face = next < count ? next : nil
  }

  /// Returns the face that a pane shows, with its number from 1; `nil` unless the view is zoomed to faces.
  package func face(of asset: Asset) -> (region: FaceRegion, number: Int, count: Int)? {
    guard let index = look.face else { return nil }
    let faces = asset.uprightFaces
    return faces.isEmpty ? nil : (faces[index % faces.count], index % faces.count + 1, faces.count)
  }

  /// The name of a shown face, such as `Ann` or `face 2 of 3`.
  package func faceName(of asset: Asset) -> String? {
    face(of: asset).map { face in
      face.region.name.isEmpty ? "face \(face.number) of \(face.count)" : face.region.name
    }
  }

  /// Returns the place that a pane shows: a face, otherwise the common one.
  package func place(of asset: Asset, pane: Int) -> LookState.Place {
    place(look.place, of: asset, pane: pane)
  }

  /// Returns the place that a pane shows while the pane in focus shows a place: a face, otherwise the same part of the frame.
  package func place(_ place: LookState.Place, of asset: Asset, pane: Int) -> LookState.Place {
    guard let view = view(of: asset, pane: pane) else { return place }
    if let face = face(of: asset) { return view.place(of: face.region) }
    guard let focused = pictureInFocus.flatMap({ self.view(of: $0, pane: paneInFocus) }) else { return place }
    return view.place(alignedWith: place, in: focused)
  }

  /// Continues with the place of the focused face, which zooming and panning change.
  mutating func leaveFaces() {
    guard look.face != nil, let picture = pictureInFocus else { return }
    look.move(to: place(of: picture, pane: paneInFocus))
    look.face = nil
  }

  /// Switches to the next overlay: clipping, edges in focus, both, none.
  mutating func toggleAids() {
    look.aids =
      switch look.aids {
      case []: .clipping
      case .clipping: .focus
      case .focus: [.clipping, .focus]
      default: []
      }
    model.message =
      switch look.aids {
      case .clipping: "Red: clipped highlights. Blue: clipped shadows."
      case .focus: "Green: edges in focus."
      case []: "No overlay."
      default: "Red and blue: clipped. Green: edges in focus."
      }
  }
}

extension LookView {
  /// The size of the pane relative to a face that fills it with its surroundings.
  private static let faceMargin = 1.8
  private static let largestFactor = 8.0

  func place(of face: FaceRegion) -> LookState.Place {
    let (width, height) = (face.width * Double(size.width), face.height * Double(size.height))
    let factor = min(
      Double(pane.width) / max(width * Self.faceMargin, 1),
      Double(pane.height) / max(height * Self.faceMargin, 1), Self.largestFactor)
    return LookState.Place(
      zoom: factor > fit ? .factor(factor) : .fit,
      center: LookState.Point(x: face.x + face.width / 2, y: face.y + face.height / 2))
  }
}
