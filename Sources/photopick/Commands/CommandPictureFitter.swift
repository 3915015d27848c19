import PhotoStore
import SystemPackage

/// Makes smaller pictures for the store.
struct CommandPictureFitter: PictureFitter {
  struct Unavailable: Error, CustomStringConvertible {
    let description = "this build has no picture decoder"
  }

  func fit(_ picture: FilePath, into limits: PictureLimits) throws -> [UInt8] { throw Unavailable() }

  func thumbnail(of picture: FilePath, width: Int, height: Int) throws -> [UInt8] { throw Unavailable() }
}
