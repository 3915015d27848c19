import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions

/// Trashes on volumes, each represented by a folder.
struct VolumeTrashTests {
  private let tree: TemporaryTree
  private let user = getuid()
  private var trash: Trash {
    let top = tree.at("disk")
    return Trash(home: tree.at("home/Trash")) { path throws(Errno) in path.starts(with: top) ? top : "/" }
  }

  init() throws {
    tree = try TemporaryTree()
    try tree.file("disk/photos/a b.jpg", [1])
  }

  private func makeShared(_ mode: mode_t) throws {
    try tree.folder("disk/.Trash")
    #expect(tree.at("disk/.Trash").withPlatformString { chmod($0, mode) } == 0)
  }

  private func move() throws -> TrashedFile { try trash.move(tree.at("disk/photos/a b.jpg")) }

  @Test func `a volume gets a trash of the user's own, with paths from its top`() throws {
    let trashed = try move()
    let folder = FilePath("disk/.Trash-\(user)")
    #expect(tree.bytes(folder.appending("files/a b.jpg")) == [1])
    let info = String(decoding: tree.bytes(folder.appending("info/a b.jpg.trashinfo")) ?? [], as: UTF8.self)
    #expect(info.hasPrefix("[Trash Info]\nPath=photos/a%20b.jpg\nDeletionDate="))
    #expect(try FileStatus(tree.at(folder)).permissions == 0o700)
    #expect(tree.names("home") == [])
    try trash.restore(trashed)
    #expect(tree.bytes("disk/photos/a b.jpg") == [1])
  }

  @Test func `a folder that the administrator has made for all is used`() throws {
    try makeShared(0o1777)
    #expect(try move().trashPath == tree.at(FilePath("disk/.Trash/\(user)/files/a b.jpg")))
    #expect(try FileStatus(tree.at(FilePath("disk/.Trash/\(user)"))).permissions == 0o700)
  }

  @Test func `one without the sticky bit is not trusted`() throws {
    try makeShared(0o777)
    #expect(try move().trashPath == tree.at(FilePath("disk/.Trash-\(user)/files/a b.jpg")))
    #expect(tree.names("disk/.Trash") == [])
  }

  @Test func `a linked trash isn't trusted`() throws {
    try tree.folder("elsewhere")
    #expect(tree.at("elsewhere").withPlatformString { chmod($0, 0o1777) } == 0)
    try tree.symbolicLink("disk/.Trash", to: tree.at("elsewhere"))
    #expect(try move().trashPath == tree.at(FilePath("disk/.Trash-\(user)/files/a b.jpg")))
    #expect(tree.names("elsewhere") == [])
  }

  @Test func `a link in place of the user's own trash is not followed`() throws {
    try makeShared(0o1777)
    try tree.folder("elsewhere")
    try tree.symbolicLink(FilePath("disk/.Trash/\(user)"), to: tree.at("elsewhere"))
    #expect(try move().trashPath == tree.at(FilePath("disk/.Trash-\(user)/files/a b.jpg")))
    try tree.file("disk/b.jpg", [2])
    try tree.remove(FilePath("disk/.Trash/\(user)"))
    try tree.symbolicLink("disk/.Trash/x", to: "y")
    #expect(
      try trash.move(tree.at("disk/b.jpg")).trashPath == tree.at(FilePath("disk/.Trash/\(user)/files/b.jpg")))
    #expect(tree.names("elsewhere") == [])
  }

  @Test func `without a trash, the photo remains and the message gives advice`() throws {
    try tree.symbolicLink(FilePath("disk/.Trash-\(user)"), to: tree.at("home"))
    let error = #expect(throws: TrashError.self) { try move() }
    #expect(error?.description.contains("none can be made in \(tree.at("disk"))") == true)
    #expect(tree.bytes("disk/photos/a b.jpg") == [1])
    #expect(tree.names("home") == [])
  }

  /// A new folder on a different file system and the mount point, if available.
  private func folderElsewhere() throws -> (folder: FilePath, top: FilePath)? {
    let memory = FilePath("/dev/shm")
    guard let device = try? FileStatus(memory).identity.device,
      device != (try FileStatus(tree.path).identity.device), access("/dev/shm", W_OK) == 0
    else { return nil }
    var template = Array("/dev/shm/photopick-test-XXXXXX".utf8CString)
    #expect(mkdtemp(&template) != nil)
    return (FilePath(platformString: template), memory)
  }

  @Test func `a file on another file system uses the trash at its mount point`() throws {
    guard let (folder, top) = try folderElsewhere() else { return }
    let own = top.appending(".Trash-\(user)")
    defer {
      // The trash of another user is never modified.
      for name in ["files", "info", ""] {
        try? (name.isEmpty ? own : own.appending(name)).removeEmptyFolder()
      }
      try? folder.appending("a.jpg").removeFile()
      try? folder.removeEmptyFolder()
    }
    #expect(try Trash.mountPoint(of: folder) == top)
    #expect(try Trash.mountPoint(of: tree.path) != top)
    try TemporaryTree.write([1], to: folder.appending("a.jpg"))
    let trash = Trash(home: tree.at("home/Trash"))
    let trashed = try trash.move(folder.appending("a.jpg"))
    #expect(trashed.trashPath.starts(with: top))
    #expect(try trashed.trashPath.contents() == [1])
    #expect(tree.names("home") == [])
    try trash.restore(trashed)
    #expect(try folder.appending("a.jpg").contents() == [1])
  }

  @Test func `a volume that a rename does not reach gets no copy`() throws {
    guard let (folder, _) = try folderElsewhere() else { return }
    defer {
      try? folder.appending("a.jpg").removeFile()
      try? folder.removeEmptyFolder()
    }
    try TemporaryTree.write([1], to: folder.appending("a.jpg"))
    // Both trashes falsely claim to be on the file system of the photo.
    let top = tree.at("disk")
    let trash = Trash(home: tree.at("home/Trash")) { _ throws(Errno) in top }
    #expect(throws: TrashError.noTrash(for: folder.appending("a.jpg"), volume: top, .improperLink)) {
      try trash.move(folder.appending("a.jpg"))
    }
    #expect(try folder.appending("a.jpg").contents() == [1])
    #expect(tree.names("home/Trash/info") == [])
    #expect(tree.names(FilePath("disk/.Trash-\(user)/info")) == [])
  }
}
