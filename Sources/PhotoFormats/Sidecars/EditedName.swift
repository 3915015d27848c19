import PhotoFiles

/// The stem that the names of an original and its edited copies have in common.
package struct EditedName: Sendable {
  /// The stem of the original, composed and with ASCII letters in lowercase: `img_1` for `IMG_1.JPG`,
  /// `IMG_1-edited.jpg` and `IMG_E1.JPG`.
  package let stem: [UInt8]
  package let isEdited: Bool

  /// What Google Photos appends in several languages, and Lightroom for a copy that another program edits.
  private static let endings: [[UInt8]] = [
    "-edited", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み", "-modificato", "-modifié", "-ha editado",
    "-editat", "-editado", "-edit",
  ].map { Array($0.utf8) }

  package init(_ name: FileName) {
    let parts = NameParts(name.composed)
    let (title, number) = NameParts.split(parts.stem) ?? (parts.stem, [])
    let stem = title.map(\.lowercased)
    if let ending = Self.endings.first(where: { stem.count > $0.count && stem.suffix($0.count) == $0[...] }) {
      (self.stem, isEdited) = (stem.dropLast(ending.count) + number, true)
    } else if let original = Self.originalOfPhone(stem) {
      (self.stem, isEdited) = (original + number, true)
    } else {
      (self.stem, isEdited) = (stem + number, false)
    }
  }

  /// The stem of the original that an iPhone's edited copy `IMG_E1234` belongs to.
  private static func originalOfPhone(_ stem: [UInt8]) -> [UInt8]? {
    let start = Array("img_e".utf8)
    let digits = stem.dropFirst(start.count)
    guard stem.starts(with: start), !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return start.dropLast() + digits
  }
}
