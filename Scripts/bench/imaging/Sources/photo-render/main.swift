import PhotoFormats
import PhotoImaging
import SystemPackage

/// Renders files with PhotoImaging, for scripts that compare pixels.
///
///     photo-render full|fit:SIDE|decode:SIDE stored|upright srgb|profile FOLDER FILE…
///
/// `decode` is `fit` without embedded thumbnails. Prints a line for each file: its number, and the origin of its pixels
/// or an error. The picture of file 7 is FOLDER/7.pam.
struct Job: Sendable {
  let rendering: Rendering
  let options: RenderingOptions
  let folder: FilePath

  init?(_ arguments: [String]) {
    guard arguments.count > 5 else { return nil }
    let parts = arguments[1].split(separator: ":")
    if parts.count == 1 {
      rendering = .full
    } else {
      guard let side = UInt32(parts[1]), let size = PixelSize(width: side, height: side) else { return nil }
      rendering = .aspectRatioThumbnail(fitting: size)
    }
    options = RenderingOptions(
      orientationApplied: arguments[2] != "stored", convertsToSRGB: arguments[3] == "srgb",
      usesEmbeddedThumbnail: parts.first != "decode")
    folder = FilePath(arguments[4])
  }

  func run(_ path: FilePath, _ number: Int) -> String {
    do {
      let image = try PhotoImage.render(path, rendering, options: options)
      let pixels = image.pixels
      let header = "P7\nWIDTH \(pixels.width)\nHEIGHT \(pixels.height)\nDEPTH 4\nMAXVAL 255\n"
      let bytes = Array("\(header)TUPLTYPE RGB_ALPHA\nENDHDR\n".utf8) + pixels.withUnsafeBytes { Array($0) }
      let file = try FileDescriptor.open(
        folder.appending("\(number).pam"), .writeOnly, options: [.create, .truncate],
        permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(bytes) }
      return "\(number) \(image.origin)"
    } catch {
      return "\(number) error \(error)"
    }
  }
}

DecodingHelper.runIfRequested()
guard let job = Job(CommandLine.arguments) else { throw Errno.invalidArgument }
let files = CommandLine.arguments.dropFirst(5).map { FilePath($0) }
await withTaskGroup(of: String.self) { group in
  for (number, file) in files.enumerated() {
    if number >= 2, let line = await group.next() { print(line) }
    group.addTask { job.run(file, number) }
  }
  for await line in group { print(line) }
}
