import PhotoFiles
import SystemPackage

struct ExportWork: Sendable {
  let options: ExportOptions
  let folders: ExportFolders
  let counter: ExportCounter
  /// The folders from which files may be moved; `nil` allows all folders.
  let movable: MovableFolders?
  /// The numbers of shots that an interrupted move has moved in part, by the paths of the photos.
  let numbers: [FilePath: Int]

  private static let maximumTries = 100_000

  struct Outcome: Sendable {
    var files: [(index: Int, file: ExportedFile)] = []
    var problems: [(index: Int, error: ExportError)] = []
    var stop: ExportError?
  }

  func run(_ unit: [PlannedGroup]) throws -> Outcome {
    var outcome = Outcome()
    var claimed: [FileName: FilePath] = [:]
    for group in unit {
      try Task.checkCancellation()
      do {
        try run(group, &claimed) { outcome.files.append((group.index, $0)) }
      } catch let error as ExportError {
        outcome.problems.append((group.index, error))
        if error.stopsExport {
          outcome.stop = outcome.problems.removeLast().error
          return outcome
        }
      }
    }
    return outcome
  }

  /// Makes the files of a group under the first number for which no name is taken.
  ///
  /// - Parameter claimed: the names that a dry run has used, and the corresponding originals.
  private func run(
    _ group: PlannedGroup, _ claimed: inout [FileName: FilePath], _ report: (ExportedFile) -> Void
  ) throws {
    try requireMovable(group)
    let place = try folders.spelled(group.folders)
    let folder = try folders.folder(place)
    var files = group.files.map { file in
      ExportStep(
        file: file, action: file.action(in: options.action), folder: folder,
        picture: options.action == .copy ? file.encoding.map { RenderedPicture(file.source, $0) } : nil)
    }
    var number = group.files.last.flatMap { numbers[$0.source] } ?? 1
    for _ in 1...Self.maximumTries {
      let names = try files.map { try folders.spelling(of: $0.file.name.numbered(number), in: place) }
      let paths = names.map { folders.path(place, $0) }
      guard let states = try states(of: names, paths, for: files, claimed) else {
        number += 1
        continue
      }
      guard folders.claim(names, in: place) else { continue }
      if number > 1, files.count > 1, options.action == .move, let photo = group.files.last {
        try folders.note(.numbered(photo: photo.source, UInt32(clamping: number)))
      }
      do {
        for (index, name) in names.enumerated() {
          let done = try make(files[0], name, paths[index], states[index])
          if options.isDryRun { claimed[name] = done.source }
          counter.addFile()
          report(done)
          files.removeFirst()
        }
        return
      } catch Errno.fileExists {
        // The name was taken in the meantime, maybe for an equal file: compare again.
        continue
      }
    }
    throw ExportError.system(
      action: "find a free name for", path: folders.path(place, group.files[0].name.numbered(1)),
      errno: .fileExists)
  }

  /// Throws unless all files that a move takes can be moved, so that no file of a shot leaves the others.
  private func requireMovable(_ group: PlannedGroup) throws {
    guard options.action == .move else { return }
    // The other files are in the folder of the photo, which comes last.
    if let photo = group.files.last { try movable?.require(photo.source) }
    for file in group.files where file.action(in: .move) == .move {
      try ExportStep.requireMovable(file.source)
    }
  }

  /// Returns the states of the names of a group, or `nil` if one of them is taken.
  private func states(
    of names: [FileName], _ paths: [FilePath], for files: [ExportStep], _ claimed: [FileName: FilePath]
  ) throws -> [NameState]? {
    var states = [NameState]()
    for (index, step) in files.enumerated() {
      let state =
        try claimed[names[index]].map { try compare($0, step) }
        ?? state(of: names[index], paths[index], for: step)
      if case .taken = state { return nil }
      states.append(state)
    }
    return states
  }

  private func state(of name: FileName, _ path: FilePath, for step: ExportStep) throws -> NameState {
    guard let folder = step.folder else { return .free }
    return try folder.state(of: name, path: path, for: step.file, step.action, step.picture)
  }

  /// Compares a file with a file to which a dry run has given the same name.
  private func compare(_ claimed: FilePath, _ step: ExportStep) throws -> NameState {
    guard step.picture == nil else { return .taken }
    // A file that belongs to two shots.
    if claimed == step.file.source { return .equal }
    guard step.action == .copy || step.action == .move else { return .taken }
    let (first, second) = (try SourceFile(claimed), try SourceFile(step.file))
    guard first.status.size == second.status.size else { return .taken }
    return try exporting("read", claimed) {
      try first.hasSameBytes(as: second) ? .equal : .taken
    }
  }

  private func make(
    _ step: ExportStep, _ name: FileName, _ path: FilePath, _ state: NameState
  ) throws -> ExportedFile {
    let source = step.file.source
    var outcome = ExportedFile.Outcome.skipped
    var size: Int64? = step.file.size
    if case .free = state {
      if options.isDryRun {
        outcome = step.action.outcome
        if step.picture != nil { size = nil }
      } else if let folder = step.folder {
        do {
          if let created = try create(step, folder, name, path) {
            (outcome, size) = (step.action.outcome, created)
          } else {
            try folders.note(.dropped(path))
          }
        } catch {
          // Making a link succeeds or fails as a whole; after a failed move both files may exist.
          let isLink = step.action == .link || step.action == .hardlink
          if isLink || error as? Errno == .fileExists { try folders.note(.dropped(path)) }
          throw error
        }
      }
    } else {
      if try step.action == .move && finishMove(step, name, path, state) { outcome = .moved }
      counter.add(bytes: step.file.size)
      // The comparison has made the picture.
      if let picture = step.picture { size = Int64(try picture.bytes().count) }
    }
    return ExportedFile(
      source: source, destination: path, role: step.file.role, outcome: outcome, size: size)
  }

  /// Places a file under a free name.
  ///
  /// - Returns: the size of the file or link target; `nil` if a move leaves the original in place.
  private func create(
    _ step: ExportStep, _ folder: OpenFolder, _ name: FileName, _ path: FilePath
  ) throws -> Int64? {
    let source = step.file.source
    let note = { (mark: FileMark) in
      try folders.note(.file(step.action, source: source, destination: path, mark))
    }
    switch step.action {
    case .copy:
      let placer = placer(folder, path)
      let original = try SourceFile(step.file)
      guard let picture = step.picture else {
        try placer.copy(original, as: name, isMoved: false, willName: note)
        return original.status.size
      }
      let bytes = try picture.bytes()
      try placer.write(bytes, madeOf: original, as: name) { mark in
        try folders.note(.picture(source: source, FileMark(original.status), destination: path, mark))
      }
      counter.add(bytes: step.file.size)
      return Int64(bytes.count)
    case .move: return try move(step, folder, name, path, note)
    case .link, .hardlink:
      let status = try SourceFile(step.file).status
      try note(FileMark(status))
      try naming(path) {
        if step.action == .link { return try folder.makeSymbolicLink(name, to: source) }
        do throws(Errno) {
          try folder.makeHardLink(name, to: source)
        } catch .improperLink {
          throw ExportError.otherFileSystem(source)
        }
      }
      return status.size
    }
  }

  /// Moves a file to a free name. Returns the size, or `nil` if the original also has that name, and stays.
  private func move(
    _ step: ExportStep, _ folder: OpenFolder, _ name: FileName, _ path: FilePath,
    _ note: (FileMark) throws -> Void
  ) throws -> Int64? {
    let source = step.file.source
    let status = try ExportStep.requireMovable(source)
    let parent = try exporting("open", source) { try OpenFolder(source.removingLastComponent()) }
    let isRenamed = try ExportStep.rename(source, in: parent, to: folder, name, path) {
      try note(FileMark(status))
    }
    // A rename is atomic, so there is no need to flush it.
    if isRenamed {
      counter.add(bytes: step.file.size)
      return status.size
    }
    let original = try SourceFile(step.file)
    let copy = try placer(folder, path).copy(original, as: name, isMoved: true, willName: note)
    try original.requireUnchanged()
    let isRemoved = try ExportStep.remove(
      source, in: parent, original.status, keeping: name, in: folder, path, copy: copy, note: noteAside)
    return isRemoved ? original.status.size : nil
  }

  /// Writes to the journal that an original gets a temporary name, and flushes the journal.
  private func noteAside(_ record: ExportRecord) throws {
    try folders.note(record)
    try folders.synchronizeNotes()
  }

  /// Removes the original of a file that is at the destination already, once the bytes are durable there.
  /// Returns `false` if it was kept: both may be one file with one name.
  private func finishMove(
    _ step: ExportStep, _ name: FileName, _ path: FilePath, _ state: NameState
  ) throws -> Bool {
    let source = step.file.source
    let status = try ExportStep.requireMovable(source)
    guard let folder = step.folder else { return true }
    let parent = try exporting("open", source) { try OpenFolder(source.removingLastComponent()) }
    if case .same = state {
      let isOneFolder = try exporting("open", path) {
        try parent.status().identity == folder.status().identity
      }
      guard status.linkCount > 1, !isOneFolder else { return false }
    }
    if options.isDryRun { return true }
    try exporting("write", path) {
      let existing = try OpenFile(name, in: folder, followsLinks: false)
      try withExtendedLifetime(existing) { try existing.descriptor.synchronize() }
      try folder.synchronize()
    }
    let original = try SourceFile(step.file)
    let checksum = try exporting("read", source) { try original.checksum().checksum }
    return try ExportStep.remove(
      source, in: parent, status, keeping: name, in: folder, path, note: noteAside,
      willRemove: {
        try folders.note(
          .merged(source: source, destination: path, FileMark(original.status, checksum: checksum)))
        try folders.synchronizeNotes()
      })
  }

  private func placer(_ folder: OpenFolder, _ path: FilePath) -> FilePlacer {
    FilePlacer(
      folder: folder, path: path.removingLastComponent(),
      // Undo recognizes a picture on a server by the checksum.
      copier: FileCopier(verifies: options.verifies || options.action == .move || folder.isRemote) {
        counter.add(bytes: $0)
      },
      willWrite: { try folders.note(.part($0)) })
  }

  private func naming(_ path: FilePath, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch Errno.fileExists {
      throw Errno.fileExists
    } catch let error as Errno {
      throw ExportError.failed("write", path, error)
    }
  }
}

extension ExportAction {
  fileprivate var outcome: ExportedFile.Outcome {
    switch self {
    case .copy: .copied
    case .move: .moved
    case .link, .hardlink: .linked
    }
  }
}
