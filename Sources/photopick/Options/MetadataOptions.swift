import ArgumentParser
import PhotoFormats

/// The metadata of pictures that are made of photos.
struct MetadataOptions: ParsableArguments {
  @Option(
    help: """
      The metadata of pictures made of photos, as photopick displays it: all with the camera's Exif; marks for date, title, \
      caption, keywords, rating, label, creators, copyright, people and place; or none (default: all).
      """)
  var metadata: MetadataPolicy.Scope?

  @Flag(help: "Omit position, place names and the camera's maker note from pictures made of photos.")
  var stripPlace = false

  var policy: MetadataPolicy { MetadataPolicy(metadata ?? .all, stripsPlace: stripPlace) }

  /// - Parameters:
  ///   - isUsed: Whether pictures are made of photos.
  ///   - options: The options that make pictures.
  /// - Throws: `ValidationError` if an option is given where files are copied as they are.
  func check(isUsed: Bool, with options: String) throws {
    guard !isUsed, metadata != nil || stripPlace else { return }
    let given = metadata == nil ? "--strip-place" : "--metadata"
    throw ValidationError("\(given) is for pictures made of photos, not for copies; it goes with \(options).")
  }
}

extension MetadataPolicy.Scope: ExpressibleByArgument {}
