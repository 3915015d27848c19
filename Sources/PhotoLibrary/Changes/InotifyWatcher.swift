import PhotoFiles

#if !canImport(Darwin)
  import Dispatch
  import PhotoFormats
  import Synchronization
  import SystemPackage

  final class InotifyWatcher: FolderWatcher {
    private static let mask = UInt32(
      truncatingIfNeeded: Int(IN_CLOSE_WRITE) | Int(IN_MODIFY) | Int(IN_ATTRIB) | Int(IN_CREATE)
        | Int(IN_DELETE) | Int(IN_MOVED_FROM) | Int(IN_MOVED_TO) | Int(IN_DELETE_SELF) | Int(IN_MOVE_SELF)
        | Int(IN_ONLYDIR) | Int(IN_EXCL_UNLINK))
    private static let bufferCount = 64 * 1024

    /// Several paths may share a watch, through symbolic links or mounts.
    private struct State {
      var folders: [Int32: [Folder]] = [:]
      var descriptors: [Folder: Int32] = [:]
    }

    private let gathered: DebouncedChanges
    private let includesHidden: Bool
    private let queue: FileDescriptor
    private let source: Mutex<any DispatchSourceRead>
    private let state = Mutex(State())

    /// - Throws: `WatchRefusal` if no further inotify instance is available.
    init(_ changes: DebouncedChanges, includesHidden: Bool) throws(WatchRefusal) {
      let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard number >= 0 else {
        throw errno == EMFILE || errno == ENFILE ? .limitReached : .refused(Errno(rawValue: errno))
      }
      gathered = changes
      self.includesHidden = includesHidden
      queue = FileDescriptor(rawValue: number)
      source = Mutex(
        DispatchSource.makeReadSource(
          fileDescriptor: number, queue: DispatchQueue(label: "photopick.inotify")))
      source.withLock { source in
        source.setEventHandler { [weak self] in self?.readEvents() }
        source.setCancelHandler { [queue] in try? queue.close() }
        source.activate()
      }
    }

    deinit { source.withLock { $0.cancel() } }

    func watch(_ folder: Folder) throws(WatchRefusal) {
      // The lock also covers adding the watch, so that its first event finds the folder.
      let failure: Errno? = state.withLock { state in
        let descriptor = folder.path.withPlatformString {
          inotify_add_watch(queue.rawValue, $0, Self.mask)
        }
        let failure = descriptor < 0 ? Errno(rawValue: errno) : nil
        if let known = state.descriptors[folder] {
          if known == descriptor { return nil }
          remove(folder, from: known, &state)
        }
        if let failure { return failure }
        state.descriptors[folder] = descriptor
        state.folders[descriptor, default: []].append(folder)
        return nil
      }
      switch failure {
      case nil: return
      case .noSpace?, .noMemory?: throw .limitReached
      case .noSuchFileOrDirectory?, .notDirectory?: throw .gone
      case let failure?: throw .refused(failure)
      }
    }

    func unwatch(_ folder: Folder) {
      state.withLock { state in
        if let known = state.descriptors[folder] { remove(folder, from: known, &state) }
      }
    }

    private func remove(_ folder: Folder, from descriptor: Int32, _ state: inout State) {
      state.descriptors[folder] = nil
      state.folders[descriptor]?.removeAll { $0 == folder }
      if state.folders[descriptor]?.isEmpty ?? false {
        state.folders[descriptor] = nil
        // Fails if the folder was deleted together with its watch.
        inotify_rm_watch(queue.rawValue, descriptor)
      }
    }

    private func readEvents() {
      withUnsafeTemporaryAllocation(byteCount: Self.bufferCount, alignment: 8) { buffer in
        while true {
          let count = read(queue.rawValue, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          let events = InotifyEvent.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          let changes = state.withLock { state in self.changes(of: events, &state) }
          gathered.add { $0.formUnion(changes) }
        }
      }
    }

    private func changes(of events: [InotifyEvent], _ state: inout State) -> FolderChanges {
      var changes = FolderChanges()
      for event in events {
        if event.has(Int(IN_Q_OVERFLOW)) { changes.isEverything = true }
        guard let folders = state.folders[event.descriptor] else { continue }
        if event.has(Int(IN_IGNORED)) {
          state.folders[event.descriptor] = nil
          for folder in folders { state.descriptors[folder] = nil }
        }
        for folder in folders {
          note(event, in: folder, isWatched: { state.descriptors[$0] != nil }, &changes)
        }
      }
      return changes
    }

    private func note(
      _ event: InotifyEvent, in folder: Folder, isWatched: (Folder) -> Bool, _ changes: inout FolderChanges
    ) {
      guard let name = event.name else {
        if event.has(Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_UNMOUNT), Int(IN_IGNORED)) {
          changes.trees.insert(folder)
        }
        changes.folders.insert(folder)
        return
      }
      if name.isHidden, !includesHidden { return }
      changes.folders.insert(folder)
      guard event.has(Int(IN_CREATE), Int(IN_DELETE), Int(IN_MOVED_FROM), Int(IN_MOVED_TO)) else { return }
      // inotify doesn't set IN_ISDIR for a symbolic link to a folder.
      let child = Folder(folder.path(of: name))
      if event.has(Int(IN_ISDIR)) || isWatched(child) { changes.trees.insert(child) }
    }
  }

  struct InotifyEvent {
    let descriptor: Int32
    let mask: UInt32
    /// The name within the folder, or `nil` for an event of the folder itself.
    let name: FileName?

    /// Parses a buffer filled by read(2), ignoring a partial event.
    static func events(in buffer: UnsafeRawBufferPointer) -> [InotifyEvent] {
      let headerCount = MemoryLayout<inotify_event>.size
      var events = [InotifyEvent]()
      var rest = buffer[...]
      while rest.count >= headerCount {
        let header = UnsafeRawBufferPointer(rebasing: rest.prefix(headerCount))
          .loadUnaligned(as: inotify_event.self)
        rest = rest.dropFirst(headerCount)
        guard rest.count >= Int(header.len) else { break }
        // The name is padded with NUL.
        let name = rest.prefix(Int(header.len)).prefix { $0 != 0 }
        rest = rest.dropFirst(Int(header.len))
        events.append(
          InotifyEvent(descriptor: header.wd, mask: header.mask, name: FileName(bytes: Array(name))))
      }
      return events
    }

    func has(_ flags: Int...) -> Bool { flags.contains { mask & UInt32(truncatingIfNeeded: $0) != 0 } }
  }
#endif
