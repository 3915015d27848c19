import PhotoExport
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker

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
  private let template: OutputTemplate?
  /// The JPEG encoding of photos; `nil` for plain copies.
  private let encoding: PictureEncoding?
  /// The folder that `{folder}` is relative to.
  private let base: Folder
  private let options: ExportFileOptions

  init(_ options: ExportFileOptions, encoding: PictureEncoding?, base: Folder) throws {
    template = try options.template()
    (self.options, self.encoding, self.base) = (options, encoding, base)
  }

  func item(_ shot: ExportShots.Shot) -> ExportItem {
    let (named, photo) = (shot.named, shot.files[0])
    var encoding = named.asset.isVideo ? nil : encoding
    encoding?.described = photo.asset.pictureMetadata
    var path = path(named.picked).safe(copying: named.asset.name)
    if encoding != nil, !["jpg", "jpeg"].contains(path.name.lowercasedExtension) {
      path = path.replacingExtension(with: "jpg")
    }
    return ExportItem(
      source: photo.asset.path, role: ExportRole(photo.role), path: options.anyNames ? path : path.portable,
      named: named.asset.name, encoding: encoding,
      others: shot.files.dropFirst().map {
        ExportItem.File($0.asset.path, ExportRole($0.role), isChosen: $0.isChosen)
      }, companions: options.companions(isCopied: encoding == nil))
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

extension ExportRole {
  fileprivate init(_ role: AssetStack.Role) {
    self =
      switch role {
      case .photo: .photo
      case .raw: .raw
      case .edited: .edited
      case .video: .video
      }
  }
}
