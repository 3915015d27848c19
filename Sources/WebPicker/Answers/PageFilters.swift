import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// The checklist of filters: the choices that the photos have, with their counts.
struct PageFilters {
  let notice: PageBoard.Notice

  private var model: PickerModel { notice.model }

  /// The judgements that are chosen; of those of stars the one with the fewest.
  private var chosenJudgements: [PageJudgement] {
    var left = model.judged
    return PageJudgement.all.filter { judgement in
      guard judgement.kinds.isSubset(of: left) else { return false }
      left.subtract(judgement.kinds)
      return true
    }
  }

  // MARK: What is chosen

  /// What is chosen, in words: "JPEG, not videos, ★★★ or more, Red"; empty if everything is shown.
  var text: String {
    let kinds = model.query.kinds
    let included = AssetKind.allCases.filter(kinds.included.contains).map(\.words)
    let excluded = AssetKind.allCases.filter(kinds.excluded.contains).map { "not \($0.words)" }
    let labels = model.labels.sorted().map(SafeText.escaping)
    return (included + excluded + chosenJudgements.map(\.title) + labels).joined(separator: ", ")
  }

  // MARK: What can be chosen

  /// The checklist as JSON; takes some tens of milliseconds for 100,000 photos. Choices without photos are left out,
  /// unless they are chosen.
  ///
  /// - Throws: as `PickerViewMaker.update`.
  func json() async throws -> [UInt8] {
    let maker = notice.library.map { PickerViewMaker($0, options: model.options) }
    return json(try await maker?.counts(model.unfilteredQuery, album: model.album) ?? FilterCounts())
  }

  private func json(_ counts: FilterCounts) -> [UInt8] {
    let filter = model.query.kinds
    let chosen = Set(chosenJudgements.map(\.name))
    let labels = counts.labels
    let names = Set(labels.keys).union(model.labels)
      .sorted { (labels[$1] ?? 0, $0) < (labels[$0] ?? 0, $1) }
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.list("kinds", AssetKind.allCases) { writer, kind in
      let state = filter.included.contains(kind) ? 1 : filter.excluded.contains(kind) ? -1 : 0
      Self.write(kind.rawValue, Self.title(kind.words), counts.kinds[kind] ?? 0, state, to: &writer)
    }
    writer.list("judged", PageJudgement.all) { writer, judgement in
      // More stars are a part of fewer.
      let count = judgement.kinds.compactMap { counts.judged[$0] }.max() ?? 0
      Self.write(judgement.name, judgement.title, count, chosen.contains(judgement.name) ? 1 : 0, to: &writer)
    }
    writer.list("labels", names) { writer, label in
      let state = model.labels.contains(label) ? 1 : 0
      Self.write(label, SafeText.escaping(label), labels[label] ?? 0, state, to: &writer)
    }
    writer.endDictionary()
    return writer.output.take()
  }

  private static func write(
    _ name: String, _ title: String, _ count: Int, _ state: Int, to writer: inout JSONWriter
  ) {
    guard count > 0 || state != 0 else { return }
    writer.beginDictionary()
    writer.entry("name", name)
    writer.entry("title", title)
    writer.entry("count", count)
    writer.entry("state", state)
    writer.endDictionary()
  }

  /// Words as an entry of a menu: "Hour of the day".
  static func title(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}
