import PhotoFormats

extension MarkChange {
  /// The position where a photo was taken.
  public enum Place: Sendable, Hashable {
    case set(GeoLocation)
    /// No position in the sidecar; one in the photo stays.
    case removed
  }
}

extension MarkChange.Place {
  /// The values of the properties of a position (XMP part 2, 3.3). A position without altitude removes another one's.
  var values: [(property: MarkProperty, texts: [String])] {
    let texts =
      if case .set(let location) = self { location.xmpTexts } else { [(name: String, text: String)]() }
    return MarkProperty.place.map { property in
      (property, texts.filter { $0.name == property.name }.map(\.text))
    }
  }
}

extension MarkProperty {
  static let place: [MarkProperty] = [.latitude, .longitude, .altitude, .altitudeReference]
}
