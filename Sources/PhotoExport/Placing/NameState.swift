import PhotoFiles
import SystemPackage

enum NameState {
  case free
  case equal
  /// The original itself, under any name.
  case same
  case taken
}

extension OpenFolder {
  func state(
    of name: FileName, path: FilePath, for file: PlannedFile, _ action: ExportAction,
    _ picture: RenderedPicture?
  ) throws -> NameState {
    guard let found = try exporting("look for", path, { try status(of: name) }) else { return .free }
    if action == .link {
      guard found.kind == .symbolicLink else { return .taken }
      let target = try exporting("read", path) { try destination(ofLink: name) }
      return target == file.source ? .equal : .taken
    }
    guard found.kind == .regular else { return .taken }
    let original = try SourceFile(file)
    let existing = try exporting("open", path) { try OpenFile(name, in: self, followsLinks: false) }
    if existing.status.identity == original.status.identity, picture == nil { return .same }
    if action == .hardlink { return .taken }
    return try withExtendedLifetime(existing) {
      try exporting("read", path) {
        if let picture {
          let bytes = try picture.bytes()
          guard existing.status.size == bytes.count else { return .taken }
          return try bytes == existing.content().readAll() ? .equal : .taken
        }
        guard existing.status.size == original.status.size else { return .taken }
        return try original.hasSameBytes(as: existing.content()) ? .equal : .taken
      }
    }
  }
}
