import ArgumentParser
import PhotoLibrary

/// The options that say which links a search follows, and what is told of those that it passes over.
struct LinkOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: """
      Follow symbolic links wherever they lead, or not at all; without either, links to files, and to folders below \
      those that are searched.
      """)
  var follow: Bool?

  @Flag(help: "Say on stderr what is passed over, such as links that lead nowhere.")
  var verbose = false

  /// Which links are followed.
  var policy: LinkPolicy { follow.map { $0 ? .all : .none } ?? .belowRoots }
}
