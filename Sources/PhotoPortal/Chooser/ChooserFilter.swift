import PhotoFiles
import PhotoFormats

/// A filter of a file chooser: a file matches if it matches a pattern (org.freedesktop.portal.FileChooser, `filters`).
package struct ChooserFilter: Codable, Hashable, Sendable {
  package enum Pattern: Codable, Hashable, Sendable {
    /// A pattern for names, such as `*.jpg` or `*.[jJ][pP][gG]` (fnmatch(3)).
    case glob(String)
    /// A media type, such as `image/png` or `image/*`.
    case mime(String)
  }

  package var name: String
  package var patterns: [Pattern]

  package init(name: String, patterns: [Pattern]) {
    self.name = name
    self.patterns = patterns
  }

  /// Whether the filter accepts pictures and videos only.
  package var isForPhotos: Bool { !patterns.isEmpty && patterns.allSatisfy(\.isForPhotos) }

  /// Whether the filter accepts all files, as the last filter of many apps does.
  package var isForAll: Bool { patterns.contains(where: \.isForAll) }

  package func includes(_ name: FileName, of type: PhotoFileType) -> Bool {
    patterns.contains { $0.includes(name, of: type) }
  }
}

extension ChooserFilter.Pattern {
  /// Extensions of pictures in globs of apps that photopick doesn't read; `image/*` becomes such a list in Chromium.
  private static let otherExtensions: Set<String> = [
    "jfif", "pjp", "pjpeg", "svg", "svgz", "xbm", "xpm", "pbm", "pgm", "ppm", "pnm", "tga", "pcx", "jp2",
    "j2k", "jpx",
    "exr", "hdr", "dds", "qoi", "xcf", "eps", "ogv", "ogm", "mpg", "mpeg", "wmv", "flv", "f4v", "vob",
  ]
  /// Other names of media types.
  private static let aliases = [
    "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png",
    "image/heic": "image/heif",
    "image/x-ms-bmp": "image/bmp", "image/x-bmp": "image/bmp", "image/x-icon": "image/vnd.microsoft.icon",
  ]

  private var mediaType: String? {
    guard case .mime(let type) = self else { return nil }
    let plain = type.lowercased()
    return Self.aliases[plain] ?? plain
  }

  /// The extension of a glob like `*.jpg`, in lowercase.
  private var plainExtension: String? {
    guard case .glob(let glob) = self, glob.hasPrefix("*.") else { return nil }
    // GTK writes each letter in both cases.
    let text = glob.dropFirst(2).lowercased().replacing(/\[(.)\1\]/) { $0.output.1 }
    return text.contains { "*?[]".contains($0) } ? nil : text
  }

  var isForAll: Bool {
    switch self {
    case .glob(let glob): glob == "*" || glob == "*.*"
    case .mime: ["*/*", "application/octet-stream"].contains(mediaType)
    }
  }

  var isForPhotos: Bool {
    if let mediaType { return mediaType.hasPrefix("image/") || mediaType.hasPrefix("video/") }
    guard let plainExtension else { return false }
    return FileName(unchecked: Array("x.\(plainExtension)".utf8)).hasPhotoExtension
      || Self.otherExtensions.contains(plainExtension)
  }

  func includes(_ name: FileName, of type: PhotoFileType) -> Bool {
    if isForAll { return true }
    switch self {
    case .glob(let glob): return name.matches(glob: glob)
    case .mime:
      switch mediaType {
      case "image/*": return type.mediaType == .image
      case "video/*": return type.mediaType == .video
      default: return type.mimeName == mediaType
      }
    }
  }
}

extension FileName {
  /// `FNM_CASEFOLD` of fnmatch(3).
  private static let ignoresCase: Int32 = 1 << 4

  /// Returns `true` if the name matches a pattern, in uppercase or lowercase. The time grows exponentially with the number
  /// of asterisks, so patterns with many match nothing.
  fileprivate func matches(glob: String) -> Bool {
    guard glob.utf8.count <= 255, glob.count(where: { $0 == "*" }) <= 4 else { return false }
    return withPlatformString { name in glob.withCString { fnmatch($0, name, Self.ignoresCase) == 0 } }
  }
}
