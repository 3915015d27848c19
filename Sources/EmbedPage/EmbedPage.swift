import Foundation
import PackagePlugin

/// Embeds the folder `Page` of a target as strings, in a generated Swift file.
///
/// The rule `.embedInCode` generates arrays of numbers, which take the optimizer 30 seconds for 200 kB.
@main
struct EmbedPage: BuildToolPlugin {
  private static let script = ###"""
    set -e
    output=$1
    shift
    {
      echo 'enum PageText {'
      echo '  static let files: [(name: String, text: StaticString)] = ['
      for file; do
        printf '("%s", ##"""\n' "${file##*/}"
        cat "$file"
        printf '\n"""##),\n'
      done
      echo '  ]'
      echo '}'
    } >"$output"
    """###

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Page")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "PageText.swift")
    return [
      .buildCommand(
        displayName: "Embedding the page", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, "embed", output.path] + files.map(\.path), inputFiles: files,
        outputFiles: [output])
    ]
  }
}
