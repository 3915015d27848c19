import PhotoFiles
import PhotoFormats
import SystemPackage

/// Reads the sidecars in an open folder. Not thread-safe.
///
/// An invalid sidecar never invalidates its photo: it is skipped with a remark. Symbolic links are ignored, since
/// their targets don't belong to the photo.
final class SidecarReader {
  private static let limit = 32
  /// The number of cached sidecars: RAW and JPEG files of the same shot may share one.
  private static let recentCount = 8

  private let index: SidecarIndex
  private let folder: OpenFolder
  private var recent: [(seen: SeenSidecar, content: Sidecar)] = []

  init(_ index: SidecarIndex, in folder: OpenFolder) {
    self.index = index
    self.folder = folder
  }

  func names(of photo: FileName) -> [FileName] { Array(index.sidecars(of: photo).prefix(Self.limit)) }

  func areUnchanged(_ seen: [SeenSidecar], of photo: FileName) -> Bool {
    let names = names(of: photo)
    return names.count == seen.count
      && zip(names, seen).allSatisfy { name, seen in
        guard name == seen.name, let status = status(of: name) else { return false }
        return seen.matches(status) && status.isReadable(name, in: folder.descriptor)
      }
  }

  func read(of photo: FileName, into metadata: inout PhotoMetadata?) -> SeenSidecars {
    var seen = SeenSidecars()
    var contents: [(name: FileName, sidecar: Sidecar)] = []
    for name in names(of: photo) {
      do throws(Errno) {
        let (file, content) = try read(name)
        seen.files.append(file)
        contents.append((name, content))
      } catch {
        seen.failures.append(SeenSidecars.Failure(name: name, error: error))
      }
    }
    guard contents.contains(where: { $0.sidecar != .nothing }) else { return seen }
    var known = metadata ?? PhotoMetadata()
    known.take(contents, of: photo)
    metadata = known
    return seen
  }

  private func status(of name: FileName) -> FileStatus? {
    (try? folder.status(of: name, followsLinks: false)) ?? nil
  }

  private func read(_ name: FileName) throws(Errno) -> (seen: SeenSidecar, content: Sidecar) {
    let file = try OpenFile(name, in: folder, followsLinks: false)
    guard file.status.kind == .regular, let kind = SidecarKind(name) else { throw .noSuchFileOrDirectory }
    var seen = SeenSidecar(name: name, file.status)
    if let known = recent.first(where: { $0.seen.name == name && $0.seen.matches(file.status) }) {
      return known
    }
    var content = Sidecar.nothing
    let limit = Sidecar.sizeLimit(kind)
    if let size = Int(exactly: file.status.size), size <= limit {
      let count = min(size, Sidecar.readLimit(kind))
      let source = try ByteSource(file, count: count, headCount: count)
      do throws(Sidecar.Damage) { content = try Sidecar(kind, source.head) } catch {
        seen.fault = error.reason
      }
    } else {
      seen.fault = "it is larger than \(limit >> 20) MiB"
    }
    if recent.count == Self.recentCount { recent.removeFirst() }
    recent.append((seen, content))
    return (seen, content)
  }
}
