import PhotoLibrary
import PhotoPicker

extension SelectionChecks {
  /// - Parameter doing: The past participle of the action, as in "photo 5 cannot be picked".
  /// - Throws: A usage error if the photos can't be picked together; standard error names the first invalid photos.
  func check(_ picked: [PickedAsset], doing: String = "picked") throws(CommandFailure) {
    if let message = tooManyMessage(picked.count) {
      for line in message.split(separator: "\n") { Diagnostics.error(String(line)) }
      throw CommandFailure(.usage)
    }
    var damaged = RefusedPhotos(doing: doing)
    var others = RefusedPhotos(doing: doing)
    for picked in picked {
      if let reason = refusalOfDamage(in: picked.asset) {
        damaged.add(picked, reason)
      } else if let reason = refusal(of: picked.asset) {
        others.add(picked, reason)
      }
    }
    guard !damaged.isEmpty || !others.isEmpty else { return }
    others.reportEach()
    damaged.reportDamage(canAllow: true)
    throw CommandFailure(.usage)
  }
}

/// Photos that fail a check. A library may have thousands, so only the first are named.
struct RefusedPhotos {
  private static let namedCount = 3

  /// The past participle of the action, as in "photo 5 cannot be picked".
  let doing: String
  private var photos: [(asset: Asset, number: Int?, reason: String)] = []

  init(doing: String = "picked") { self.doing = doing }

  var isEmpty: Bool { photos.isEmpty }

  mutating func add(_ picked: PickedAsset, _ reason: String) { add(picked.asset, picked.number, reason) }

  mutating func add(_ asset: Asset, _ number: Int?, _ reason: String) {
    photos.append((asset, number, reason))
  }

  /// Prints a line for each of the first photos with the reason, and the total if there are more.
  func reportEach() {
    for index in photos.indices.prefix(Self.namedCount) { reportPhoto(at: index) }
    guard photos.count > Self.namedCount else { return }
    Diagnostics.error("\(photos.count) photos cannot be \(doing); the first \(Self.namedCount) are named")
  }

  private func reportPhoto(at index: Int, _ end: String = "") {
    let (asset, number, reason) = photos[index]
    let name = number.map { "photo \($0)" } ?? "the photo"
    Diagnostics.problem(ScanProblem(path: asset.path, reason: "\(name) cannot be \(doing): \(reason)\(end)"))
  }

  /// Prints one line if there are photos: the reason for a single photo, or the number and the first names.
  ///
  /// - Parameter canAllow: Whether to suggest `--allow-damaged` too.
  func reportDamage(canAllow: Bool) {
    guard !photos.isEmpty else { return }
    let isOne = photos.count == 1
    let (takes, leaves) = isOne ? ("takes it", "leaves it out") : ("takes them", "leaves them out")
    let end = "; \(canAllow ? "--allow-damaged \(takes), " : "")--skip-damaged \(leaves)"
    if isOne {
      reportPhoto(at: 0, end)
    } else {
      Diagnostics.error("\(photos.count) photos are damaged and cannot be \(doing): \(names)\(end)")
    }
  }

  /// Prints the skipped photos.
  func reportLeftOut() {
    guard !photos.isEmpty else { return }
    let count = photos.count == 1 ? "1 damaged photo is" : "\(photos.count) damaged photos are"
    Diagnostics.error("\(count) left out: \(names)")
  }

  /// The names and numbers of the first photos, and the number of further photos.
  private var names: String {
    let named = photos.prefix(Self.namedCount).map { photo in
      photo.asset.name.text + (photo.number.map { " (\($0))" } ?? "")
    }
    let rest = photos.count - named.count
    return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension DamageOptions {
  /// Returns only the valid photos if `--skip-damaged` is set.
  func remaining(of picked: [PickedAsset]) -> [PickedAsset] {
    guard skipDamaged else { return picked }
    var damaged = RefusedPhotos()
    let sound = picked.filter { picked in
      guard let reason = picked.asset.damage else { return true }
      damaged.add(picked, reason)
      return false
    }
    damaged.reportLeftOut()
    return sound
  }
}
