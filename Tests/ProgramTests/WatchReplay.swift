import Foundation
import Testing

/// Replays the output of `photopick watch` as its help describes.
struct WatchReplay {
  private typealias Record = [String: Any]

  private struct Section {
    var key: String
    var title: String
    var items: [Record] = []
  }

  private struct Place: Comparable {
    let section: Int
    let item: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.section, left.item) < (right.section, right.item)
    }
  }

  private var sections: [Section] = []
  /// The number of replayed lines.
  private(set) var lineCount = 0

  /// The current records as printed by `browse --jsonl`.
  var records: [NSDictionary] {
    var number = 0
    return sections.flatMap { section in
      section.items.map { item in
        number += 1
        var record = item
        record["number"] = number
        record["group"] = section.key
        let folder = (item["path"] as? String ?? "").split(separator: "/").dropLast().last
        record["album"] = folder.map { String($0) } ?? "/"
        return record as NSDictionary
      }
    }
  }

  mutating func apply(_ line: Data) throws {
    let event = try #require(try JSONSerialization.jsonObject(with: line) as? Record)
    if lineCount == 0 {
      #expect(event["event"] as? String == "snapshot")
      sections = try (event["sections"] as? [Record] ?? []).map { record in
        var section = try Self.section(record)
        section.items = try #require(record["items"] as? [Record])
        return section
      }
    } else {
      #expect(event["event"] as? String == "batch")
      #expect(event.count > 1)
      try applyBatch(event)
    }
    lineCount += 1
  }

  private mutating func applyBatch(_ batch: Record) throws {
    let list = { (key: String) in batch[key] as? [Record] ?? [] }
    var arriving: [(place: Place, item: Record)] = []
    for move in list("movedItems") {
      let source = try Self.place(move["from"])
      arriving.append((try Self.place(move["to"]), sections[source.section].items[source.item]))
    }
    for insertion in list("insertedItems") {
      arriving.append((try Self.place(insertion["indexPath"]), try #require(insertion["item"] as? Record)))
    }
    for deletion in list("deletedItems") {
      let place = try Self.place(deletion["indexPath"])
      #expect(sections[place.section].items[place.item]["path"] as? String == deletion["path"] as? String)
    }
    let leaving =
      try list("deletedItems").map { try Self.place($0["indexPath"]) }
      + list("movedItems").map { try Self.place($0["from"]) }
    for place in leaving.sorted().reversed() { sections[place.section].items.remove(at: place.item) }
    try arrangeSections(list)
    for arrival in arriving.sorted(by: { $0.place < $1.place }) {
      sections[arrival.place.section].items.insert(arrival.item, at: arrival.place.item)
    }
    for update in list("updatedItems") {
      let place = try Self.place(update["indexPath"])
      sections[place.section].items[place.item] = try #require(update["item"] as? Record)
    }
  }

  private mutating func arrangeSections(_ list: (String) -> [Record]) throws {
    var arriving: [(index: Int, section: Section)] = []
    for move in list("movedSections") {
      arriving.append((try #require(move["to"] as? Int), sections[try #require(move["from"] as? Int)]))
    }
    for insertion in list("insertedSections") {
      arriving.append((try #require(insertion["index"] as? Int), try Self.section(insertion)))
    }
    let leaving =
      try list("deletedSections").map { try #require($0["index"] as? Int) }
      + list("movedSections").map { try #require($0["from"] as? Int) }
    for index in leaving.sorted(by: >) { sections.remove(at: index) }
    for arrival in arriving.sorted(by: { $0.index < $1.index }) {
      sections.insert(arrival.section, at: arrival.index)
    }
    for update in list("updatedSections") {
      let section = try Self.section(update)
      sections[try #require(update["index"] as? Int)].title = section.title
    }
  }

  private static func section(_ record: Record) throws -> Section {
    Section(
      key: try #require(record["key"] as? String), title: try #require(record["title"] as? String))
  }

  private static func place(_ value: Any?) throws -> Place {
    let numbers = try #require(value as? [Int])
    try #require(numbers.count == 2)
    return Place(section: numbers[0], item: numbers[1])
  }
}
