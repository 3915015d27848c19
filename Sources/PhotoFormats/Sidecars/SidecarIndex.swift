import PhotoFiles

/// Finds the sidecars of photos by the names in their folder.
///
///     let index = SidecarIndex([FileName("IMG_1.CR2"), FileName("IMG_1.CR2.xmp"), FileName("IMG_1.xmp")])
///     index?.sidecars(of: FileName("IMG_1.CR2"))   // IMG_1.CR2.xmp, IMG_1.xmp
///
/// The ASCII case of an extension doesn't matter, unless another file has that name. Names are compared by canonical
/// equivalence (Unicode Standard Annex 15), unless two photos have equivalent names. Contents aren't read: `IMG_1.xmp`
/// is found for all files with that stem.
package struct SidecarIndex: Sendable {
  /// The composed names of the other files.
  private var others: Set<FileName> = []
  /// The composed names that several files have.
  private var twins: Set<FileName> = []
  /// By the name without the extension.
  private var packets = FirstNames()
  /// The XMP of darktable's further versions by the name of the photo, in order of their numbers; no list is empty.
  private var versions: [FileName: [Version]] = [:]
  private var editLists = FirstNames()
  private var takeout: TakeoutIndex?

  private struct Version {
    let number: Int
    let packet: FileName
  }

  /// The entries of a folder in any order; `nil` if there is no sidecar, which is fast. A symbolic link is no sidecar.
  package init?(_ entries: [OpenFolder.Entry]) {
    self.init(
      entries.lazy.filter { entry in
        switch entry.kind {
        case .regular: true
        case .symbolicLink: SidecarKind(entry.name) == nil
        case .directory, .other: false
        }
      }.map(\.name))
  }

  /// The names of the files of a folder; of sidecars that differ only in case, the first one by bytes applies.
  package init?(_ names: some Sequence<FileName>) {
    let sidecars = Dictionary(grouping: names.lazy.filter { SidecarKind($0) != nil }) { SidecarKind($0) }
      .mapValues { $0.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
    guard !sidecars.isEmpty else { return nil }
    for name in names where SidecarKind(name) == nil {
      let name = name.composed
      if !others.insert(name).inserted { twins.insert(name) }
    }
    packets = FirstNames(sidecars[.xmp] ?? []) { $0.composed.dropping(.xmp) }
    editLists = FirstNames(sidecars[.editList] ?? []) { $0.composed.dropping(.editList) }
    takeout = sidecars[.takeout].map(TakeoutIndex.init)
    for photo in packets.first.keys { addVersion(photo) }
  }

  /// Removes a file.
  package mutating func remove(_ name: FileName) {
    switch SidecarKind(name) {
    case nil:
      let name = name.composed
      if twins.remove(name) == nil { others.remove(name) }
      addVersion(name)
    case .xmp:
      let photo = name.composed.dropping(.xmp)
      packets.remove(name, for: photo)
      removeVersion(photo, name)
      addVersion(photo)
    case .editList: editLists.remove(name, for: name.composed.dropping(.editList))
    case .takeout: takeout?.remove(name)
    }
  }

  /// The sidecars of a photo, in order of priority.
  package func sidecars(of photo: FileName) -> [FileName] {
    guard SidecarKind(photo) == nil else { return [] }
    let (name, ownStem) = (photo.composed, photo.stem)
    let found = sidecars(of: name, ownStem)
    return twins.contains(name) ? found.filter { $0.bytes.starts(with: ownStem) } : found
  }

  /// - Parameter ownStem: The stem of the photo before it was composed.
  private func sidecars(of photo: FileName, _ ownStem: [UInt8]) -> [FileName] {
    let parts = NameParts(photo)
    let spellings = parts.spellings.filter { $0.isFree(among: others, unless: parts) }.map(\.name)
    var found = spellings.lazy.compactMap { packets.name(for: $0, of: ownStem) }.prefix(1) + []
    let stem = FileName(unchecked: parts.stem)
    if !others.contains(stem), let packet = packets.name(for: stem, of: ownStem) { found.append(packet) }
    found += (spellings.lazy.compactMap { versions[$0] }.first ?? []).map(\.packet)
    let editListNames = [stem, photo, FileName(unchecked: Self.firstEdits(of: parts.stem))]
    found += editListNames.compactMap { editLists.name(for: $0, of: ownStem) }
    if let record = takeout?.sidecar(of: photo, among: others) { found.append(record) }
    // A name without an extension is its own stem.
    return found.uniqued()
  }

  /// The possible names of XMP sidecars for a photo, except for further versions.
  package static func packetNames(of photo: FileName) -> [FileName] {
    let parts = NameParts(photo)
    let names = parts.spellings.map(\.name.bytes) + [parts.stem]
    return names.flatMap { name in [".xmp", ".XMP"].map { FileName(unchecked: name + Array($0.utf8)) } }
  }

  /// The stem of the list of edits that an iPhone made while taking the photo: `IMG_O0001` for `IMG_0001`.
  package static func firstEdits(of stem: [UInt8]) -> [UInt8] {
    guard let mark = stem.lastIndex(of: UInt8(ascii: "_")) else { return stem + Array("_O".utf8) }
    return Array(stem[...mark]) + [UInt8(ascii: "O")] + stem[(mark + 1)...]
  }

  /// Adds a further version, `IMG_1_02.CR2.xmp` of `IMG_1.CR2`, unless there is a photo `IMG_1_02.CR2`.
  private mutating func addVersion(_ photo: FileName) {
    guard let packet = packets[photo], !others.contains(photo), let (original, number) = Self.version(photo)
    else { return }
    var list = versions[original] ?? []
    guard !list.contains(where: { $0.packet == packet }) else { return }
    list.append(Version(number: number, packet: packet))
    versions[original] = list.sorted { ($0.number, $0.packet) < ($1.number, $1.packet) }
  }

  private mutating func removeVersion(_ photo: FileName, _ packet: FileName) {
    guard let (original, _) = Self.version(photo), let list = versions[original] else { return }
    let rest = list.filter { $0.packet != packet }
    versions[original] = rest.isEmpty ? nil : rest
  }

  /// The photo and the number of a further version.
  private static func version(_ photo: FileName) -> (of: FileName, number: Int)? {
    var parts = NameParts(photo)
    let digits = parts.stem.reversed().prefix(while: \.isDigit).count
    guard !parts.ending.isEmpty, (2...4).contains(digits), parts.stem.count > digits + 1,
      parts.stem[parts.stem.count - digits - 1] == UInt8(ascii: "_"),
      let number = Int(String(decoding: parts.stem.suffix(digits), as: UTF8.self)), number > 0
    else { return nil }
    parts.stem.removeLast(digits + 1)
    return (parts.name, number)
  }
}
