import PhotoFiles
import PhotoPicker
import SystemPackage

/// The folders and options of a view, as messages name them.
struct ViewScope {
  let roots: [FilePath]
  /// The options as in a command; empty if all have their defaults.
  let options: String

  private static let namedRoots = 3

  /// - Parameter command: The command that makes the view; empty for `browse`.
  init(
    roots: [FilePath], _ view: LibraryViewOptions<CatalogOptions, some ViewZoneArguments>,
    _ lists: ListOptions? = nil, of command: String = ""
  ) {
    self.roots = RootPath.resolve(roots).map(\.path)
    var options = WrittenOptions()
    options.add(command)
    options.add(view.written)
    options.add(lists?.written ?? "")
    self.options = options.text
  }

  init(_ view: RememberedView) { (roots, options) = (view.roots, view.options) }

  /// The folders and files; the first ones if there are many.
  var folders: String {
    let named = roots.prefix(Self.namedRoots).map { PhotoFacts.path($0.fileSystemBytes) }
    let others = roots.count - named.count
    return named.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }

  /// Prints which photos a command is about to change: `12 photos of ~/A, --where rating:>=3`.
  func note(count: Int) {
    let photos = count == 1 ? "1 photo" : "\(count) photos"
    Diagnostics.note("\(photos) of \(folders)" + (options.isEmpty ? "" : ", \(options)"))
  }
}
