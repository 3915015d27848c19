import PhotoLibrary
import PhotoPicker

extension SelectionChecks {
  /// Lets photos pass that may be picked together.
  ///
  /// - Parameter doing: what is done with a photo, as in "photo 5 cannot be picked".
  /// - Throws: `CommandFailure` of wrong usage if they may not; stderr names the first photos that are at fault.
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
    damaged.report(as: "are damaged", advice: .both)
    throw CommandFailure(.usage)
  }
}

/// Photos that may not be picked: a library may have thousands, so stderr names the first.
struct RefusedPhotos {
  private static let namedCount = 3

  /// The options that let a command go on.
  enum Advice {
    case skip, both
  }

  /// What is done with a photo, as in "photo 5 cannot be picked".
  let doing: String
  private var photos: [(asset: Asset, number: Int?, reason: String)] = []

  init(doing: String = "picked") { self.doing = doing }

  var isEmpty: Bool { photos.isEmpty }

  mutating func add(_ picked: PickedAsset, _ reason: String) { add(picked.asset, picked.number, reason) }

  /// Adds a photo with its number, if it has one.
  mutating func add(_ asset: Asset, _ number: Int?, _ reason: String) {
    photos.append((asset, number, reason))
  }

  /// Prints a line for each of the first photos, with its reason, and how many there are if those are not all.
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

  /// Prints a line, unless there are no photos: the one with its reason, or how many there are and the names of the first.
  ///
  /// - Parameters:
  ///   - fault: what is wrong with all of them, in the plural.
  ///   - advice: the options that help.
  func report(as fault: String, advice: Advice) {
    guard !photos.isEmpty else { return }
    let isOne = photos.count == 1
    let (takes, leaves) = isOne ? ("takes it", "leaves it out") : ("takes them", "leaves them out")
    let end =
      switch advice {
      case .skip: "; --skip-damaged \(leaves)"
      case .both: "; --allow-damaged \(takes), --skip-damaged \(leaves)"
      }
    if isOne {
      reportPhoto(at: 0, end)
    } else {
      Diagnostics.error("\(photos.count) photos \(fault) and cannot be \(doing): \(names)\(end)")
    }
  }

  /// Says that the photos are left out, and that the command goes on.
  func reportLeftOut() {
    guard !photos.isEmpty else { return }
    let count = photos.count == 1 ? "1 damaged photo is" : "\(photos.count) damaged photos are"
    Diagnostics.error("\(count) left out: \(names)")
  }

  /// The names of the first photos and their numbers, and how many there are besides.
  private var names: String {
    let named = photos.prefix(Self.namedCount).map { photo in
      photo.asset.name.text + (photo.number.map { " (\($0))" } ?? "")
    }
    let rest = photos.count - named.count
    return named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension DamageOptions {
  /// Returns the photos that are checked further: without the damaged ones, if they are skipped.
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
