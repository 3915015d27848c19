import PhotoFiles

struct WalkFindings {
  private struct Portion {
    let folder: Folder
    let batch: Int
    let source: Source

    enum Source {
      case read([Asset])
      case known(FolderRecord)
    }

    static func precedes(_ left: Portion, _ right: Portion) -> Bool {
      guard left.folder !== right.folder else { return left.batch < right.batch }
      let order = FileName.naturalOrder(left.folder.bytes, right.folder.bytes)
      return order != 0 ? order < 0 : left.batch < right.batch
    }
  }

  private(set) var progress = ScanProgress()
  private var portions: [Portion] = []
  private var problems: [ScanProblem] = []
  private var hasNamedFiles = false

  mutating func absorb(_ part: WalkPart) {
    if let place = part.place {
      hasNamedFiles = hasNamedFiles || place.isNamed
      if !part.assets.isEmpty {
        portions.append(Portion(folder: place.folder, batch: place.number, source: .read(part.assets)))
      }
    }
    problems += part.problems
    progress.folders += part.progress.folders
    progress.files += part.progress.files
    progress.assets += part.progress.assets
  }

  mutating func absorb(_ record: FolderRecord, of folder: Folder) {
    portions.append(Portion(folder: folder, batch: 0, source: .known(record)))
  }

  func snapshot() -> LibrarySnapshot {
    var (whole, assets) = (self, [Asset]())
    assets.reserveCapacity(progress.assets)
    for portion in portions.sorted(by: Portion.precedes) {
      switch portion.source {
      case .read(let read): assets += read
      case .known(let record): whole.add(record, of: portion.folder, to: &assets)
      }
    }
    SameFiles.removeDuplicates(from: &assets, areNamed: hasNamedFiles)
    // Explicitly passed files of a folder may be spread over several portions.
    if hasNamedFiles { AssetOrder.sortByPath(&assets) }
    return LibrarySnapshot(assets: assets, problems: Self.ordered(whole.problems), progress: whole.progress)
  }

  private mutating func add(_ record: FolderRecord, of folder: Folder, to assets: inout [Asset]) {
    problems += record.problems
    if record.identity != nil { progress.folders += 1 }
    for file in record.files {
      progress.files += 1
      switch file.outcome {
      case .asset(let asset):
        progress.assets += 1
        assets.append(asset)
      case .problem(let problem): problems.append(problem)
      case .otherFile: break
      }
      problems += file.remarks(in: folder)
    }
  }

  /// Sorts problems by the bytes of their paths and removes duplicates. Avoids copying paths: a list may contain a
  /// million missing files.
  private static func ordered(_ problems: [ScanProblem]) -> [ScanProblem] {
    var ordered = problems.sorted { left, right in
      let order = left.path.withPlatformString { left in
        right.path.withPlatformString { right in strcmp(left, right) }
      }
      return order == 0 ? left.reason < right.reason : order < 0
    }
    var last: ScanProblem?
    ordered.removeAll { problem in
      defer { last = problem }
      return problem == last
    }
    return ordered
  }
}
