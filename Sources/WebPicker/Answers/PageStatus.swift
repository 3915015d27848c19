import PhotoFiles
import PhotoPicker

/// What the page is told after each change: small, whatever the size of the library.
struct PageStatus {
  let notice: PageBoard.Notice

  /// As JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.output.take()
  }

  private func write(to writer: inout JSONWriter) {
    let model = notice.model
    writer.beginDictionary()
    writer.entry("view", notice.view)
    writer.entry("revision", notice.revision)
    writer.entry("count", model.contents.count)
    writer.entry("loaded", model.isLoaded)
    writer.key("picked")
    writer.beginDictionary()
    writer.entry("count", model.picks.count)
    writer.entry("size", ByteText.size(model.picks.byteCount))
    writer.endDictionary()
    writer.entry("original", model.usesOriginal)
    if let message = model.message {
      writer.entry("message", message)
      if let page = notice.addressee { writer.entry("page", page) }
    }
    if let progress = model.progress { writer.entry("progress", progress) }
    if let work = model.work { writer.entry("work", work) }
    if let inspection = model.inspection {
      writer.key("inspection")
      writer.beginDictionary()
      writer.entry("done", inspection.done)
      writer.entry("count", inspection.picks.count)
      writer.endDictionary()
    }
    writer.entry("problems", model.problems.count)
    writer.entry("search", model.search?.text ?? "")
    if let ending = notice.ending { writer.entry("ended", ending.rawValue) }
    writer.endDictionary()
  }
}

extension JSONWriter {
  /// Writes a text under a key.
  mutating func entry(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a whole number under a key.
  mutating func entry(_ name: StaticString, _ value: Int) {
    key(name)
    integer(Int64(value))
  }

  /// Writes true or false under a key.
  mutating func entry(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes values under a key as an array.
  mutating func list<Value>(
    _ name: StaticString, _ values: some Sequence<Value>, _ body: (inout JSONWriter, Value) -> Void
  ) {
    key(name)
    beginArray()
    for value in values { body(&self, value) }
    endArray()
  }
}
