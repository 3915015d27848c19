import PhotoFiles

#if os(Linux)
  import PhotoFormats

  /// One event of inotify(7).
  struct InotifyEvent {
    /// The watch.
    let descriptor: Int32
    /// What happened: `IN_CREATE` and others.
    let mask: UInt32
    /// The name in the folder; `nil` if it happened to the folder itself.
    let name: FileName?

    /// The events in a buffer that read(2) filled; what is cut off is left out.
    static func events(in buffer: UnsafeRawBufferPointer) -> [InotifyEvent] {
      let headerCount = MemoryLayout<inotify_event>.size
      var events = [InotifyEvent]()
      var rest = buffer[...]
      while rest.count >= headerCount {
        let header = UnsafeRawBufferPointer(rebasing: rest.prefix(headerCount))
          .loadUnaligned(as: inotify_event.self)
        rest = rest.dropFirst(headerCount)
        guard rest.count >= Int(header.len) else { break }
        // The name is filled up with NULs.
        let name = rest.prefix(Int(header.len)).prefix { $0 != 0 }
        rest = rest.dropFirst(Int(header.len))
        events.append(
          InotifyEvent(
            descriptor: header.wd, mask: header.mask,
            name: FileName(bytes: Array(name))))
      }
      return events
    }

    /// True if any of these happened.
    func has(_ flags: Int...) -> Bool { flags.contains { mask & UInt32(truncatingIfNeeded: $0) != 0 } }
  }
#endif
