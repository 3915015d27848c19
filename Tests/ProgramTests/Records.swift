import Foundation

/// A record of `info` and `browse`.
struct Record: Decodable, Equatable {
  var number: Int?
  var group: String?
  var album: String?
  var path: String
  var url: String
  var name: String
  var format: String
  var typeIdentifier: String
  var mediaType: String
  var pixelWidth: Int?
  var pixelHeight: Int?
  var orientation: Int?
  var date: String?
  var dateSource: String?
  var make: String?
  var model: String?
  var latitude: Double?
  var longitude: Double?
  var altitude: Double?
  var duration: Double?
  var fileSize: Int
  var modified: String
  var screenshot: Bool?
  var damaged: String?
}

/// An album of `list-albums`.
struct AlbumLine: Decodable, Equatable {
  var name: String
  var type: String
  var path: String?
  var url: String?
  var group: String?
  var count: Int
  var firstDate: String?
  var lastDate: String?
  var fileSize: Int
  var poster: String?
}

extension Photopick.Outcome {
  /// Parses stdout as a JSON array.
  func array<Element: Decodable>(of type: Element.Type) throws -> [Element] {
    try JSONDecoder().decode([Element].self, from: Data(bytes))
  }

  /// Parses stdout as JSON lines.
  func lines<Element: Decodable>(of type: Element.Type) throws -> [Element] {
    try lines.map { try JSONDecoder().decode(Element.self, from: Data($0.utf8)) }
  }

  /// Parses stdout as a property list of dictionaries.
  func propertyList() throws -> [[String: Any]] {
    try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [[String: Any]] ?? []
  }

  /// Parses stdout as a JSON array of dictionaries.
  func dictionaries() throws -> [[String: Any]] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]] ?? []
  }
}
