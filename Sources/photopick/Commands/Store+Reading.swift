import ArgumentParser
import PhotoFiles
import PhotoStore
import SystemPackage

// The subcommands that read a store.
extension StoreCommand {
  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get",
      abstract: "Write a picture to standard output or a file.",
      discussion: """
        Examples:
          photopick store get beach.jpg -o /tmp/beach.jpg
          photopick store get beach.jpg | exiftool -
        """)

    @OptionGroup var options: StoreOptions

    @Option(
      name: .shortAndLong, help: "The file to write atomically; an existing file is replaced.",
      completion: .file())
    var output: String?

    @Argument(help: "The name of the picture.", completion: Completions.storeName)
    var name: String

    func run() async throws {
      let store = try options.files
      let name = try StoreName(argument: name)
      let output = ResultOutput(file: output.map { RawArguments.path($0) })
      // Restrict the copy to readers of the stored picture.
      let path = try store.path(of: name, options.kind)
      let mode =
        try attempt("read", path) { () throws(Errno) in try OpenFile(path).permissionsWithoutList() } & 0o777
      try output.withDescriptor(atMost: mode) { target in
        do {
          try store.copy(name, options.kind, to: target)
        } catch StoreError.outputFailed(_, let errno) {
          throw errno
        }
      }
    }
  }

  struct Path: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path",
      abstract: "Print the absolute path of a picture.",
      discussion: """
        Examples:
          photopick store path beach.jpg
          photopick store path beach.jpg --thumbnails
        """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The name of the picture.", completion: Completions.storeName)
    var name: String

    func run() async throws {
      try ResultOutput().announce(
        name: try options.files.path(of: StoreName(argument: name), options.kind)
          .fileSystemBytes)
    }
  }

  struct Exists: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "exists",
      abstract: "Exit with 0 if a picture exists, otherwise with 1.",
      discussion: """
        Examples:
          photopick store exists beach.jpg && echo there
        """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The name of the picture.", completion: Completions.storeName)
    var name: String

    func run() async throws {
      guard try options.files.exists(StoreName(argument: name), options.kind) else {
        throw CommandFailure(.problems)
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Print the names of all pictures, one per line.",
      discussion: """
        Examples:
          photopick store list --cache
          photopick store list --thumbnails
          photopick store list --json
          photopick store list -0 | xargs -0 photopick info
        """)

    @OptionGroup var options: StoreOptions
    @OptionGroup(title: "Output Options") var output: ListOutputOptions<StoreRecord>

    func run() async throws {
      let (store, kind) = (try options.files, options.kind)
      let names = try store.list(kind)
      try output.write(names.lazy.map { StoreRecord($0, kind, in: store) }) {
        try $0.writeNames(names.lazy.map(\.bytes))
      }
    }
  }
}
