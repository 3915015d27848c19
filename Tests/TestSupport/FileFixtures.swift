import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// Writes a file in place, overwriting an existing one.
package func write(_ bytes: [UInt8], to path: FilePath) throws {
  try TemporaryTree.write(bytes, to: path)
}

/// Returns the bytes of a file.
package func contents(of path: FilePath) throws -> [UInt8] {
  let file = try FileDescriptor.open(path, .readOnly)
  return try file.closeAfter { try file.readAll() }
}

/// Returns `true` if a file, folder or symbolic link exists at the path itself.
package func isThere(_ path: FilePath) -> Bool { status(of: path) != nil }

/// Returns the `lstat` of a path.
package func status(of path: FilePath) -> FileStatus? {
  guard let name = path.lastComponent.map({ FileName($0) }),
    let folder = try? OpenFolder(path.removingLastComponent())
  else { return nil }
  return (try? folder.status(of: name)) ?? nil
}

extension TemporaryTree {
  /// Returns the sorted names in a folder, or an empty array if it doesn't exist.
  package static func names(in path: FilePath) -> [String] {
    ((try? OpenFolder(path).names()) ?? []).map(\.text).sorted()
  }
}

/// A JPEG start with 8 x 8 pixels, followed by `padding` bytes, which cannot be decoded.
package func jpeg(padding: Int = 0, filler: UInt8 = 0x11) -> [UInt8] {
  let start: [UInt8] = [0xFF, 0xD8]
  let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
  let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
  return start + frame + scan + [UInt8](repeating: filler, count: padding) + [0xFF, 0xD9]
}

/// A complete, uniform JPEG.
package func picture(width: UInt32, height: UInt32, shade: UInt8 = 0x80) throws -> [UInt8] {
  let rgba = [UInt8](repeating: shade, count: Int(width * height * 4))
  guard let size = PixelSize(width: width, height: height),
    let pixels = PixelBuffer(size: size, rgba: rgba, isOpaque: true)
  else { throw Errno.invalidArgument }
  return try pixels.jpeg(quality: 0.9)
}

/// The size of a picture according to the header.
package func pixelSize(_ bytes: [UInt8]) -> PixelSize? { PhotoMetadata.read(ByteSource(bytes)).pixelSize }
