import PhotoFiles
import PhotoFormats
import SystemPackage

extension LibraryScanner {
  /// True for a file that a scan of its folder passes over: one that is no photo or video by content, nor by name.
  ///
  /// Lists that programs make, as find(1) does, hold such files, devices and pipes among them. Folders are not passed
  /// over, nor is what is not there or cannot be read, so that it is told.
  public static func passesOver(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent.map({ FileName($0) }), !name.hasPhotoExtension else { return false }
    do throws(Errno) {
      switch try FileStatus(path).kind {
      case .directory: return false
      case .regular: break
      default: return true
      }
      let file = try OpenFile(path)
      guard let count = Int(exactly: file.status.size), count > 0 else { return true }
      let signature = try ByteSource(file.descriptor, count: count, headCount: AssetReader.signatureCount)
      guard PhotoMetadata.isRecognized(signature) else { return true }
      return PhotoMetadata.read(try ByteSource(file.descriptor, count: count)).fileType == .unknown
    } catch {
      return false
    }
  }
}
