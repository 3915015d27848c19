import PhotoFiles
import PhotoPicker
import SystemPackage

/// The folder that commands look at if nothing is named.
enum LibraryFolder {
  /// `$PHOTOPICK_LIBRARY` if it is set, else the current folder; `nil` if that is gone.
  static var path: FilePath? {
    if let library = getenv("PHOTOPICK_LIBRARY"), library.pointee != 0 {
      return FilePath(platformString: library)
    }
    return FilePath.currentFolder
  }
}

extension ViewStore {
  /// The view that was browsed last; `nil` if there is none, or it is lost.
  static func lastViewOfUser() -> RememberedView? {
    guard case .view(let view)? = try? ofUser.load() else { return nil }
    return view
  }
}
