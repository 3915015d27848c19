import PhotoFormats
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gives a whole download its final name, once, also when it is killed on the way.
///
/// The name is written into the record before it is taken. Whoever finds the record after a kill sees from
/// it, and from whether the bytes are still there, how far it came.
struct DownloadPlacement {
  let url: RemoteURL
  let claim: ClaimedDownload
  var record: DownloadRecord

  /// The file that a killed process placed, where it did and only the record was left.
  func finishedEarlier() throws(Errno) -> FilePath? {
    guard let name = record.finalName, try claim.size() == 0, record.total != 0 else { return nil }
    let path: FilePath
    switch record.destination {
    case .folder(let folder): path = folder.appending(name)
    case .store(let root): path = root.appending(name)
    }
    guard let component = FilePath.Component(name), component.kind == .regular,
      (try? Stat(path, followTargetSymlink: false))?.type == .regular
    else { return nil }
    return path
  }

  /// Moves the file to its destination and returns its path.
  mutating func place(_ type: PhotoFileType) throws(DownloadError) -> FilePath {
    do throws(StoreError) {
      let path: FilePath
      switch record.destination {
      case .folder(let folder): path = try place(type, in: folder)
      case .store(let root): path = try keep(type, in: FileStore(root: root))
      }
      try attempt("remove the record of", claim.folder.path) { () throws(Errno) in try claim.remove() }
      return path
    } catch {
      throw .notKept(url, reason: error.description)
    }
  }

  private mutating func keep(_ type: PhotoFileType, in store: FileStore) throws(StoreError) -> FilePath {
    let name: StoreName
    if let text = record.finalName {
      name = try StoreName(text)
    } else {
      let proposed = record.proposedName.flatMap { FilePath.Component($0)?.extension }
      name = try store.makeName(pathExtension: type.usualExtension ?? proposed)
      try save(finalName: name.description)
    }
    // A made name is given once: a file that has it is this one, put before a kill.
    if try !store.exists(name) {
      _ = try attempt("read", claim.folder.path) { () throws(Errno) in
        try withErrno { try claim.part.seek(offset: 0, from: .start) }
      }
      try store.put(.descriptor(claim.part), name: name)
    }
    return try store.path(of: name)
  }

  private mutating func place(_ type: PhotoFileType, in path: FilePath) throws(StoreError) -> FilePath {
    let folder = try attempt("open", path) { () throws(Errno) in
      try makeFolders(path, mode: 0o777)
      return try Directory(path)
    }
    try attempt("write", claim.folder.path) { () throws(Errno) in try claim.part.synchronize() }
    let proposal = DownloadFileName.safe(record.proposedName ?? url.lastPathComponent)
    let name = DownloadFileName.named(proposal, pathExtension: type.usualExtension)
    for number in 1...100_000 {
      guard let component = FilePath.Component(DownloadFileName.numbered(name, number)) else { continue }
      if try place(as: component, in: folder, path) { return path.appending(component) }
    }
    throw .system(action: "find a free name in", path: path, errno: .fileExists)
  }

  /// Takes a name; false where another file has it.
  private mutating func place(
    as name: FilePath.Component, in folder: Directory, _ path: FilePath
  ) throws(StoreError) -> Bool {
    let wasChosen = record.finalName == name.string
    let isTaken = try attempt("look into", path) { () throws(Errno) in try folder.status(of: name) != nil }
    if isTaken, !wasChosen { return false }
    try save(finalName: name.string)
    do throws(Errno) {
      try claim.folder.directory.moveExclusively(claim.names.part, to: folder, as: name)
    } catch .fileExists {
      return wasChosen ? try isSame(as: path.appending(name)) : false
    } catch Errno.improperLink {
      return try copy(to: path.appending(name), wasChosen: wasChosen)
    } catch {
      throw .failed("write", path.appending(name), error)
    }
    try attempt("write", path) { () throws(Errno) in try folder.synchronize() }
    return true
  }

  /// Another file system: the name is taken by a whole copy.
  private func copy(to path: FilePath, wasChosen: Bool) throws(StoreError) -> Bool {
    do throws(Errno) {
      let file = try NewFile(at: path)
      _ = try withErrno { try claim.part.seek(offset: 0, from: .start) }
      try claim.part.copyAll(to: file.descriptor)
      try file.finish()
      return true
    } catch .fileExists {
      return wasChosen ? try isSame(as: path) : false
    } catch {
      throw .failed("write", path, error)
    }
  }

  /// True where the file has the same bytes: it was placed before a kill.
  private func isSame(as path: FilePath) throws(StoreError) -> Bool {
    try attempt("read", path) { () throws(Errno) in
      let other = try withErrno { try FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) }
      defer { try? other.close() }
      guard try Stat(other).size == claim.size() else { return false }
      return try withErrno {
        var offset: Int64 = 0
        var (left, right) = ([UInt8](repeating: 0, count: 65_536), [UInt8](repeating: 0, count: 65_536))
        while true {
          let count = try left.withUnsafeMutableBytes {
            try claim.part.read(fromAbsoluteOffset: offset, into: $0)
          }
          if count == 0 { return true }
          let same = try right.withUnsafeMutableBytes { buffer in
            try other.read(
              fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
          }
          guard same == count, left[..<count] == right[..<count] else { return false }
          offset += Int64(count)
        }
      }
    }
  }

  private mutating func save(finalName: String) throws(StoreError) {
    guard record.finalName != finalName else { return }
    record.finalName = finalName
    try attempt("write", claim.folder.path) { () throws(Errno) in try claim.save(record) }
  }
}
