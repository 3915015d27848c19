import PhotoFiles
import SystemPackage

/// Moves files to the trash and back (freedesktop.org, Trash specification 1.0).
///
///     let trash = try Trash.ofUser()
///     let trashed = try trash.move(["/photos/IMG_1.CR2", "/photos/IMG_1.CR2.xmp"])
///     try trash.restore(trashed)
///
/// Files are renamed within their file system, to the home trash or one at the top of the volume, and never copied.
/// After a crash, each file is complete in one of the two places.
public struct Trash: Sendable {
  typealias VolumeFinder = @Sendable (FilePath) throws(Errno) -> FilePath

  private let home: FilePath
  private let user: UInt32
  private let volume: VolumeFinder

  init(home: FilePath, user: UInt32 = getuid(), volume: @escaping VolumeFinder = Trash.mountPoint) {
    (self.home, self.user, self.volume) = (home, user, volume)
  }

  /// Returns the trash of the current user.
  ///
  /// - Throws: `TrashError.noHome`, or `TrashError.unsupported` on systems with a different kind of trash.
  public static func ofUser() throws(TrashError) -> Trash {
    #if canImport(Darwin)
      throw .unsupported
    #else
      do throws(HomeUnknown) {
        return Trash(home: try UserFolders.current.trash)
      } catch {
        throw .noHome(error)
      }
    #endif
  }

  /// Moves a file to the trash. A symbolic link is moved itself, not its target.
  public func move(_ path: FilePath) throws(TrashError) -> TrashedFile {
    let file = try FileToTrash(path)
    var (top, failure) = (file.parent, Errno.improperLink)
    do throws(Errno) {
      top = try volume(file.parent)
    } catch {
      throw .system(file.path, error)
    }
    for place in places(on: top) {
      let folder: TrashFolder
      do throws(Errno) {
        folder = try place()
      } catch {
        failure = error
        continue
      }
      do throws(TrashError) {
        return try folder.take(file.name, in: file.folder, from: file.path)
      } catch .system(_, .improperLink) {
        // Bind mounts and subvolumes of a file system can prevent a rename.
        failure = .improperLink
      }
    }
    throw .noTrash(for: file.path, volume: top, failure)
  }

  /// Moves related files to the trash: all or none.
  ///
  /// - Parameter paths: A photo and the sidecars, in this order. After a crash, sidecars may remain, and apply
  ///   again when the photo is restored.
  public func move(_ paths: [FilePath]) throws(TrashError) -> [TrashedFile] {
    var moved: [TrashedFile] = []
    do throws(TrashError) {
      for path in paths { moved.append(try move(path)) }
    } catch {
      let left = moved.filter { (try? restore($0)) == nil }
      throw left.isEmpty ? error : .partlyMoved(left.map(\.path), because: "\(error)")
    }
    return moved
  }

  public func restore(_ trashed: TrashedFile) throws(TrashError) { try restore([trashed]) }

  /// Puts back related files: all or none. Never overwrites files or creates folders.
  ///
  /// - Parameter trashed: The files in their original order. The photo is restored last, after the sidecars.
  public func restore(_ trashed: [TrashedFile]) throws(TrashError) {
    var returns: [TrashReturn] = []
    for file in trashed.reversed() { returns.append(try TrashReturn(file)) }
    var count = 0
    do throws(TrashError) {
      for way in returns {
        try way.moveBack()
        count += 1
      }
    } catch {
      let out = returns[..<count].filter { (try? $0.moveForward()) == nil }
      for way in out { way.forget() }
      throw out.isEmpty ? error : .partlyRestored(out.map(\.file.path), because: "\(error)")
    }
    for way in returns { way.forget() }
  }
}

extension Trash {
  /// Returns the candidate trashes for a volume, best first.
  private func places(on top: FilePath) -> [() throws(Errno) -> TrashFolder] {
    let ofVolume = { () throws(Errno) in try TrashFolder(volume: top, user: user) }
    let ofHome = { () throws(Errno) in try TrashFolder(home: home) }
    return (try? homeVolume()) == top ? [ofHome, ofVolume] : [ofVolume]
  }

  /// The volume of the home trash, which may not exist yet.
  private func homeVolume() throws(Errno) -> FilePath {
    var folder = home
    while (try? FileStatus(folder).kind) != .directory, folder.removeLastComponent() {}
    return try volume(folder.resolved())
  }

  /// Returns the mount point of a folder.
  ///
  /// - Parameter folder: A resolved absolute path.
  @Sendable static func mountPoint(of folder: FilePath) throws(Errno) -> FilePath {
    var top = folder
    let device = try FileStatus(folder).identity.device
    while try !OpenFolder(reaching: top).isMountPoint {
      var parent = top
      guard parent.removeLastComponent(), try FileStatus(parent).identity.device == device else { break }
      top = parent
    }
    return top
  }
}

private struct FileToTrash {
  let path: FilePath
  let parent: FilePath
  let folder: OpenFolder
  let name: FileName

  init(_ given: FilePath) throws(TrashError) {
    let status: FileStatus?
    do throws(Errno) {
      let absolute = try given.absolute()
      guard let last = absolute.lastComponent, last.kind == .regular else { throw .isDirectory }
      name = FileName(last)
      parent = try absolute.removingLastComponent().resolved()
      folder = try OpenFolder(reaching: parent)
      status = try folder.status(of: name)
    } catch {
      switch error {
      case .isDirectory: throw .noFile(given)
      case .noSuchFileOrDirectory, .notDirectory: throw .missing(given)
      default: throw .system(given, error)
      }
    }
    guard let status else { throw .missing(given) }
    guard status.kind != .directory else { throw .noFile(given) }
    path = parent.appending(name)
    do throws(Errno) { try parent.requireChangeableFolder() } catch { throw .folder(parent, error) }
  }
}
