import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

struct FolderListing {
  private let folder: Folder
  private let known: KnownFolder
  private let includesHidden: Bool
  private let includesAnyFile: Bool
  private let companions: FilmCompanions?
  private let links: FollowedLinks
  private var otherLinkNames: Set<FileName> = []
  private var isComplete = true
  private var knownCount = 0
  /// The index where the next lookup in the cache starts.
  private var nextKnown = 0
  private var folderNames: [FileName] = []
  private(set) var files: [ListedFile] = []
  let sidecars: SidecarIndex?
  private(set) var record: FolderRecord

  init(
    _ open: OpenFolder, _ visit: FolderVisit, _ identity: FileStatus.Identity, _ options: ScanOptions,
    links: FollowedLinks, known: KnownFolder
  ) {
    record = FolderRecord(identity: identity)
    folder = visit.folder
    self.known = known
    (includesHidden, includesAnyFile) = (options.includesHidden, options.includesAnyFile)
    self.links = links
    let found = open.entries(includesHidden: includesHidden)
    sidecars = SidecarIndex(found.entries)
    let proxies = ProxyFolder(visit.folder, depth: visit.depth)
    record.filmFolders = proxies?.sources ?? []
    companions = FilmCompanions(
      found.entries.lazy.filter { $0.kind != .directory }.map(\.name), proxiesOf: proxies?.films)
    if let failure = found.failure {
      isComplete = false
      record.problems.append(ScanProblem(path: folder.path, failure))
    }
    for index in NaturalOrder.indices(of: found.entries.map(\.name)) {
      let entry = found.entries[index]
      switch entry.kind {
      case .regular: addFile(entry.name)
      case .directory where !includesHidden && SystemFolder.isName(entry.name):
        record.problems.append(.systemFolder(folder.path(of: entry.name)))
      case .directory:
        folderNames.append(entry.name)
        record.subfolders.append(Folder(folder.path(of: entry.name)))
      case .symbolicLink where links.policy == .none:
        otherLinkNames.insert(entry.name)
        record.problems.append(.remark(folder.path(of: entry.name), "symbolic links are not followed"))
      case .symbolicLink: addLink(entry.name, open.descriptor)
      case .other: break
      }
    }
  }

  private mutating func addFile(_ name: FileName, isSymbolicLink: Bool = false) {
    let isPassedOver = name.isInTransit || companions.map { !$0.films(of: name).isEmpty } ?? false
    guard includesAnyFile || !isPassedOver else {
      if name.isInTransit { record.problems.append(.inTransit(folder.path(of: name))) }
      return
    }
    let file = known.files.file(name, near: &nextKnown)
    if file != nil { knownCount += 1 }
    files.append(
      ListedFile(name: name, isSymbolicLink: isSymbolicLink, known: file, isPassedOver: isPassedOver))
  }

  private mutating func addLink(_ name: FileName, _ descriptor: FileDescriptor) {
    do throws(Errno) {
      let status = try FileStatus(name, in: descriptor, followingLinks: true)
      switch status.kind {
      case .regular: addFile(name, isSymbolicLink: true)
      case .directory: addFolder(behind: name, status)
      case .symbolicLink, .other: break
      }
    } catch {
      record.otherLinks.append(polledPath(name, nil))
      record.problems.append(.link(folder.path(of: name), error))
    }
  }

  private mutating func addFolder(behind name: FileName, _ status: FileStatus) {
    var link = polledPath(name, status)
    link.target = (try? link.path.path.resolved()) ?? link.path.path
    if let target = link.target, links.enter(target) {
      folderNames.append(name)
      record.linkedFolders.append(link)
    } else {
      otherLinkNames.insert(name)
      record.otherLinks.append(link)
      record.problems.append(.otherLink(link.path.path))
    }
  }

  private func polledPath(_ name: FileName, _ status: FileStatus?) -> PolledPath {
    PolledPath(path: Folder(folder.path(of: name)), folder: folder, status: status)
  }

  /// Whether a name is a link that isn't followed and still has the given target. The folder may have been cached by
  /// a scan that followed the link.
  private func isBehindLink(_ name: FileName, _ target: FilePath?) -> Bool {
    guard let target, otherLinkNames.contains(name) else { return false }
    return (try? folder.path(of: name).resolved()) == target
  }

  func report(target: FilePath?) -> ScanReport? {
    guard let identity = record.identity else { return nil }
    var goneFiles: [FileName] = []
    var goneFolders: [FileName] = []
    if isComplete {
      if !known.folders.isEmpty {
        let names = Set(folderNames)
        goneFolders = known.folders.compactMap { name, target in
          isListed(name) && (includesHidden || !SystemFolder.isName(name)) && !names.contains(name)
            && !isBehindLink(name, target) ? name : nil
        }
      }
      if knownCount < known.files.count {
        let names = Set(files.lazy.map(\.name))
        goneFiles = known.files.entries.lazy.filter { known in
          let isBehindLink = known.file.isSymbolicLink && otherLinkNames.contains(known.name)
          return isListed(known.name) && !names.contains(known.name) && !isBehindLink
        }.map(\.name)
      }
    }
    let isKnown = identity == known.identity && target == known.target
    guard !isKnown || !goneFiles.isEmpty || !goneFolders.isEmpty else { return nil }
    return .folder(
      ScanReport.FolderReport(
        folder: folder, identity: identity, target: target, goneFiles: goneFiles,
        goneFolders: goneFolders))
  }

  private func isListed(_ name: FileName) -> Bool { includesHidden || !name.isHidden }
}

/// The resolved paths of explicitly passed folders.
package struct NamedFolders: Sendable {
  private let paths: Set<[UInt8]>

  init(_ roots: [RootPath]) { self.init(real: roots.map { (try? $0.path.resolved()) ?? $0.path }) }

  package init(real: [FilePath]) { paths = Set(real.map(\.fileSystemBytes)) }

  package func hold(_ real: FilePath) -> Bool {
    let path = real.fileSystemBytes
    if paths.contains([UInt8(ascii: "/")]) || paths.contains(path) { return true }
    return path.indices.contains {
      $0 > 0 && path[$0] == UInt8(ascii: "/") && paths.contains(Array(path[..<$0]))
    }
  }
}

final class FollowedLinks: Sendable {
  let policy: LinkPolicy
  private let roots: [RootPath]
  /// Created for the first link to a folder, since the list of roots may be long.
  private let named = Mutex<NamedFolders?>(nil)

  init(_ policy: LinkPolicy, roots: [RootPath]) {
    self.policy = policy
    self.roots = roots
  }

  func enter(_ target: FilePath) -> Bool {
    switch policy {
    case .none: return false
    case .all: return true
    case .belowRoots:
      return named.withLock { named in
        let folders = named ?? NamedFolders(roots)
        named = folders
        return folders.hold(target)
      }
    }
  }
}
