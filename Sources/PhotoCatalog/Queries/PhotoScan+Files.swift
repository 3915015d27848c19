import PhotoFiles
import PhotoFormats
import PhotoLibrary

// Roots that are files.
extension PhotoScan {
  /// Returns all photos of the scope and the files, each once.
  static func namedAssets(
    _ scope: CatalogScope, _ options: ScanOptions, _ dbs: [Connection]
  ) throws -> [Asset] {
    let facts = SharedFacts()
    var assets: [Asset] = []
    for folder in scope.folders {
      for place in folder.places {
        let rows = try dbs[place.catalog].rows("\(columns) WHERE folder = ?", [.integer(place.folder)])
        while let row = try rows.next() {
          let asset = try asset(of: row, place.folder, folder.folder, options, facts)
          if let asset, try !EntryAge.isSuperseded(row, in: place, of: folder.places, dbs) {
            assets.append(asset)
          }
        }
      }
    }
    for file in scope.files {
      if let asset = try asset(of: file, options, facts, dbs) { assets.append(asset) }
    }
    SameFiles.removeDuplicates(from: &assets, areNamed: true)
    return assets
  }

  /// Returns the asset of a root, which is returned even if it is hidden.
  private static func asset(
    of file: CatalogScope.NamedFile, _ options: ScanOptions, _ facts: SharedFacts, _ dbs: [Connection]
  ) throws -> Asset? {
    let options = ScanOptions(includesHidden: true, clocks: options.clocks)
    var best: (age: EntryAge, asset: Asset?)?
    for (catalog, db) in dbs.enumerated() {
      for table in [PhotoRow.withRecords, "otherFile"] where table != "otherFile" || dbs.count > 1 {
        let sql = """
          SELECT name, record, folder FROM \(table)
          WHERE folder = (SELECT id FROM folder WHERE path = ?) AND name = ?
          """
        let path = [SQLiteValue(path: file.folder.bytes), SQLiteValue(path: file.name.bytes)]
        try db.first(sql, path) { row in
          let id = try row.number(at: 2)
          let age = EntryAge(row.bytes(at: 1), in: CatalogScope.Place(catalog: catalog, folder: id))
          if let best, age < best.age { return }
          let asset = table == "otherFile" ? nil : try asset(of: row, id, file.folder, options, facts)
          best = (age, asset)
        }
      }
    }
    return best?.asset
  }
}
