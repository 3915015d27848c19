import PhotoFiles
import SystemPackage
import Terminal

/// Finds the photos that the table of `browse` shows: it says their numbers, and their paths from the folder on that
/// all of them have in common.
public final class ShownPaths {
  private let folders: [FilePath]
  private let remember: () -> RememberedView?
  private lazy var view = remember()

  /// Finds photos below folders, else by the view that was browsed last, else from the current folder on.
  ///
  /// - Parameters:
  ///   - folders: where to look first, in this order.
  ///   - view: called once, if it is needed. A photo is taken from it if both number and path agree.
  public init(below folders: [FilePath] = [], view: @escaping () -> RememberedView? = { nil }) {
    self.folders = folders
    remember = view
  }

  /// The path of the photo that was shown under a number.
  func path(of number: Int, shownAs text: [UInt8]) -> [UInt8] {
    let texts = [text, Self.withoutDamage(text)].compactMap(\.self)
    for text in texts {
      for folder in folders {
        let path = folder.pushing(FilePath(fileSystemBytes: text))
        if (try? FileStatus(path)) != nil { return path.fileSystemBytes }
      }
    }
    if let path = view?.path(at: number - 1)?.fileSystemBytes {
      let shown = Array(TerminalText.safe(utf8: path).utf8)
      if texts.contains(where: { shown == $0 || shown.hasSuffix([UInt8(ascii: "/")] + $0) }) { return path }
    }
    return texts.first { (try? FileStatus(FilePath(fileSystemBytes: $0))) != nil } ?? texts.last ?? text
  }

  /// The path without the reason that stands behind that of a damaged photo; `nil` if there is none.
  private static func withoutDamage(_ text: [UInt8]) -> [UInt8]? {
    guard text.last == UInt8(ascii: ")"), let mark = text.firstRange(of: "  (damaged: ".utf8) else {
      return nil
    }
    return Array(text[..<mark.lowerBound])
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
    suffix(other.count).elementsEqual(other)
  }
}
