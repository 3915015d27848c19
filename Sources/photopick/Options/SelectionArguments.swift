import ArgumentParser
import PhotoFiles
import PhotoPicker
import SystemPackage

/// Selections as arguments of the command line.
enum SelectionArguments {
  /// Text as it was written.
  static func written(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == RawArguments.hyphen ? "-" : $0 }))
  }

  /// Says how a selection is written that stands there in several words, as in `select 1 2 3`.
  ///
  /// - Throws: `CommandFailure` if what stands behind the selection reads like more of it and is no path that is there.
  static func check(_ selection: String, _ paths: PathArguments) throws(CommandFailure) {
    let more = paths.paths.prefix { text in
      (try? SelectionExpression(written(text))) != nil && (try? FileStatus(RawArguments.path(text))) == nil
    }
    guard let first = more.first else { return }
    let whole = ([selection] + more.map(written)).joined(separator: ",")
    throw CommandFailure(
      .usage, "\(written(first)) is no folder or photo; if it is part of the selection, write \(whole)")
  }
}
