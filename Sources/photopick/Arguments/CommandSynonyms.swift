import PhotoLibrary

/// The commands for words of shells and other photo programs, such as `ls`.
enum CommandSynonyms {
  /// Words, and the commands for them. Commands with subcommands accept the same words.
  private static let meanings: [(words: [String], commands: [String])] = [
    (["ls", "dir", "photos"], ["browse", "list"]),
    (["list"], ["browse", "list-albums", "list"]),
    (["albums", "folders", "tree"], ["list-albums"]),
    (["search", "find", "grep", "query", "filter", "locate"], ["browse --where", "list"]),
    (["show", "view", "display", "see", "draw"], ["pick", "preview", "get"]),
    (["open", "gui", "tui", "choose", "edit"], ["pick"]),
    (["web", "serve", "server"], ["pick --web"]),
    (["cat", "read"], ["get", "show", "preview"]),
    (
      ["import", "copy", "cp", "backup", "sync", "save", "link", "ln", "resize", "convert"],
      ["export", "put"]
    ),
    (["move", "mv"], ["export --move", "rename"]),
    (["add", "new", "create"], ["put", "refresh"]),
    (["rm", "del", "delete", "remove", "trash", "drop"], ["duplicates --trash", "pick", "delete", "clear"]),
    (
      [
        "rate", "rating", "tag", "label", "star", "stars", "keyword", "keywords", "caption", "title",
        "reject", "geotag",
      ],
      ["mark"]
    ),
    (["undo", "revert", "restore"], ["mark --undo", "export --undo", "duplicates --undo"]),
    (["exif", "metadata", "meta", "stat", "identify", "exiftool"], ["info", "path"]),
    (["count", "statistics", "histogram"], ["stats", "status"]),
    (["dedupe", "dedup", "dupes", "copies", "similar"], ["duplicates"]),
    (["thumb", "thumbs", "thumbnails"], ["thumbnail"]),
    (["get", "download", "wget", "curl"], ["fetch"]),
    (["index", "scan", "cache", "refresh", "reindex", "update", "rebuild"], ["catalog refresh", "refresh"]),
    (["monitor", "follow"], ["watch"]),
    (["version"], ["--version"]),
    (["check", "config", "diagnose", "info"], ["doctor", "verify", "status"]),
    (["completion", "completions"], ["--generate-completion-script", "shell"]),
  ]

  /// Returns the commands that an unknown word may mean: synonyms, otherwise the name with the fewest different letters.
  ///
  /// - Parameter names: The known names.
  static func commands(for word: String, in names: [String]) -> [String] {
    let word = word.lowercased()
    let meant = meanings.filter { $0.words.contains(word) }.flatMap(\.commands).filter { command in
      command.hasPrefix("--") || names.contains { command == $0 || command.hasPrefix($0 + " ") }
    }
    return meant.isEmpty ? NearestName.of(word, in: names).map { [$0] } ?? [] : meant
  }
}
