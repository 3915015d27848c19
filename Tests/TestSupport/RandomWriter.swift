import Foundation
import SystemPackage

/// Changes a tree of folders and photos at random, as users and programs do.
package struct RandomWriter {
  private let root: FilePath
  private var generator: SeededGenerator
  private var count = 0

  /// Creates a writer below a folder; the same seed produces the same steps.
  package init(root: FilePath, seed: UInt64) {
    self.root = root
    generator = SeededGenerator(seed: seed)
  }

  /// Performs one step. A step that the file system refuses, such as moving a folder into itself, is skipped.
  package mutating func step() {
    let (folders, files) = contents()
    let folder = choice(of: folders) ?? root
    let file = choice(of: files)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<5: create(in: folder)
    case 5, 6: if let file { overwrite(file) }
    case 7: if let file { move(file, to: folder.appending(photoName())) }
    case 8: if let file, let other = choice(of: files) { move(file, to: other) }
    case 9, 10: if let file { remove(file) }
    case 11: try? TemporaryTree.makeFolder(folder.appending("folder \(next())"))
    case 12: if folder != root { move(folder, to: target(in: folders).appending("moved \(next())")) }
    case 13: if folder != root, Bool.random(using: &generator) { remove(folder) }
    case 14: copyTree(folder, to: target(in: folders).appending("copy \(next())"))
    case 15: replace(file, folder)
    default: if let file { writeSidecar(of: file, or: choice(of: files) ?? file) }
    }
  }

  /// Writes a sidecar of a file, or turns a file into the sidecar of another.
  private mutating func writeSidecar(of file: FilePath, or other: FilePath) {
    let stem = file.removingLastComponent().appending(file.stem ?? "photo").string
    let packet = SidecarFile.xmp(
      rating: .random(in: 1...5, using: &generator), of: Bool.random(using: &generator) ? "gif" : nil)
    let (path, bytes): (String, [UInt8]) =
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: (file.string + ".xmp", packet)
      case 2: (stem + ".xmp", packet)
      case 3: (stem + "_01.gif.xmp", packet)
      case 4: (stem + ".AAE", SidecarFile.edits)
      case 5: (file.string + ".json", SidecarFile.takeout(1_000_000_000 + next()))
      case 6: (file.string + ".supplemental-metadata.json", Array("{".utf8))
      default: (other.string, [])
      }
    if bytes.isEmpty {
      move(other, to: FilePath(file.string + ".xmp"))
    } else {
      try? TemporaryTree.write(bytes, to: FilePath(path))
    }
  }

  private mutating func create(in folder: FilePath) {
    try? TemporaryTree.write(photo(), to: folder.appending(photoName()))
  }

  /// Writes in place, usually with the same size and within the same tick of the clock.
  private mutating func overwrite(_ file: FilePath) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) { try? TemporaryTree.write(photo(), to: file) }
  }

  /// Creates symbolic and hard links, and replaces folders.
  private mutating func replace(_ file: FilePath?, _ folder: FilePath) {
    let manager = FileManager.default
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      if let file { try? manager.linkItem(atPath: file.string, toPath: folder.appending(photoName()).string) }
    case 1:
      try? manager.createSymbolicLink(
        atPath: root.appending("link \(next()).gif").string, withDestinationPath: (file ?? folder).string)
    default:
      guard folder != root else { return }
      remove(folder)
      try? TemporaryTree.makeFolder(folder)
      create(in: folder)
    }
  }

  private func move(_ path: FilePath, to target: FilePath) { _ = rename(path.string, target.string) }

  private func remove(_ path: FilePath) { try? FileManager.default.removeItem(atPath: path.string) }

  private func copyTree(_ folder: FilePath, to target: FilePath) {
    guard !target.starts(with: folder), contents().files.count < 200 else { return }
    try? FileManager.default.copyItem(atPath: folder.string, toPath: target.string)
  }

  private mutating func target(in folders: [String]) -> FilePath { choice(of: folders) ?? root }

  private mutating func choice(of paths: [String]) -> FilePath? {
    paths.randomElement(using: &generator).map { $0.isEmpty ? root : FilePath(root.string + "/" + $0) }
  }

  /// A name with a date in one of six months.
  private mutating func photoName() -> String {
    "IMG_20140\(Int.random(in: 1...6, using: &generator))11_1000\(10 + next() % 50)_\(count).gif"
  }

  private mutating func photo() -> [UInt8] { TinyGIF.bytes(width: .random(in: 1...255, using: &generator)) }

  private mutating func next() -> Int {
    count += 1
    return count
  }

  /// The paths in the tree, ordered, relative to the root, which is the first folder.
  private func contents() -> (folders: [String], files: [String]) {
    // Paths are strings here: a debug build checks every `FilePath`, and this runs before each step.
    var (folders, files) = ([String](), [String]())
    var waiting = [""]
    while let folder = waiting.popLast() {
      guard let directory = opendir(root.string + "/" + folder) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let type = Int32(entry.pointee.d_type)
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let path = folder.isEmpty ? name : folder + "/" + name
        if type == Int32(DT_DIR) {
          folders.append(path)
          waiting.append(path)
        } else if type == Int32(DT_REG) {
          files.append(path)
        }
      }
    }
    return ([""] + folders.sorted(), files.sorted())
  }
}
