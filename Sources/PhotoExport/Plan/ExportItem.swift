import PhotoFiles
import PhotoImaging
import SystemPackage

/// The part that an exported file has in its shot.
public enum ExportRole: String, Sendable, Hashable, CaseIterable {
  /// A picture of the camera other than RAW.
  case photo
  case raw
  /// A copy that a program changed, such as `IMG_1-edited.jpg`.
  case edited
  case video
  case sidecar
  /// A thumbnail or a proxy that a camera stored along with a video.
  case proxy
}

/// A photo to export, with the other files of its shot.
///
///     ExportItem(source: "/DCIM/IMG_1.JPG", others: [.init("/DCIM/IMG_1.CR2", .raw)], companions: .sidecars)
public struct ExportItem: Sendable, Hashable {
  /// A file that is exported with the photo.
  public struct File: Sendable, Hashable {
    public let path: FilePath
    public let role: ExportRole
    /// Whether the file itself was chosen, so that it may be a symbolic link.
    public let isChosen: Bool

    public init(_ path: FilePath, _ role: ExportRole, isChosen: Bool = false) {
      (self.path, self.role, self.isChosen) = (path, role, isChosen)
    }
  }

  public let source: FilePath
  public let role: ExportRole
  /// The path below the destination of the file `named`.
  public let path: ExportPath
  /// The file that `path` was made for, in the folder of the photo. The names of the others follow from it.
  public let named: FileName
  /// The encoding of the picture made of it when it is copied; `nil` to copy the bytes.
  public let encoding: PictureEncoding?
  /// The files that are exported with the photo, in its folder.
  public let others: [File]
  public let companions: CompanionOptions

  /// Creates an item, by default of a single file under the same name.
  public init(
    source: FilePath, role: ExportRole = .photo, path: ExportPath? = nil, named: FileName? = nil,
    encoding: PictureEncoding? = nil, others: [File] = [], companions: CompanionOptions = []
  ) {
    self.source = source
    self.role = role
    self.named = named ?? source.fileName
    self.path = path ?? ExportPath(self.named.bytes)
    self.encoding = encoding
    self.others = others
    self.companions = companions
  }
}
