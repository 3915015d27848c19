import PhotoFiles
import SystemPackage
import Terminal

/// Finds the photos that the table of `browse` shows: it says their numbers, and their paths from the folder on that
/// all of them have in common.
public final class ShownPaths {
  private let folders: [FilePath]
  private let remember: () -> RememberedView?
  private lazy var view = remember()

  /// Finds photos by the view that was browsed last, else below folders, else from the current folder on.
  ///
  /// - Parameters:
  ///   - folders: what is looked at, in this order. A view of photos elsewhere counts only if none is found here.
  ///   - view: called once, if it is needed. A photo is taken from it if both number and path agree.
  public init(below folders: [FilePath] = [], view: @escaping () -> RememberedView? = { nil }) {
    self.folders = folders.map { RootPath($0).path }
    remember = view
  }

  /// The path of the photo that was shown under a number.
  ///
  /// - Parameter texts: what its path may be as it was shown, the likeliest first.
  /// - Throws: `PathListError` if that fits two files.
  func path(of number: Int, shownAs texts: [[UInt8]]) throws(PathListError) -> [UInt8] {
    let texts = texts.flatMap { Self.withoutDamage($0) + [$0] }
    let remembered = rememberedPath(of: number, shownAs: texts)
    if let remembered, folders.isEmpty || folders.contains(where: { Self.isBelow($0, remembered) }) {
      return remembered
    }
    let paths = texts + texts.compactMap(ShownPath.unescaped)
    for folder in folders {
      if let path = try onlyFile(paths.map { folder.pushing(FilePath(fileSystemBytes: $0)) }, number) {
        return path
      }
    }
    if let remembered { return remembered }
    return try onlyFile(paths.map { FilePath(fileSystemBytes: $0) }, number) ?? texts.first ?? []
  }

  /// The path of the remembered view under a number, if it is shown as one of the texts.
  private func rememberedPath(of number: Int, shownAs texts: [[UInt8]]) -> [UInt8]? {
    guard let path = view?.path(at: number - 1)?.fileSystemBytes else { return nil }
    let starts = [path.startIndex] + path.indices.filter { path[$0] == UInt8(ascii: "/") }.map { $0 + 1 }
    let isShown = starts.contains { start in
      let shown = ShownPath.text(of: path[start...]).utf8
      return texts.contains { $0.elementsEqual(shown) }
    }
    return isShown ? path : nil
  }

  /// The one path that leads to a file; `nil` if none does.
  private func onlyFile(_ paths: [FilePath], _ number: Int) throws(PathListError) -> [UInt8]? {
    var found: FilePath?
    for path in paths where path != found && (try? FileStatus(path)) != nil {
      if let found {
        let names = [found, path].map { "\"\(String(decoding: $0.fileSystemBytes, as: UTF8.self))\"" }
        throw PathListError(.ambiguous(number, names[0], names[1]), line: nil)
      }
      found = path
    }
    return found?.fileSystemBytes
  }

  private static func isBelow(_ folder: FilePath, _ path: [UInt8]) -> Bool {
    let folder = folder.fileSystemBytes
    guard path.starts(with: folder) else { return false }
    return folder.last == UInt8(ascii: "/") || path.dropFirst(folder.count).first == UInt8(ascii: "/")
  }

  /// The path without the reason that stands behind that of a damaged photo; none if there is no reason.
  private static func withoutDamage(_ text: [UInt8]) -> [[UInt8]] {
    guard text.last == UInt8(ascii: ")") else { return [] }
    return text.ranges(of: "  (damaged: ".utf8).map { Array(text[..<$0.lowerBound]) }
  }
}
