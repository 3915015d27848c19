import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Terminal

/// What people read of photos.
enum PhotoFacts {
  /// `0:07`, `1:02:03`: the length of a video in seconds.
  static func length(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.isFinite ? seconds.rounded() : 0, 0), 1e9))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let rest = "\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    guard hours > 0 else { return "\(minutes):\(rest)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }

  /// `2014-05-25 10:00`.
  static func date(_ time: CivilTime) -> String {
    let text = time.iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }

  /// The path of a folder, with `~` for the user's home, safe to print.
  static func path(_ bytes: [UInt8]) -> String {
    let home = (try? UserFolders.current.home.fileSystemBytes) ?? []
    let rest = bytes.dropFirst(home.count)
    guard home.count > 1, bytes.starts(with: home), rest.isEmpty || rest.first == UInt8(ascii: "/") else {
      return TerminalText.safe(utf8: bytes)
    }
    return TerminalText.safe(utf8: Array("~".utf8) + rest)
  }

  /// Stands between facts.
  static let gap = "  "
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
