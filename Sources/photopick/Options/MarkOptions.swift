import ArgumentParser
import PhotoLibrary
import PhotoMarks

struct MarkOptions: ParsableArguments {
  private static let commonLabels = MarkChange.commonLabels.joined(separator: ", ")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The rating in stars, 1 to 5; 0 removes it.", valueName: "n"),
    transform: NumberArgument.whole)
  var rating: Int?

  @Flag(help: "Reject the photos: the rating -1.") var reject = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The colour label: \(commonLabels) or a word of your own; none takes it off.",
      valueName: "name"),
    completion: Completions.label)
  var label: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Keywords to add and, behind a -, to take off, with commas between them; / stands between levels.",
      valueName: "+A,-B"),
    completion: Completions.keywords)
  var keyword: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The title; '' removes it.", valueName: "text"))
  var title: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A description of the photo; '' removes it.", valueName: "text"))
  var caption: String?

  func validate() throws {
    if let rating, !(0...5).contains(rating) {
      throw ValidationError("--rating takes a number from 0 to 5, not \(rating); --reject rejects photos.")
    }
    if reject, rating != nil { throw ValidationError("--reject is a rating; it excludes --rating.") }
    if keywords.contains(where: { $0.name.split(separator: "/").isEmpty }) {
      throw ValidationError("--keyword takes words such as +Kyoto,-Tokyo.")
    }
    if let text = change.unwritableText {
      throw ValidationError(
        text.utf8.count > MarkChange.textLimit
          ? "A text has at most \(MarkChange.textLimit / 1024) KiB." : "A text has no control characters.")
    }
  }

  /// The common label that is similar to the value of `--label`; `nil` if the value is common or unlike any common
  /// label.
  var meantLabel: String? {
    guard case .set(let label)? = change.label, !MarkChange.commonLabels.contains(label) else { return nil }
    return NearestName.of(label, in: MarkChange.commonLabels)
  }

  private var keywords: [(name: String, isRemoved: Bool)] {
    keyword.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { word in
      let name = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word
      return (String(name), word.hasPrefix("-"))
    }
  }

  /// A common label in any case is the common one: other programs know `Red`, not `red`.
  private static func change(ofLabel label: String) -> MarkChange.Text {
    if label == "none" || label.isEmpty { return .removed }
    return .set(MarkChange.commonLabels.first { $0.lowercased() == label.lowercased() } ?? label)
  }

  var change: MarkChange {
    MarkChange(
      rating: reject ? .rejected : rating.flatMap { Rating(rawValue: $0) },
      label: label.map(Self.change(ofLabel:)),
      addedKeywords: keywords.filter { !$0.isRemoved }.map(\.name),
      removedKeywords: keywords.filter(\.isRemoved).map(\.name),
      title: title.map { $0.isEmpty ? .removed : .set($0) },
      caption: caption.map { $0.isEmpty ? .removed : .set($0) })
  }
}
