import FoundationEssentials
import PhotoFiles
import PhotoPicker

/// The state of the picker, sent after each change. Its size doesn't depend on the library.
struct PageStatus: Encodable {
  struct Picked: Encodable {
    let count: Int
    let size: String
  }

  struct Question: Encodable {
    let text: String
    let verb: String
  }

  struct Inspection: Encodable {
    let done: Int
    let count: Int
  }

  let view: Int
  let revision: Int
  let filters: Int
  let count: Int
  let loaded: Bool
  let picked: Picked
  let original: Bool
  let message: String?
  /// The question that the last action led to.
  let question: Question?
  let page: String?
  let progress: String?
  let work: String?
  let inspection: Inspection?
  let problems: Int
  let search: String
  let ended: String?
  /// Whether the file to save exists.
  let exists: Bool

  init(_ notice: PageBoard.Notice) {
    let model = notice.model
    view = notice.view
    revision = notice.revision
    filters = notice.filters
    count = model.contents.count
    loaded = model.isLoaded
    picked = Picked(count: model.picks.count, size: ByteText.size(model.picks.byteCount))
    original = model.usesOriginal
    message = model.message
    question = model.question.map { Question(text: $0.text, verb: $0.verb) }
    page = model.message.flatMap { _ in notice.addressee }
    progress = model.progress
    work = model.work
    inspection = model.inspection.map { Inspection(done: $0.done, count: $0.picks.count) }
    problems = model.problems.count
    search = model.search?.text ?? ""
    ended = notice.ending?.rawValue
    exists = model.isNameTaken
  }
}

extension Encodable {
  /// The value as JSON in one line. Equal values have equal encodings.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }
}
