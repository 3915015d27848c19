import ArgumentParser
import PhotoCatalog
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import PhotoStore
import SystemPackage

/// What shells offer for the values of options and arguments.
///
/// Nothing is printed but answers: what cannot be found out is not offered.
enum Completions {
  static let album = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    return snapshot.albums.map(\.name).beginning(with: line.text)
  }

  static let grouping = CompletionKind.list(groupingKeys)

  /// Keys of `--by`, with a comma between them.
  static let groupings = custom { $0.text.completingLast(of: ",", with: groupingKeys) }

  static let sorting = CompletionKind.list(
    unique(AssetQuery.Sorting.allCases.map(\.rawValue) + ["count"] + AssetField.asked.map(\.name)))

  static let kinds = custom { line in
    let kinds = AssetKind.allCases.map(\.rawValue)
    return line.text.completingLast(of: ",", with: kinds + kinds.map { "!" + $0 })
  }

  static let query = custom { line in
    let text = line.text
    var photos: [Asset]?
    // A field's values are asked for while the query is read; the library is loaded before, and only if it is needed.
    if QueryCompletion.asksForValues(text) { photos = await LibraryPhotos.known(under: line.roots)?.assets }
    let completion = QueryCompletion(text, caret: text.utf16.count) { field in
      photos.map { FieldValues(field, in: $0) } ?? FieldValues()
    }
    return completion.candidates.map { completion.applied($0, to: text) }
  }

  static let date = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    let length = DateLength(completing: line.text).rawValue
    return FieldValues(.date, in: snapshot.assets).values.map(\.text)
      .filter { $0.count == length }.sorted().beginning(with: line.text)
  }

  /// A group of the view that was browsed last, as in `1-4,@2014-05`.
  static let selection = custom { line in
    guard case .view(let view)? = try? ViewStore.ofUser.load() else { return [] }
    let keys = view.groups.map { "@" + ($0.key.contains(",") ? "\"\($0.key)\"" : $0.key) }
    return line.text.completingLast(of: ",", with: ["all"] + keys + keys.map { "!" + $0 })
  }

  static let draft = custom { line in
    ((try? DraftStore.ofUser.names()) ?? []).map(\.description).beginning(with: line.text)
  }

  static let storeName = custom { line in
    let kind: FileStore.Kind = line.has("--thumbnails") ? .thumbnail : .file
    guard let folder = storeFolder(line), let names = try? FileStore(root: folder).list(kind) else {
      return []
    }
    return names.map { String(decoding: $0.bytes, as: UTF8.self) }.beginning(with: line.text)
  }

  private static func storeFolder(_ line: CompletedLine) -> FilePath? {
    if let root = line.value(of: "--root") { return RawArguments.path(root) }
    let folders = UserFolders.current
    return line.has("--cache") ? try? folders.cachedStore : try? folders.store
  }

  static let keywords = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    let known = FieldValues(AssetField(.keywords), in: snapshot.assets).values.map(\.text)
    return line.text.completingLast(of: ",", with: known.map { "+" + $0 } + known.map { "-" + $0 })
  }

  /// A template, in whose last brace the name of a field stands.
  static let template = custom { line in
    guard let brace = line.text.lastIndex(of: "{") else { return [] }
    let start = line.text[...brace]
    guard !line.text[brace...].contains(where: { "}:".contains($0) }) else { return [] }
    return OutputTemplate.Field.allCases.map { start + $0.name + "}" }.map(String.init).beginning(
      with: line.text)
  }

  static let label = CompletionKind.list(MarkChange.commonLabels + ["none"])

  private static var groupingKeys: [String] {
    unique(AssetQuery.Grouping.allCases.map(\.rawValue) + AssetField.asked.map(\.name))
  }

  private static func unique(_ words: [String]) -> [String] {
    var seen = Set<String>()
    return words.filter { seen.insert($0).inserted }
  }

  /// Answers of this program to a shell. A line ends an answer, so that a name with one in it is not offered.
  private static func custom(
    _ answers: @escaping @Sendable (CompletedLine) async -> [String]
  ) -> CompletionKind {
    .custom { (words: [String], index: Int, prefix: String) async -> [String] in
      let answers = await answers(CompletedLine(words, index, prefix))
      return answers.filter { answer in
        !answer.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
    }
  }
}

extension [String] {
  /// Those that begin with a text, in capital or small letters.
  fileprivate func beginning(with text: String) -> [String] {
    let start = text.lowercased()
    return filter { $0.lowercased().hasPrefix(start) }
  }
}

extension String {
  /// The text with each word that its last part, behind a separator, may be the beginning of.
  fileprivate func completingLast(of separator: Character, with words: [String]) -> [String] {
    let start = lastIndex(of: separator).map { index(after: $0) } ?? startIndex
    let taken = Set(self[..<start].split(separator: separator).map(String.init))
    return words.beginning(with: String(self[start...])).filter { !taken.contains($0) }
      .map { self[..<start] + $0 }
  }
}

/// The photos of a library as far as they are known at once: somebody waits at a prompt.
enum LibraryPhotos {
  /// How long a library that the catalog does not know is read. What was read until then is in the catalog the next time.
  private static let patience = Duration.seconds(2)

  /// The photos under roots that the catalog knows; if it knows none of them, those that a short scan finds.
  static func known(under roots: [FilePath]) async -> LibrarySnapshot? {
    guard !roots.isEmpty, let location = try? CatalogLocation.ofUser else { return nil }
    let catalog = try? Catalog(location)
    let query = CatalogQuery(roots: roots, options: ScanOptions())
    if let catalog, let snapshot = try? await query.snapshot(of: catalog) { return snapshot }
    let library = PhotoLibrary(roots: roots, options: query.options, catalog: catalog)
    return await withTaskGroup(of: LibrarySnapshot?.self) { group in
      group.addTask { try? await library.snapshot() }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
