import PhotoActions
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage

// The examples of the articles on PhotoMarks and PhotoActions. They are compiled but not run.

func markBest(_ assets: [Asset]) throws {
  let marker = try PhotoMarker.ofUser()
  let change = MarkChange(rating: Rating(rawValue: 5), label: .set("Green"), addedKeywords: ["Travel/Kyoto"])
  for asset in assets {
    do throws(MarkError) {
      let marked = try marker.mark(asset, with: change)
      print(marked.outcome, marked.sidecar)
    } catch {
      print(error)
      if error.concernsAll { return }
    }
  }
}

func correctClock(of asset: Asset, _ marker: PhotoMarker) throws {
  let rome = WallClock(identifier: "Europe/Rome")
  let correction = ClockCorrection(shift: ClockShift("+1:02:03"), zone: rome.map { .clock($0) })
  let marked = try marker.mark(asset, with: MarkChange(), correcting: correction)
  print(marked.date?.before.iso8601 ?? "", marked.date?.after.iso8601 ?? "")
}

func takeBackMarks() throws {
  if let undone = try PhotoMarker.undoLast() {
    print("\(undone.sidecars.count) sidecars restored")
  }
}

func trashAndRestore(_ paths: [FilePath]) throws(TrashError) {
  let trash = try Trash.ofUser()
  let trashed = try trash.move(paths)
  for file in trashed { print(file.path, "is now", file.trashPath) }
  try trash.restore(trashed)
}

func openAndEdit(_ paths: [FilePath]) async throws {
  if let first = paths.first { try await DesktopOpener().open(first) }
  let actions = UserActions.ofUser()
  for mistake in actions.mistakes { print(mistake) }
  guard let action = actions["e"] else { return }
  let outcome = try await ActionRunner().run(action, on: paths)
  print(outcome)
}
