import ArgumentParser
import PhotoExport
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
  func companions(isCopied: Bool) -> CompanionOptions {
    var options: CompanionOptions = isCopied ? .proxies : []
    if sidecars.map({ $0 == .withSidecars }) ?? isCopied { options.insert(.sidecars) }
    return options
  }

  /// - Throws: `ValidationError` if the template is malformed.
  func template() throws -> OutputTemplate? {
    do throws(OutputTemplateError) {
      return try name.map { text throws(OutputTemplateError) in
        try OutputTemplate(text, fields: OutputTemplate.Field.ofPaths)
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
