import Foundation
import PhotoFiles
import PhotoFormats
import SystemPackage

@testable import PhotoLibrary

extension Asset {
  /// An asset without a file.
  ///
  /// - Parameter date: A string for `DatePeriod`, or `nil` for an undated asset.
  static func sample(
    _ name: String, _ date: String? = nil, in folder: FilePath = "/photos", size: Int = 1, inode: Int? = nil,
    type: PhotoFileType = .jpeg, isSymbolicLink: Bool = false, links: Int = 1,
    clocks: LibraryClocks = .universal,
    change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    var status = stat()
    status.st_mode = S_IFREG
    status.st_size = numericCast(size)
    status.st_ino = numericCast(inode ?? abs(name.hashValue))
    status.st_nlink = numericCast(links)
    var metadata = PhotoMetadata(fileType: type)
    metadata.captureDate = date.flatMap { DatePeriod($0) }.map {
      CaptureDate(time: $0.first, source: .exifDateTimeOriginal)
    }
    change(&metadata)
    return Asset(
      folder: Folder(folder), name: FileName(unchecked: Array(name.utf8)), status: FileStatus(status),
      isSymbolicLink: isSymbolicLink, metadata: metadata,
      clocks: clocks)
  }
}

extension LibraryClocks {
  static let universal = LibraryClocks(files: WallClock(identifier: "UTC") ?? .machine)
}

extension [Asset] {
  var names: [String] { map(\.name.text) }
}
