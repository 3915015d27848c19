import PhotoFiles

/// What a cache knows of the files of a folder, by their names.
///
/// A cache mostly tells them in order of their names' bytes, and a walk asks for one after the other. So they are kept in
/// that order and looked for behind the last that was found, which costs less than a table of hash values would.
package struct KnownFiles: Sendable {
  package struct Entry: Sendable {
    package let name: FileName
    package let file: KnownFile

    package init(name: FileName, file: KnownFile) {
      self.name = name
      self.file = file
    }
  }

  /// In ascending order of the bytes of their names.
  private(set) var entries: [Entry]

  /// The files that a cache told, in any order; of two with one name the last counts.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
    let isAscending = entries.indices.dropFirst()
      .allSatisfy { entries[$0 - 1].name.bytesPrecede(entries[$0].name) }
    guard !isAscending else { return }
    self.entries.sort { $0.name.bytesPrecede($1.name) }
    var kept = 0
    for entry in self.entries {
      if kept > 0, self.entries[kept - 1].name == entry.name { kept -= 1 }
      self.entries[kept] = entry
      kept += 1
    }
    self.entries.removeSubrange(kept...)
  }

  var count: Int { entries.count }

  package subscript(name: FileName) -> KnownFile? {
    var index = 0
    return file(name, near: &index)
  }

  /// What is known of a file.
  ///
  /// - Parameter index: is looked at first; if the file is found, it becomes the index behind it.
  func file(_ name: FileName, near index: inout Int) -> KnownFile? {
    if !holds(name, at: index) {
      let found = entries.partitioningIndex { !$0.name.bytesPrecede(name) }
      guard holds(name, at: found) else { return nil }
      index = found
    }
    defer { index += 1 }
    return entries[index].file
  }

  private func holds(_ name: FileName, at index: Int) -> Bool {
    index < entries.count && entries[index].name == name
  }
}
