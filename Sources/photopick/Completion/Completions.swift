import ArgumentParser
import PhotoCatalog
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import PhotoStore
import SystemPackage

/// Shell completions for the values of options and arguments. Errors result in no candidates.
enum Completions {
  static let album = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    return snapshot.albums.map(\.name).beginning(with: line.text)
  }

  static let grouping = CompletionKind.list(groupingKeys)

  /// The keys of `--by`, separated by commas.
  static let groupings = custom { $0.text.completingLast(of: ",", with: groupingKeys) }

  static let sorting = CompletionKind.list(
    (AssetQuery.Sorting.allCases.map(\.rawValue) + ["count"] + AssetField.asked.map(\.name)).uniqued())

  static let kinds = custom { line in
    let kinds = AssetKind.allCases.map(\.rawValue)
    return line.text.completingLast(of: ",", with: kinds + kinds.map { "!" + $0 })
  }

  static let query = custom { line in
    let text = line.text
    var photos: [Asset]?
    // Load the library before parsing, since the parser requests the values of a field synchronously.
    if QueryCompletion.asksForValues(text) { photos = await LibraryPhotos.known(under: line.roots)?.assets }
    let saved = text.contains("@") ? SavedQueries.ofUser() : SavedQueries()
    let completion = QueryCompletion(text, caret: text.utf16.count, saved: saved) { field in
      photos.map { FieldValues(field, in: $0) } ?? FieldValues()
    }
    return completion.candidates.map { completion.applied($0, to: text) }
  }

  static let savedQuery = custom { SavedQueries.ofUser().names.beginning(with: $0.text) }

  static let date = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    let length = DateLength(completing: line.text).rawValue
    return FieldValues(.date, in: snapshot.assets).values.map(\.text)
      .filter { $0.count == length }.sorted().beginning(with: line.text)
  }

  /// The groups of the last view, as in `1-4,@2014-05`.
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
    let folder = try? RawArguments.storeFolder(root: line.value(of: "--root"), isInCache: line.has("--cache"))
    guard let folder, let names = try? FileStore(root: folder).list(kind) else { return [] }
    return names.map { String(decoding: $0.bytes, as: UTF8.self) }.beginning(with: line.text)
  }

  static let keywords = custom { line in
    guard let snapshot = await LibraryPhotos.known(under: line.roots) else { return [] }
    let known = FieldValues(AssetField(.keywords), in: snapshot.assets).values.map(\.text)
    return line.text.completingLast(of: ",", with: known.map { "+" + $0 } + known.map { "-" + $0 })
  }

  static let template = template(of: OutputTemplate.Field.allCases)
  static let nameTemplate = template(of: OutputTemplate.Field.ofPaths)

  /// The keys for a template, inside the last open brace.
  private static func template(of fields: [OutputTemplate.Field]) -> CompletionKind {
    custom { line in
      guard let brace = line.text.lastIndex(of: "{") else { return [] }
      let start = line.text[...brace]
      guard !line.text[brace...].contains(where: { "}:".contains($0) }) else { return [] }
      return fields.map { start + $0.name + "}" }.map(String.init).beginning(with: line.text)
    }
  }

  static let label = CompletionKind.list(MarkChange.commonLabels + ["none"])

  private static var groupingKeys: [String] {
    (AssetQuery.Grouping.allCases.map(\.rawValue) + AssetField.asked.map(\.name)).uniqued()
  }

  /// Creates a completion kind from a function that returns candidates. Candidates are separated by newlines, so
  /// names with control characters are omitted.
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
  /// Returns the elements with a prefix, ignoring case.
  fileprivate func beginning(with text: String) -> [String] {
    let start = text.lowercased()
    return filter { $0.lowercased().hasPrefix(start) }
  }
}

extension String {
  /// Completes the last component of a separated list.
  fileprivate func completingLast(of separator: Character, with words: [String]) -> [String] {
    let start = lastIndex(of: separator).map { index(after: $0) } ?? startIndex
    let taken = Set(self[..<start].split(separator: separator).map(String.init))
    return words.beginning(with: String(self[start...])).filter { !taken.contains($0) }
      .map { self[..<start] + $0 }
  }
}

/// The photos of a library for completion, while the user is at a prompt.
enum LibraryPhotos {
  /// The timeout for scanning a library that has no catalog. The catalog stores the photos found until then.
  private static let patience = Duration.seconds(2)

  /// Returns the photos in the catalog; if it contains none, the photos that a short scan finds.
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
