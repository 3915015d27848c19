import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

extension PhotoFacts {
  /// The minimum useful widths of a name, alone and with a date.
  private static let (leastName, leastNameBesideDate) = (6, 16)

  /// Returns name, date, pixel size, file size and camera, in at most `limit` cells, escaped for the terminal.
  ///
  /// Omits facts from the end until the rest fits. Omits the date only if the name, shortened in the middle, would be
  /// too short next to it. Returns an empty string if the name doesn't fit either.
  ///
  /// - Parameter showsSeconds: `true` if the date includes seconds; if both don't fit, the time replaces the date.
  static func line(_ asset: Asset, of unit: ViewUnit, limit: Int, showsSeconds: Bool) -> String {
    let name = SafeText.escaping(asset.name.text)
    for (facts, least) in choices(asset, unit, showsSeconds: showsSeconds) {
      let rest = facts.map { gap + $0 }.joined()
      let room = limit - TerminalText.columns(of: rest)
      if room >= min(TerminalText.columns(of: name), least) {
        return TerminalText.truncatedInMiddle(name, to: room) + rest
      }
    }
    return ""
  }

  /// Returns the facts to try after the name, longest list first, each with the minimum width of the name.
  private static func choices(
    _ asset: Asset, _ unit: ViewUnit, showsSeconds: Bool
  ) -> [(facts: [String], least: Int)] {
    var others = unit.badges(of: asset)
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
