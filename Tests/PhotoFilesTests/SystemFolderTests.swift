import Testing

@testable import PhotoFiles

/// The names of folders that systems keep on disks.
struct SystemFolderTests {
  @Test(arguments: [
    "@eaDir", "#recycle", "#snapshot", "@tmp", "@sharebin", "@Recycle", "@Recently-Snapshot",
    "@Transcode", ".@__thumb", ".Recycle.Bin", "trashbox", "_NAS_Recycle_RAID", "$RECYCLE.BIN", "RECYCLER",
    "System Volume Information", "found.000", "DfsrPrivate", "Network Trash Folder", "Temporary Items",
    ".Trashes", ".Trash-1000", "lost+found", "LOST.DIR", "~snapshot", ".zfs",
  ])
  func `a system folder is known by its name, whatever the case`(name: String) {
    #expect(SystemFolder.isName(FileName(unchecked: Array(name.utf8))))
    #expect(SystemFolder.isName(FileName(unchecked: Array(name.uppercased().utf8))))
  }

  @Test(arguments: [
    "eaDir", "recycle", "snapshot", "lost", "found", "tmp", "Trash", "NAS", "@", "#", ".", "", "@eaDirx",
    "lost+foundx",
  ])
  func `other folders may contain photos`(name: String) {
    #expect(!SystemFolder.isName(FileName(unchecked: Array(name.utf8))))
  }
}
