import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

extension PhotoFacts {
  /// The fewest cells of a name that are worth being shown, alone and with the date.
  private static let (leastName, leastNameBesideDate) = (6, 16)

  /// Name, date, size in pixels and bytes, camera, in at most `limit` cells, safe to print.
  ///
  /// Facts are left out from the end until the rest fits. The date goes only if the name, cut in its middle, is too
  /// short beside it; it is empty if not even the name is worth being shown.
  ///
  /// - Parameter showsSeconds: whether the date has seconds; without room for both, the time alone is shown.
  static func line(_ asset: Asset, limit: Int, showsSeconds: Bool) -> String {
    let name = SafeText.escaping(asset.name.text)
    for (facts, least) in choices(asset, showsSeconds: showsSeconds) {
      let rest = facts.map { gap + $0 }.joined()
      let room = limit - TerminalText.columns(of: rest)
      if room >= min(TerminalText.columns(of: name), least) {
        return TerminalText.truncatedInMiddle(name, to: room) + rest
      }
    }
    return ""
  }

  /// The facts to show after the name, the longest list first, each with the least width of the name next to it.
  private static func choices(_ asset: Asset, showsSeconds: Bool) -> [(facts: [String], least: Int)] {
    var others: [String] = []
    if let size = asset.pixelSize { others.append("\(size.width)×\(size.height)") }
    if let duration = asset.duration { others.append(length(duration)) }
    others.append(ByteText.size(asset.fileSize))
    if let camera = asset.camera { others.append(SafeText.escaping(camera.name)) }
    let day = asset.wallTime.map {
      [date($0, showsSeconds: showsSeconds) + (asset.isDatedByFile ? " (file)" : "")]
    }
    var choices = (1...others.count).reversed().map { ((day ?? []) + others.prefix($0), Int.max) }
    if let day { choices.append((day, leastNameBesideDate)) }
    if showsSeconds, let time = asset.wallTime {
      choices.append(([String(time.iso8601.dropFirst(11))], leastName))
    }
    return choices + [([], leastName)]
  }
}
