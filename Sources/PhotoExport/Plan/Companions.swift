import PhotoFiles
import PhotoFormats
import SystemPackage

/// The kinds of files that are exported along with a photo.
public struct CompanionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Sidecars: XMP, AAE and the JSON of Google Takeout, matched by name as in a scan.
  public static let sidecars = CompanionOptions(rawValue: 1)
  /// RAW and JPEG of the same shot, and the movie of a live photo: files with the same name and another extension. Also
  /// the thumbnail and the proxy that a camera stored along with a film.
  public static let pairs = CompanionOptions(rawValue: 2)
}

struct CompanionFinder {
  private static let pictureExtensions: Set<String> = ["jpg", "jpeg", "heic", "heif", "hif"]
  private static let movieExtensions: Set<String> = ["mov"]
  private static let rawExtensions: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf",
    "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  private let options: CompanionOptions
  private var folders: [FilePath: Result<Names, Errno>] = [:]
  private var links: Set<FilePath> = []

  private struct Names {
    let byStem: [[UInt8]: [FileName]]
    let sidecars: SidecarIndex?
    let films: FilmCompanions?
  }

  init(_ options: CompanionOptions) { self.options = options }

  mutating func companions(of name: FileName, in folder: FilePath) throws(ExportError) -> [FileName] {
    guard !options.isEmpty else { return [] }
    let names: Names
    switch self.names(in: folder) {
    case .success(let found): names = found
    case .failure(let errno): throw .unlisted(folder.appending(name), folder: folder, errno: errno)
    }
    var found = [name]
    if options.contains(.pairs), let kind = Self.kind(name) {
      found += (names.byStem[name.composed.stem] ?? []).filter { sibling in
        Self.kind(sibling).map { $0 != kind } ?? false
      }
    }
    if options.contains(.pairs) { found += names.films?.companions(of: name) ?? [] }
    if options.contains(.sidecars), let sidecars = names.sidecars {
      found += found.flatMap { sidecars.sidecars(of: $0) }
    }
    var seen: Set<FileName> = [name]
    return found.filter { seen.insert($0).inserted }
  }

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

  private mutating func names(in folder: FilePath) -> Result<Names, Errno> {
    if let known = folders[folder] { return known }
    let names = Result { () throws(Errno) in try OpenFolder(folder).listed() }.map { entries in
      links.formUnion(entries.lazy.filter { $0.kind == .symbolicLink }.map { folder.appending($0.name) })
      let files = entries.lazy.filter { $0.kind == .regular || $0.kind == .symbolicLink }.map(\.name)
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      return Names(
        byStem: Dictionary(grouping: files, by: \.composed.stem), sidecars: SidecarIndex(files),
        films: FilmCompanions(files))
    }
    folders[folder] = names
    return names
  }
}
