import Foundation
import GRDB
import CatalogRequests
import PhotoLibrary

struct Photo: Codable, Equatable, FetchableRecord, Identifiable, PersistableRecord, Sendable {
  var id: Int
  var folder: String?
  var rating = 0
  var exposure = 0.0
  var isDamaged = false
  var day: Date?

  static let placements = hasMany(Placement.self)
  static let albums = hasMany(Album.self, through: placements, using: Placement.album)
}

struct Album: Codable, Equatable, FetchableRecord, Identifiable, PersistableRecord, Sendable {
  var id: Int
  var title: String
}

/// The membership of a photo in an album.
struct Placement: Codable, FetchableRecord, PersistableRecord {
  var photoId: Int
  var albumId: Int

  static let album = belongsTo(Album.self)
}

/// Creates an empty database in memory.
func photoDatabase() throws -> DatabaseQueue {
  let database = try DatabaseQueue()
  try createTables(in: database)
  return database
}

/// Creates the tables of photos, albums and placements.
func createTables(in writer: some DatabaseWriter) throws {
  try writer.write { db in
    try db.create(table: "photo") { table in
      table.primaryKey("id", .integer)
      table.column("folder", .text)
      table.column("rating", .integer).notNull()
      table.column("exposure", .double).notNull()
      table.column("isDamaged", .boolean).notNull()
      table.column("day", .datetime)
    }
    try db.create(table: "album") { table in
      table.primaryKey("id", .integer)
      table.column("title", .text).notNull()
    }
    try db.create(table: "placement") { table in
      table.primaryKey {
        table.belongsTo("photo", onDelete: .cascade)
        table.belongsTo("album", onDelete: .cascade)
      }
    }
  }
}

extension SectionedSnapshot where Item == Photo {
  /// The identifiers of the photos in each section.
  var identities: [[Int]] { itemsBySection.map { $0.map(\.id) } }
}
