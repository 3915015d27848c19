extension XMPFields {
  /// Adds people and faces, for each field from the first scheme that has one.
  mutating func addPeople(_ values: XMPValues, _ names: XMPVocabulary) {
    let regions = Self.regions(values, names)
    let microsoft = values.structures([names.microsoftName, names.microsoftRectangle]).map { region in
      (
        name: region[names.microsoftName]?.trimmedText ?? "",
        face: region[names.microsoftRectangle]?.trimmedText.flatMap(Self.rectangle)
      )
    }
    let schemes = [
      regions.map(\.name), microsoft.map(\.name), values.texts(names.person),
    ].map { $0.filter { !$0.isEmpty } }
    if let people = schemes.first(where: { !$0.isEmpty }) { findings.offer(.list(people), for: .people) }
    for scheme in [regions, microsoft] {
      let faces = scheme.compactMap { region in region.face.map { FaceRegion(name: region.name, $0) } }
      if !faces.isEmpty { findings.offer(.regions(faces), for: .faces) }
    }
  }

  private typealias Region = (name: String, face: FaceRegion.Edges?)

  /// The regions that are faces or have a name; others are focus points and barcodes.
  private static func regions(_ values: XMPValues, _ names: XMPVocabulary) -> [Region] {
    let fields = [
      names.regionName, names.regionType, names.x, names.y, names.width, names.height, names.unit,
    ]
    return values.structures(fields).compactMap { region in
      func number(_ name: XMPName) -> Double? { region[name]?.trimmedText.flatMap(FieldValue.number) }
      let name = region[names.regionName]?.trimmedText ?? ""
      guard !name.isEmpty || region[names.regionType]?.trimmedText?.lowercased() == "face" else { return nil }
      guard let x = number(names.x), let y = number(names.y), let width = number(names.width),
        let height = number(names.height)
      else { return (name, nil) }
      var size = (1.0, 1.0)
      if region[names.unit]?.trimmedText?.lowercased() == "pixel" {
        guard let pictureWidth = values.number(names.pictureWidth),
          let pictureHeight = values.number(names.pictureHeight)
        else { return (name, nil) }
        size = (pictureWidth, pictureHeight)
      }
      return (
        name,
        FaceRegion.Edges(
          left: (x - width / 2) / size.0, top: (y - height / 2) / size.1, right: (x + width / 2) / size.0,
          bottom: (y + height / 2) / size.1)
      )
    }
  }

  /// A rectangle of Microsoft's: left, top, width and height as parts of the picture.
  private static func rectangle(_ text: String) -> FaceRegion.Edges? {
    let numbers = text.split { $0 == "," || $0 == " " }.compactMap { FieldValue.number(String($0)) }
    guard numbers.count == 4 else { return nil }
    return FaceRegion.Edges(
      left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2], bottom: numbers[1] + numbers[3])
  }
}

extension FaceRegion {
  fileprivate struct Edges {
    let left, top, right, bottom: Double

    /// Clips edges to the picture; `nil` if nothing is left.
    init?(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top) = (max(left, 0), max(top, 0))
      (self.right, self.bottom) = (min(right, 1), min(bottom, 1))
      guard self.left < self.right, self.top < self.bottom else { return nil }
    }
  }

  fileprivate init(name: String, _ edges: Edges) {
    self.init(
      name: name, x: edges.left, y: edges.top, width: edges.right - edges.left,
      height: edges.bottom - edges.top)
  }
}
