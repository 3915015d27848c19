import PhotoFiles
import SystemPackage

/// Finds the photos that the table of `browse` shows: it says their numbers, and their paths from the folder on that
/// all of them have in common.
public final class ShownPaths {
  private let folders: [FilePath]
  private let remember: () -> RememberedView?
  private lazy var remembered = remember().map { (view: $0, base: RootPath.base(of: $0.roots)) }

  /// Finds photos in the view that was browsed last and below folders, else from the current folder on.
  ///
  /// - Parameters:
  ///   - folders: what is looked at, in this order.
  ///   - view: called once, if it is needed. A photo is taken from it if both number and path agree.
  public init(below folders: [FilePath] = [], view: @escaping () -> RememberedView? = { nil }) {
    self.folders = folders
    remember = view
  }

  /// The path of the photo that was shown under a number.
  ///
  /// - Parameter texts: what its path may be as it was shown, the likeliest first.
  /// - Throws: `PathListError` if that fits two files.
  func path(of number: Int, shownAs texts: [[UInt8]]) throws(PathListError) -> [UInt8] {
    let texts = texts.flatMap { Self.withoutDamage($0) + [$0] }
    let paths = (texts + texts.compactMap(ShownPath.unescaped)).map { FilePath(fileSystemBytes: $0) }
    let shown = rememberedPath(of: number, shownAs: texts)
    let remembered = shown.flatMap(NamedFile.init)
    var found: [NamedFile] = []
    for folder in folders where found.isEmpty { found = NamedFile.all(of: paths.map { folder.pushing($0) }) }
    if found.isEmpty, folders.isEmpty || shown == nil { found = NamedFile.all(of: paths) }
    if let shown, found.isEmpty || remembered.map(found.contains) ?? false { return shown.fileSystemBytes }
    if let remembered { found.append(remembered) }
    guard found.count <= 1 else {
      let names = found.map { "\"\(String(decoding: $0.path.fileSystemBytes, as: UTF8.self))\"" }
      throw PathListError(.ambiguous(number, names[0], names[1]), line: nil)
    }
    return found.first?.path.fileSystemBytes ?? texts.first ?? []
  }

  /// The path of the remembered view under a number, if it is shown as one of the texts.
  private func rememberedPath(of number: Int, shownAs texts: [[UInt8]]) -> FilePath? {
    guard let (view, base) = remembered, let path = view.path(at: number - 1) else { return nil }
    let shown = ShownPath.text(of: ShownPath.part(of: path.fileSystemBytes, below: base)).utf8
    return texts.contains { $0.elementsEqual(shown) } ? path : nil
  }

  /// The path without the reason that stands behind that of a damaged photo; none if there is no reason.
  private static func withoutDamage(_ text: [UInt8]) -> [[UInt8]] {
    guard text.last == UInt8(ascii: ")") else { return [] }
    return text.ranges(of: "  (damaged: ".utf8).map { Array(text[..<$0.lowerBound]) }
  }
}

/// A file that is there, under one of its paths.
private struct NamedFile: Equatable {
  let path: FilePath
  private let identity: FileStatus.Identity

  /// The file at a path; `nil` if there is none.
  init?(_ path: FilePath) {
    guard let status = try? FileStatus(path) else { return nil }
    self.path = path
    identity = status.identity
  }

  /// The files at paths, each once.
  static func all(of paths: [FilePath]) -> [NamedFile] {
    var files: [NamedFile] = []
    for file in paths.lazy.compactMap(NamedFile.init) where !files.contains(file) { files.append(file) }
    return files
  }

  /// Some file systems number no files.
  static func == (left: NamedFile, right: NamedFile) -> Bool {
    guard left.identity.inode == 0 else { return left.identity == right.identity }
    return RootPath(left.path) == RootPath(right.path)
  }
}
