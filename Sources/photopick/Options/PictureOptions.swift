import ArgumentParser
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The options for the picture of each picked photo.
struct PictureOptions: ParsableArguments {
  @Option(
    help: """
      The picture that goes with each photo: none, a rendering for the screen, or the original file. Without \
      this option it is none, or a rendering with --crop.
      """)
  var returnImage: ReturnImage?

  @Option(
    help: ArgumentHelp(
      """
      Cut a shape such as 1:1 out of the rendering, from the middle unless it is moved in pick, and add it to \
      the original.
      """,
      valueName: "w:h"),
    transform: AspectRatio.read)
  var crop: AspectRatio?

  @Option(
    help: ArgumentHelp("Keep renderings in this folder instead of the cache folder.", valueName: "dir"),
    completion: .directory)
  var imageFolder: String?

  @OptionGroup var metadata: MetadataOptions

  /// The kind of picture to return for each picked photo.
  enum ReturnImage: String, ExpressibleByArgument, CaseIterable {
    case none, screen, original
  }

  func validate() throws {
    if crop != nil, let returnImage, returnImage != .screen {
      throw ValidationError(
        "--crop makes a rendering; it does not go with --return-image \(returnImage.rawValue).")
    }
    if imageFolder != nil, kind != .screen {
      throw ValidationError("--image-folder is for renderings; it goes with --return-image screen.")
    }
    try metadata.check(isUsed: kind == .screen, with: "--return-image screen or --crop")
  }

  /// - Throws: `ValidationError` unless the output format includes the pictures.
  func check(against output: OutputOptions) throws {
    guard kind != .none, case .template(let template, _) = try output.form(),
      template.fields.isDisjoint(with: PrintedPhoto.imageFields)
    else { return }
    throw ValidationError("--format contains no picture; add {imagePath}.")
  }

  /// The requested kind; `--crop` implies rendered pictures.
  var kind: ReturnImage { returnImage ?? (crop != nil ? ReturnImage.screen : ReturnImage.none) }

  var folder: RenderingFolder {
    get throws(HomeUnknown) {
      if let imageFolder { return RenderingFolder(RootPath(RawArguments.path(imageFolder)).path) }
      return RenderingFolder(try UserFolders.current.cache.appending("renderings"))
    }
  }
}

extension AspectRatio: DescribedOptionValue {
  static let form = "two numbers with a colon between them, such as 16:9"

  /// Parses `16:9`.
  init?(argument: String) { self.init(argument) }
}
