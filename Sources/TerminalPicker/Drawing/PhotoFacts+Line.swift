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
  static func line(_ asset: Asset, limit: Int) -> String {
    let name = TerminalText.safe(asset.name.text)
    let day = asset.wallTime.map { date($0) + (asset.isDatedByFile ? " (file)" : "") }
    var facts = day.map { [$0] } ?? []
    if let size = asset.pixelSize { facts.append("\(size.width)×\(size.height)") }
    if let duration = asset.duration { facts.append(length(duration)) }
    facts.append(ByteText.size(asset.fileSize))
    if let camera = asset.camera { facts.append(TerminalText.safe(camera.name)) }
    while true {
      let rest = facts.map { gap + $0 }.joined()
      let room = limit - TerminalText.columns(of: rest)
      let least = facts.isEmpty ? leastName : facts == [day] ? leastNameBesideDate : .max
      if room >= min(TerminalText.columns(of: name), least) {
        return TerminalText.truncatedInMiddle(name, to: room) + rest
      }
      guard facts.popLast() != nil else { return "" }
    }
  }
}
