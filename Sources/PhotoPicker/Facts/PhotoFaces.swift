import PhotoFormats
import PhotoLibrary

extension Asset {
  /// The marked faces as fractions of the upright picture, from left to right.
  package var uprightFaces: [FaceRegion] {
    guard case .regions(let faces)? = values[.faces] else { return [] }
    let orientation = orientation ?? .up
    return faces.map { $0.upright(orientation) }.sorted { $0.x < $1.x }
  }
}
