import PhotoFiles
import SystemPackage

/// Selects the files that go along with a photo.
public struct CompanionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Sidecars: `IMG_1.xmp`, `IMG_1.JPG.xmp`, `IMG_1.aae`.
  public static let sidecars = CompanionOptions(rawValue: 1)
  /// RAW and JPEG of one shot, and the film of a live photo: files of the same name but for the extension.
  public static let pairs = CompanionOptions(rawValue: 2)
}

/// Finds the files that go along with photos; reads each folder once.
struct CompanionFinder {
  private static let pictureExtensions: Set<String> = ["jpg", "jpeg", "heic", "heif", "hif"]
  private static let movieExtensions: Set<String> = ["mov"]
  private static let rawExtensions: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf",
    "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  private let options: CompanionOptions
  /// The names in a folder by their stems.
  private var folders: [FilePath: [[UInt8]: [FileName]]] = [:]
  /// Those that are symbolic links.
  private var links: Set<FilePath> = []

  init(_ options: CompanionOptions) { self.options = options }

  /// The names of the files that go along with a file; none if its folder cannot be read.
  mutating func companions(of name: FileName, in folder: FilePath) -> [FileName] {
    guard !options.isEmpty else { return [] }
    let names = names(in: folder)
    let siblings = names[name.stem] ?? []
    var found = [FileName]()
    if options.contains(.pairs), let kind = Self.kind(name) {
      found += siblings.filter { sibling in Self.kind(sibling).map { $0 != kind } ?? false }
    }
    if options.contains(.sidecars) {
      // A sidecar bears the stem of its photo, or all of its name.
      let sidecars = siblings + ([name] + found).flatMap { names[$0.bytes] ?? [] }
      found += sidecars.filter(\.isSidecar)
    }
    return found.filter { $0 != name }
  }

  /// True for a companion that is a symbolic link, which may lead to anything: what it leads to is not the photo's.
  func isLink(_ path: FilePath) -> Bool { links.contains(path) }

  private enum Kind {
    case picture, raw, movie
  }

  private static func kind(_ name: FileName) -> Kind? {
    let pathExtension = name.lowercasedExtension
    if pictureExtensions.contains(pathExtension) { return .picture }
    if rawExtensions.contains(pathExtension) { return .raw }
    return movieExtensions.contains(pathExtension) ? .movie : nil
  }

  private mutating func names(in folder: FilePath) -> [[UInt8]: [FileName]] {
    if let known = folders[folder] { return known }
    let entries = (try? OpenFolder(folder).entries(includesHidden: true).entries) ?? []
    links.formUnion(entries.lazy.filter { $0.kind == .symbolicLink }.map { folder.appending($0.name) })
    let byStem = Dictionary(
      grouping: entries.map(\.name).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }, by: \.stem)
    folders[folder] = byStem
    return byStem
  }
}

extension FileName {
  private static let sidecarExtensions: Set<String> = ["xmp", "aae"]

  /// True if the extension is that of a sidecar.
  var isSidecar: Bool { Self.sidecarExtensions.contains(lowercasedExtension) }
}
