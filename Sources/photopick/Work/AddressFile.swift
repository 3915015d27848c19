import PhotoFiles
import SystemPackage

/// A private HTML file that redirects the browser to a secret address.
///
/// Command-line arguments are public, so the browser is started with the path of this file instead of the
/// address. The file is removed with the last reference; after a crash, the next instance removes it.
struct AddressFile: Sendable {
  enum Failure: Error, CustomStringConvertible {
    /// The folder is accessible to other users.
    case notPrivate(FilePath)
    /// The folder can't be created or written.
    case unwritable(FilePath, Errno)
    case noHome(HomeUnknown)

    var description: String {
      switch self {
      case .notPrivate(let folder): "\(folder): other users can read this folder; remove it"
      case .unwritable(let folder, let error): "\(folder): \(error)"
      case .noHome(let error): "\(error)"
      }
    }
  }

  let path: FilePath
  private let file: PendingFile

  /// Writes the file to a private folder.
  init(leadingTo address: String, in folders: UserFolders = .current) throws(Failure) {
    let (folder, place) = try Self.privateFolder(folders)
    do {
      file = try PendingFile(in: folder, mode: 0o600, purpose: .page)
      try file.write(Array(Self.page(address).utf8))
    } catch {
      throw .unwritable(place, error as? Errno ?? .ioError)
    }
    path = file.hiddenName.map { place.appending($0) } ?? place
  }

  /// Returns the runtime folder of the login session, or a folder in the state folder.
  static func privateFolder(_ folders: UserFolders) throws(Failure) -> (OpenFolder, FilePath) {
    // Ignore the session of another user, which sudo may pass on.
    if let path = folders.runtime, let session = try? OpenFolder(path.removingLastComponent()),
      (try? isPrivate(session)) == true, let folder = try? privateFolder(path)
    {
      return (folder, path)
    }
    let path: FilePath
    do throws(HomeUnknown) { path = try folders.state.appending("pages") } catch { throw .noHome(error) }
    return (try privateFolder(path), path)
  }

  /// Opens a folder, creating it if necessary.
  private static func privateFolder(_ path: FilePath) throws(Failure) -> OpenFolder {
    do throws(Errno) {
      try OpenFolder.make(path, mode: 0o700)
      let folder = try OpenFolder(path, followsLinks: false)
      if try isPrivate(folder) { return folder }
    } catch {
      throw .unwritable(path, error)
    }
    throw .notPrivate(path)
  }

  private static func isPrivate(_ folder: OpenFolder) throws(Errno) -> Bool {
    let status = try folder.status()
    return status.owner == geteuid() && status.permissions & 0o077 == 0
  }

  /// Returns a page that redirects to the address and sends no referrer. The address needs no escaping.
  private static func page(_ address: String) -> String {
    """
    <!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0;url=\(address)">
    <title>photopick</title><p><a href="\(address)">photopick</a></p></html>

    """
  }
}
