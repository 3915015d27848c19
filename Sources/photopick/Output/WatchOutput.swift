import PhotoLibrary
import PhotoPicker

/// Prints a view and subsequent changes, one JSON dictionary per line; `photopick watch --help` describes the format.
struct WatchOutput {
  private static let chunkCount = 64 * 1024

  private let destination = ResultOutput()

  /// - Throws: `CommandFailure` for write errors; it is silent if the reader closed the pipe.
  func write(_ view: AssetSnapshot) throws {
    try destination.write { write in
      var writer = Self.line("snapshot")
      writer.key("sections")
      writer.beginArray()
      for (group, photos) in zip(view.sections, view.itemsBySection) {
        writer.beginDictionary()
        writer.entry("key", group.id.key)
        writer.entry("title", group.title)
        writer.key("items")
        writer.beginArray()
        for photo in photos {
          AssetRecord(photo.asset).write(to: &writer)
          try Self.pass(&writer, on: write)
        }
        writer.endArray()
        writer.endDictionary()
      }
      writer.endArray()
      try Self.end(&writer, write)
    }
  }

  /// - Throws: `CommandFailure` for write errors; it is silent if the reader closed the pipe.
  func write(_ batch: BatchUpdates<AssetSection, AssetItem>) throws {
    try destination.write { write in
      var writer = Self.line("batch")
      try Self.list("deletedItems", batch.deletedItems, &writer, write) { change, writer in
        writer.indexPath("indexPath", change.indexPath)
        writer.entry("path", .bytes(change.item.asset.pathBytes))
        writer.entry("url", change.item.asset.url)
      }
      try Self.list("deletedSections", batch.deletedSections, &writer, write) { change, writer in
        writer.entry("index", Int64(change.index))
        writer.entry("key", change.section.id.key)
      }
      try Self.list("insertedSections", batch.insertedSections, &writer, write, Self.section)
      try Self.list("movedSections", batch.movedSections, &writer, write) { move, writer in
        writer.entry("from", Int64(move.source))
        writer.entry("to", Int64(move.destination))
      }
      try Self.list("insertedItems", batch.insertedItems, &writer, write, Self.item)
      try Self.list("movedItems", batch.movedItems, &writer, write) { move, writer in
        writer.indexPath("from", move.source)
        writer.indexPath("to", move.destination)
      }
      try Self.list("updatedSections", batch.updatedSections, &writer, write, Self.section)
      try Self.list("updatedItems", batch.updatedItems, &writer, write, Self.item)
      try Self.end(&writer, write)
    }
  }

  private typealias Batch = BatchUpdates<AssetSection, AssetItem>
  private typealias Write = (UnsafeRawBufferPointer) throws -> Void

  private static func section(_ change: Batch.SectionChange, _ writer: inout JSONWriter) {
    writer.entry("index", Int64(change.index))
    writer.entry("key", change.section.id.key)
    writer.entry("title", change.section.title)
  }

  private static func item(_ change: Batch.ItemChange, _ writer: inout JSONWriter) {
    writer.indexPath("indexPath", change.indexPath)
    writer.key("item")
    AssetRecord(change.item.asset).write(to: &writer)
  }

  private static func list<Element>(
    _ key: StaticString, _ elements: [Element], _ writer: inout JSONWriter, _ write: Write,
    _ append: (Element, inout JSONWriter) -> Void
  ) throws {
    guard !elements.isEmpty else { return }
    writer.key(key)
    writer.beginArray()
    for element in elements {
      writer.beginDictionary()
      append(element, &writer)
      writer.endDictionary()
      try pass(&writer, on: write)
    }
    writer.endArray()
  }

  private static func line(_ event: String) -> JSONWriter {
    var writer = JSONWriter(layout: .recordPerLine)
    writer.beginDictionary()
    writer.entry("event", event)
    return writer
  }

  /// Writes the pending bytes if they exceed a chunk.
  private static func pass(_ writer: inout JSONWriter, on write: Write) throws {
    if writer.pendingByteCount >= chunkCount { try writer.drain { try write($0) } }
  }

  /// Ends the line and flushes it.
  private static func end(_ writer: inout JSONWriter, _ write: Write) throws {
    writer.endDictionary()
    try writer.drain { try write($0) }
  }
}

extension JSONWriter {
  fileprivate mutating func indexPath(_ key: StaticString, _ path: ItemIndexPath) {
    self.key(key)
    beginArray()
    integer(Int64(path.section))
    integer(Int64(path.item))
    endArray()
  }
}
