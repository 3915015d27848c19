import PhotoFiles
import SystemPackage

extension PlaceDatabase {
  /// The environment variable with the path of the file, for tests and for a file elsewhere.
  package static let variable = "PHOTOPICK_PLACES"

  /// Opens the file of place data: `$PHOTOPICK_PLACES`, else `photopick/places.dat` in the folder `share` next to the
  /// executable's folder, in `$XDG_DATA_HOME` or in `$XDG_DATA_DIRS` (XDG Base Directory Specification 0.8).
  ///
  /// - Throws: `PlaceDataUnavailable` if no file exists, or if the first one can't be used.
  public static func installed() throws(PlaceDataUnavailable) -> PlaceDatabase {
    for path in candidates {
      // A program without the data is usual; a file that can't be examined is reported by reading it.
      do throws(Errno) {
        _ = try FileStatus(path)
      } catch .noSuchFileOrDirectory, .notDirectory {
        continue
      } catch {
        throw .unreadable(path, error)
      }
      return try PlaceDatabase(path)
    }
    throw .missing
  }

  private static var candidates: [FilePath] {
    if let path = environment(variable) { return [path] }
    var folders: [FilePath] = []
    if let program = Program.own {
      let real = (try? program.resolved()) ?? program
      folders.append(real.removingLastComponent().removingLastComponent().appending("share/photopick"))
    }
    if let data = try? UserFolders.current.data { folders.append(data) }
    let others = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
    folders += (others.isEmpty ? "/usr/local/share:/usr/share" : others).split(separator: ":")
      .map { FilePath(String($0)) }.filter(\.isAbsolute).map { $0.appending("photopick") }
    return folders.map { $0.appending(fileName) }
  }

  private static func environment(_ name: String) -> FilePath? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return FilePath(platformString: value)
  }
}
