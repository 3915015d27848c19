import PhotoFormats
import PhotoImaging
import SystemPackage

/// Renders files with PhotoImaging, for the scripts that compare and measure.
///
///     photo-render full|screen|square:N|fit:N|decode:N|cache:N pam|png|jpeg|none stored|upright srgb|profile JOBS DIR FILE…
///
/// `decode` is `fit` without embedded thumbnails. Prints one line a file: its number, its origin, its size, and what went wrong. The picture of file 7 is DIR/7.EXT.
struct Job: Sendable {
  let rendering: Rendering
  let cache: (cache: ThumbnailCache, size: ThumbnailSize)?
  let format: String
  let options: RenderingOptions
  let folder: FilePath

  init?(_ arguments: [String]) {
    guard arguments.count > 6 else { return nil }
    let parts = arguments[1].split(separator: ":")
    let side = parts.count > 1 ? UInt32(parts[1]) ?? 256 : 256
    switch parts.first {
    case "screen": rendering = .screen
    case "square": rendering = .thumbnail(side: side)
    case "fit", "decode", "cache":
      guard let size = PixelSize(width: side, height: side) else { return nil }
      rendering = .aspectRatioThumbnail(fitting: size)
    default: rendering = .full
    }
    folder = FilePath(arguments[6])
    cache =
      parts.first == "cache"
      ? (ThumbnailCache(folder: folder, version: "bench"), ThumbnailSize(side: side)) : nil
    format = arguments[2]
    options = RenderingOptions(
      orientationApplied: arguments[3] != "stored", convertsToSRGB: arguments[4] == "srgb",
      usesEmbeddedThumbnail: parts.first != "decode")
  }

  func run(_ path: FilePath, _ number: Int) -> String {
    do {
      if let cache {
        let thumbnail = try cache.cache.thumbnail(of: path, size: cache.size)
        return "\(number) \(thumbnail.isNew ? "made" : "found") \(thumbnail.file?.string ?? "-")"
      }
      let image = try PhotoImage.render(path, rendering, options: options)
      try write(image.pixels, number)
      let size = "\(image.pixels.width)x\(image.pixels.height)"
      return "\(number) \(image.origin) \(size)\(image.isTruncated ? " truncated" : "") \(path)"
    } catch {
      return "\(number) error \(error)"
    }
  }

  private func write(_ pixels: PixelBuffer, _ number: Int) throws {
    let bytes: [UInt8]
    switch format {
    case "none": return
    case "png": bytes = try pixels.png()
    case "jpeg": bytes = try pixels.jpeg(quality: 0.75)
    default:
      let header =
        "P7\nWIDTH \(pixels.width)\nHEIGHT \(pixels.height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
      bytes = Array(header.utf8) + pixels.withUnsafeBytes { Array($0) }
    }
    let path = folder.appending("\(number).\(format)")
    let descriptor = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
  }
}

DecodingHelper.runIfRequested()
guard let job = Job(CommandLine.arguments) else {
  print("usage: photo-render RENDERING FORMAT stored|upright srgb|profile JOBS DIR FILE…")
  throw Errno.invalidArgument
}
let files = CommandLine.arguments.dropFirst(7).map { FilePath($0) }
let jobs = max(1, Int(CommandLine.arguments[5]) ?? 1)
await withTaskGroup(of: String.self) { group in
  for (number, file) in files.enumerated() {
    if number >= jobs, let line = await group.next() { print(line) }
    group.addTask { job.run(file, number) }
  }
  for await line in group { print(line) }
}
