import ArgumentParser
import PhotoExport
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker

/// The options for names and companions of exported files.
struct ExportFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where each file goes below the folder, such as '{date:%Y/%m}/{date:%Y-%m-%d_%H-%M-%S}_{name}'; the fields are "
        + "those of --format, and folder below PATH. The extension is kept.", valueName: "template"),
    completion: Completions.nameTemplate)
  var name: String?

  @Flag(
    help: ArgumentHelp(
      "Keep characters of names that Windows and its file systems forbid, such as : and ?; they become _ otherwise."
    ))
  var anyNames = false

  @Option(
    help: "The pictures of each shot: all, raw, or jpeg for all but RAW. Videos and sidecars go with them.")
  var pictures = PictureChoice.all

  @Flag var sidecars: SidecarChoice?

  /// Without effect: the files of a shot stay together by default.
  @Flag(help: .hidden) var withPairs = false

  /// The fields of `--name`.
  static let nameFields = OutputTemplate.Field.allCases + [.folder]

  func validate() throws {
    guard let name else { return }
    let folders = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.isEmpty || folders.first?.isEmpty == true || folders.last?.isEmpty == true
      || folders.contains("..")
    {
      throw ValidationError("--name is a path below the folder of --to: no / at its ends, no .. in it.")
    }
    _ = try template()
  }

  /// - Parameter isCopied: Whether the file is exported itself, not a picture made of it.
  fileprivate func companions(isCopied: Bool) -> CompanionOptions {
    var options: CompanionOptions = isCopied ? .proxies : []
    if sidecars.map({ $0 == .withSidecars }) ?? isCopied { options.insert(.sidecars) }
    return options
  }

  /// - Parameters:
  ///   - encoding: The JPEG encoding of exported photos.
  ///   - base: The folder that `{folder}` is relative to.
  func naming(encoding: PictureEncoding?, base: Folder) throws -> ExportNaming {
    ExportNaming(template: try template(), encoding: encoding, base: base, files: self)
  }

  private func template() throws -> OutputTemplate? {
    do throws(OutputTemplateError) {
      return try name.map { text throws(OutputTemplateError) in
        try OutputTemplate(text, fields: Self.nameFields)
      }
    } catch {
      throw ValidationError("--name: \(error)")
    }
  }
}

/// The pictures of a shot that are exported.
enum PictureChoice: String, ExpressibleByArgument, CaseIterable {
  case jpeg, raw, all

  /// Returns whether a file of a shot is exported. Videos go along with any picture.
  func includes(_ role: AssetStack.Role) -> Bool {
    switch role {
    case .raw: self != .jpeg
    case .photo, .edited: self != .raw
    case .video: true
    }
  }
}

enum SidecarChoice: EnumerableFlag {
  case withSidecars, withoutSidecars

  static func help(for choice: SidecarChoice) -> ArgumentHelp? {
    switch choice {
    case .withSidecars:
      "Include sidecars: .xmp, .aae and Takeout's .json (the default, except with --fit and the like)."
    case .withoutSidecars: "Exclude sidecars."
    }
  }
}

/// Generates names of exported files.
struct ExportNaming {
  /// The folder for undated photos, if the template requires one.
  private static let undatedFolder = "no date/"
  /// The keys that contain names of files and folders, whose bytes are preserved.
  private static let ownNames: Set<OutputTemplate.Field> = Set(
    OutputTemplate.Field.allCases.filter {
      ["path", "name", "stem", "ext", "album", "dir"].contains($0.name)
    })

  /// The template for names; `nil` for the original names.
  let template: OutputTemplate?
  /// The JPEG encoding of photos; `nil` for plain copies.
  let encoding: PictureEncoding?
  /// The folder that `{folder}` is relative to.
  let base: Folder
  let files: ExportFileOptions

  func item(_ shot: ExportShots.Shot) -> ExportItem {
    let (named, photo) = (shot.named, shot.files[0])
    var encoding = named.asset.isVideo ? nil : encoding
    encoding?.described = photo.asset.pictureMetadata
    var path = path(named.picked).safe(copying: named.asset.name)
    if encoding != nil, !["jpg", "jpeg"].contains(path.name.lowercasedExtension) {
      path = path.replacingExtension(with: "jpg")
    }
    return ExportItem(
      source: photo.asset.path, role: photo.role.exported, path: files.anyNames ? path : path.portable,
      named: named.asset.name, encoding: encoding,
      others: shot.files.dropFirst().map {
        ExportItem.File($0.asset.path, $0.role.exported, isChosen: $0.isChosen)
      }, companions: files.companions(isCopied: encoding == nil))
  }

  private func path(_ picked: PickedAsset) -> ExportPath {
    let name = picked.asset.name
    guard let template else { return ExportPath(name.bytes) }
    let record = AssetRecord(picked)
    if template.neededFields.contains(.asset(.date)), !hasDate(record) {
      return ExportPath(Array(Self.undatedFolder.utf8) + name.bytes)
    }
    var bytes = [UInt8]()
    let transform = { (field: OutputTemplate.Field, value: inout [UInt8]) in
      if field == .folder { return }
      // Names of files are preserved; metadata is untrusted and sanitized.
      Self.ownNames.contains(field) ? ExportPath.makeSafe(&value) : ExportPath.makeTextSafe(&value)
    }
    template.render(into: &bytes, transform: transform) { field in
      field == .folder ? .bytes(relativeFolder(of: picked.asset)) : record.value(of: field)
    }
    let path = ExportPath(bytes)
    // A template may end in the name, or in an explicit extension.
    if path.name.hasPhotoExtension { return path }
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return path }
    let ending = name.bytes[dot...]
    if path.name.bytes.suffix(ending.count).elementsEqual(ending) { return path }
    return path.appendingExtension(Array(ending.dropFirst()))
  }

  /// The folder of a photo below `base`, or the name of another folder.
  private func relativeFolder(of asset: Asset) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let (folder, base) = (asset.folder.bytes, base.bytes)
    let rest = folder.dropFirst(base.count)
    guard folder.starts(with: base), base.last == slash || rest.isEmpty || rest.first == slash else {
      return Array(folder[(folder.lastIndex(of: slash).map { $0 + 1 } ?? 0)...])
    }
    return Array(rest.drop { $0 == slash })
  }

  private func hasDate(_ record: AssetRecord) -> Bool {
    guard case .date(let date)? = record.value(of: .asset(.date)) else { return false }
    return (1...9999).contains(date.time.parts.year)
  }
}

extension AssetStack.Role {
  fileprivate var exported: ExportRole { ExportRole(rawValue: rawValue) ?? .photo }
}
