import ArgumentParser
import PhotoExport
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker

/// The options for names and companions of exported files.
struct ExportFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where each file goes below the folder, such as '{date:%Y/%m}/{date:%Y-%m-%d_%H-%M-%S}_{name}'; the fields are "
        + "those of --format. The extension is kept.", valueName: "template"),
    completion: Completions.template)
  var name: String?

  @Flag(
    help: ArgumentHelp(
      "Keep characters of names that Windows and its file systems forbid, such as : and ?; they become _ otherwise."
    ))
  var anyNames = false

  @Flag(help: "Include .xmp and .aae files of the same name.")
  var withSidecars = false

  @Flag(
    help:
      "Keep RAW and JPEG files of the same shot together, live photos with their videos, and videos with their previews."
  )
  var withPairs = false

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

  var companions: CompanionOptions {
    var options: CompanionOptions = []
    if withSidecars { options.insert(.sidecars) }
    if withPairs { options.insert(.pairs) }
    return options
  }

  /// - Parameter encoding: The JPEG encoding of exported photos.
  func naming(encoding: PictureEncoding?) throws -> ExportNaming {
    ExportNaming(template: try template(), encoding: encoding, isPortable: !anyNames)
  }

  private func template() throws -> OutputTemplate? {
    do throws(OutputTemplateError) {
      return try name.map { text throws(OutputTemplateError) in try OutputTemplate(text) }
    } catch {
      throw ValidationError("--name: \(error)")
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
  /// Whether names are restricted to characters that every file system supports.
  let isPortable: Bool

  func item(_ picked: PickedAsset) -> ExportItem {
    let asset = picked.asset
    let encoding = asset.isVideo ? nil : encoding
    var path = path(picked).safe(copying: asset.name)
    if encoding != nil, !["jpg", "jpeg"].contains(path.name.lowercasedExtension) {
      path = path.replacingExtension(with: "jpg")
    }
    return ExportItem(source: asset.path, path: isPortable ? path.portable : path, encoding: encoding)
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
      // Names of files are preserved; metadata is untrusted and sanitized.
      Self.ownNames.contains(field) ? ExportPath.makeSafe(&value) : ExportPath.makeTextSafe(&value)
    }
    template.render(into: &bytes, transform: transform) {
      record.value(of: $0)
    }
    let path = ExportPath(bytes)
    // A template may end in the name, or in an explicit extension.
    if path.name.hasPhotoExtension { return path }
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return path }
    let ending = name.bytes[dot...]
    if path.name.bytes.suffix(ending.count).elementsEqual(ending) { return path }
    return path.appendingExtension(Array(ending.dropFirst()))
  }

  private func hasDate(_ record: AssetRecord) -> Bool {
    guard case .date(let date)? = record.value(of: .asset(.date)) else { return false }
    return (1...9999).contains(date.time.parts.year)
  }
}
