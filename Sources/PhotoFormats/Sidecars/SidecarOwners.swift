import PhotoFiles

/// The sidecars, and companions of videos, that move with each photo while files of a folder are moved one after another.
///
///     var owners = SidecarOwners([FileName("IMG_1.CR2"), FileName("IMG_1.jpg"), FileName("IMG_1.xmp")])
///     owners.sidecars(of: FileName("IMG_1.jpg"))   // none: IMG_1.xmp belongs to both photos
///     owners.remove([FileName("IMG_1.jpg")])
///     owners.sidecars(of: FileName("IMG_1.CR2"))   // IMG_1.xmp
package struct SidecarOwners: Sendable {
  private var index: SidecarIndex?
  private var films: FilmCompanions?
  private var photos: [FileName: [FileName]] = [:]
  /// The stems in ascending order, including removed photos.
  private var stems: [FileName] = []

  package init(_ names: some Collection<FileName>) {
    index = SidecarIndex(names)
    films = FilmCompanions(names)
    guard index != nil else { return }
    photos = Dictionary(grouping: names.lazy.filter(\.hasPhotoExtension), by: Self.stem)
    stems = photos.keys.sorted { $0.bytesPrecede($1) }
  }

  /// The sidecars and companions that belong only to this photo. `IMG_1.xmp` belongs to `IMG_1.jpg` and `IMG_1.CR2`, and
  /// stays.
  package func sidecars(of photo: FileName) -> [FileName] {
    let companions = films?.companions(of: photo).filter { films?.films(of: $0) == [photo] } ?? []
    return companions + sidecarsInIndex(of: photo)
  }

  /// The sidecars and companions of a photo that leaves the folder together with others.
  ///
  /// - Parameter leaving: The photos that leave, including this one.
  /// - Returns: The files, each with a Boolean value indicating whether it also belongs to a photo that stays.
  package func files(
    of photo: FileName, leaving: Set<FileName>
  ) -> (sidecars: [(name: FileName, isShared: Bool)], companions: [(name: FileName, isShared: Bool)]) {
    let companions = (films?.companions(of: photo) ?? []).map { name in
      (name: name, isShared: films?.films(of: name).contains { !leaving.contains($0) } ?? false)
    }
    guard let index else { return ([], companions) }
    let found = index.sidecars(of: photo)
    guard !found.isEmpty else { return ([], companions) }
    let staying = Set(
      siblings(of: photo).lazy.filter { !leaving.contains($0) }.flatMap { index.sidecars(of: $0) })
    return (found.map { (name: $0, isShared: staying.contains($0)) }, companions)
  }

  private func sidecarsInIndex(of photo: FileName) -> [FileName] {
    guard let index else { return [] }
    let found = index.sidecars(of: photo)
    guard !found.isEmpty else { return [] }
    let shared = Set(siblings(of: photo).flatMap { index.sidecars(of: $0) })
    return found.filter { !shared.contains($0) }
  }

  package mutating func remove(_ names: [FileName]) {
    for name in names { films?.remove(name) }
    guard index != nil else { return }
    for name in names {
      index?.remove(name)
      photos[Self.stem(name)]?.removeAll { $0 == name }
    }
  }

  /// The other photos whose stem is a prefix or an extension of this one, as copies, edits and further versions do.
  private func siblings(of photo: FileName) -> [FileName] {
    let stem = Self.stem(photo)
    let shorter = (1..<max(stem.bytes.count, 1)).lazy.map {
      FileName(unchecked: Array(stem.bytes.prefix($0)))
    }
    let place = stems.partitioningIndex { !$0.bytesPrecede(stem) }
    let longer = stems[place...].prefix { $0.bytes.starts(with: stem.bytes) }
    return (shorter.compactMap { photos[$0] } + longer.compactMap { photos[$0] }).joined().filter {
      $0 != photo
    }
  }

  private static func stem(_ name: FileName) -> FileName { FileName(unchecked: name.composed.stem) }
}
