/// Folders that systems and NAS devices keep on a disk: trashes, snapshots, thumbnails and recovered files.
package enum SystemFolder {
  /// Returns whether the folder is a trash or another system folder, or is inside one.
  package static func contains(_ folder: Folder) -> Bool {
    let components = folder.bytes.split(separator: UInt8(ascii: "/"))
    return components.contains(where: isName)
      // The trash of a user (Trash specification 1.0, "Trash directories").
      || zip(components, components.dropFirst()).contains { parent, child in
        parent.elementsEqual("Trash".utf8) && child.elementsEqual("files".utf8)
      }
  }

  /// Returns whether this is the name of a system folder. Scans skip system folders, except those that the user names.
  package static func isName(_ name: FileName) -> Bool { isName(name.bytes[...]) }

  package static func isName(_ component: ArraySlice<UInt8>) -> Bool {
    // Called for each folder of a scan and of the catalog: the first byte decides most names.
    guard let first = component.first, firstBytes.contains(first.lowercased) else { return false }
    let name = component.map(\.lowercased)
    return names.contains(name) || prefixes.contains { name.starts(with: $0) }
  }

  private static let names = Set(
    [
      // Trashes of freedesktop.org, macOS and Windows, and of NAS devices: Synology, QNAP, Unraid, Buffalo, Samba,
      // Netatalk.
      ".trash", ".trashes", "$recycle.bin", "recycler", "#recycle", "@recycle", ".recycle.bin", "trashbox",
      ".recycle", "network trash folder",
      // Thumbnails, snapshots, uploads and other data of NAS devices and file systems.
      "@eadir", "@tmp", "@sharebin", "@sharesnap", "#snapshot", "~snapshot", ".snapshot", ".snapshots",
      "@recently-snapshot", ".@__thumb", ".@upload_cache", ".streams", "@transcode",
      "@downloadstationtempfiles", ".zfs", "temporary items", "thevolumesettingsfolder", "dfsrprivate",
      "system volume information",
      // Files that a check of the file system recovered: ext, FAT on Windows and on Android.
      "lost+found", "found.000", "found.001", "found.002", "lost.dir",
    ].map { Array($0.utf8) })
  /// Names that end in the number of a user (Trash specification 1.0) or the name of an array (Thecus).
  private static let prefixes = [".trash-", "_nas_recycle_"].map { Array($0.utf8) }
  private static let firstBytes = Set((names + prefixes).compactMap(\.first))
}
