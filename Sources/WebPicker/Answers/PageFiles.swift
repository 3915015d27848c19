/// The files of the page, embedded in the executable.
enum PageFiles {
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
  }

  /// Returns the HTML, which preloads the first photos of a view.
  ///
  /// - Parameter view: the number of the current view; `nil` if it has no photos.
  static func index(view: Int?) -> [UInt8] {
    let links = view.map { view in
      ["photos?view=\(view)&amp;from=0&amp;count=100", "shapes?view=\(view)"]
        .map { "<link rel=\"preload\" href=\"./\($0)\" as=\"fetch\" crossorigin>\n" }.joined()
    }
    return Array(indexParts.joined(separator: (links ?? "").utf8))
  }

  private static let indexParts = (all["index.html"]?.bytes ?? [])
    .split(separator: Array("{first photos}".utf8)).map(Array.init)

  /// The other files by name.
  static let others = all.filter { $0.key != "index.html" }

  private static let all = Dictionary(
    PageText.files.map {
      ($0.name, File(bytes: $0.text.withUTF8Buffer(Array.init), type: type(of: $0.name)))
    },
    uniquingKeysWith: { $1 })

  private static func type(of name: String) -> String {
    if name.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    return name.hasSuffix(".css") ? "text/css; charset=utf-8" : "image/svg+xml"
  }
}
