import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage
import Terminal

// The examples of the articles on PhotoImaging and Terminal, except for those in LibraryExamples.swift. They are compiled
// but not run.

func cachedThumbnail(of path: FilePath) throws -> PixelBuffer {
  let cache = ThumbnailCache(folder: try UserFolders.current.thumbnails, version: "1.0")
  return try cache.thumbnail(of: path, size: .large).pixels
}

func becomeHelper() {
  DecodingHelper.runIfRequested()
}

func smallCopy(of path: FilePath) throws(ImagingError) -> [UInt8] {
  let encoding = PictureEncoding(.fitting(width: 1600, height: 1200), quality: 0.8)
  return try encoding.jpeg(of: path)
}

func printSize(of path: FilePath) {
  do throws(ImagingError) {
    let picture = try PhotoImage.render(path, .screen)
    print(picture.fullSize, picture.isTruncated ? "ends early" : "whole")
  } catch {
    switch error.reason {
    case .tooLarge: print("too large: \(path)")
    default: print(error)
    }
  }
}

func printSafely(_ name: String) {
  print(TerminalText.padded(TerminalText.truncated(SafeText.escaping(name), to: 20), to: 20))
}
