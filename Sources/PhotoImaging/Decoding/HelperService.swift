import CPhotoPixels
import PhotoFiles
import PhotoFormats
import SystemPackage

enum HelperMessages {
  static let form = UInt32(PHOTO_HELPER_FORM)
  static let orderSize = UInt32(MemoryLayout<photo_helper_order>.size)
  static let answerSize = UInt32(MemoryLayout<photo_helper_answer>.size)
}

/// The service in a helper: decodes the pictures that the application sends, one at a time.
struct HelperService {
  /// The memory of libraries and their threads, in bytes, in addition to the pictures.
  private static let libraryMemory: UInt64 = 64 << 20
  /// The amount by which the memory of an idle helper may grow, in bytes, before it terminates.
  private static let idleMemory: UInt64 = 64 << 20
  /// The number of pictures after which a helper terminates, in case a library leaks memory or files.
  private static let pictureLimit = 2000

  private let channel: ProcessChannel
  private let purpose: HelperPurpose

  init(_ channel: ProcessChannel, for purpose: HelperPurpose) {
    self.channel = channel
    self.purpose = purpose
  }

  func run() -> Never {
    Confinement.begin()
    ImagingMemory.returnWhenFree()
    let refusal = loadLibraries()
    Confinement.complete(memory: purpose.byteLimit.saturatingSum(Self.libraryMemory + Self.idleMemory))
    let memory = Confinement.memory
    do throws(Errno) {
      try channel.send(
        photo_helper_greeting(
          form: HelperMessages.form, order_size: HelperMessages.orderSize,
          answer_size: HelperMessages.answerSize))
      for number in 1... {
        var order = photo_helper_order()
        guard let file = try channel.receiveFile(with: &order) else { break }
        let picture = try OpenFile(owning: file)
        if var refusal {
          // The next helper tries again: the library may have been installed meanwhile.
          let isLast = number == Self.pictureLimit
          refusal.is_last = isLast ? 1 : 0
          try channel.send(refusal)
          if isLast { break }
          continue
        }
        try serve(order, picture) {
          number == Self.pictureLimit || Confinement.memory > memory + Self.idleMemory
        }
      }
    } catch {
      // The application has closed the connection.
    }
    _exit(0)
  }

  /// Returns the answer to all orders if a library can't be loaded.
  private func loadLibraries() -> photo_helper_answer? {
    var answer = photo_helper_answer()
    answer.word = PHOTO_HELPER_DONE.rawValue
    answer.status = PHOTO_UNSUPPORTED.rawValue
    let isLoaded = withUnsafeMutableBytes(of: &answer.message) { message in
      message.bindMemory(to: CChar.self).baseAddress.map(purpose.coding.loadLibraries) ?? false
    }
    return isLoaded ? nil : answer
  }

  private func serve(_ order: photo_helper_order, _ file: OpenFile, isLast: () -> Bool) throws(Errno) {
    let picture = UnsafeMutablePointer<photo_picture>.allocate(capacity: 1)
    picture.initialize(to: photo_picture())
    defer {
      photo_picture_free(picture)
      picture.deallocate()
    }
    let work = HelperWork(order, purpose.coding, file, picture, channel)
    Confinement.limitMemory(to: order.request.byte_limit.saturatingSum(Self.libraryMemory))
    Confinement.limitProcessorTime(
      to: purpose.coding.processorTime(forPixels: 0, bytes: Int(clamping: order.size)))
    var answer = work.decode()
    Confinement.limitProcessorTime(to: nil)
    let isEnd = isLast()
    answer.is_last = isEnd ? 1 : 0
    try channel.send(answer)
    try channel.send(UnsafeRawBufferPointer(start: picture.pointee.profile, count: Int(answer.bytes)))
    if isEnd { throw .canceled }
  }
}

private final class HelperWork {
  private let order: photo_helper_order
  private let coding: PictureCoding
  private let file: OpenFile
  private let picture: UnsafeMutablePointer<photo_picture>
  private let channel: ProcessChannel
  private var knowsSize = false

  init(
    _ order: photo_helper_order, _ coding: PictureCoding, _ file: OpenFile,
    _ picture: UnsafeMutablePointer<photo_picture>, _ channel: ProcessChannel
  ) {
    self.order = order
    self.coding = coding
    self.file = file
    self.picture = picture
    self.channel = channel
  }

  func decode() -> photo_helper_answer {
    let start = Int(order.offset)
    guard let whole = try? PictureFile(file, ""),
      let source = PictureSource(whole).part(start..<start + Int(order.size))
    else { return describe(PHOTO_DAMAGED, nil) }
    var request = order.request
    request.context = Unmanaged.passUnretained(self).toOpaque()
    request.admit = { context, bytes in HelperWork.at(context)?.admit(bytes) }
    request.share = { context, bytes in HelperWork.at(context)?.share(bytes) }
    let status = withExtendedLifetime(self) { coding.decodeHere(source, request, into: picture) }
    return describe(status, whole.failure)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> HelperWork? {
    context.map { Unmanaged<HelperWork>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reserves memory in the budget, and sets the time limit once the size of the picture is known.
  private func admit(_ bytes: UInt64) {
    if !knowsSize {
      knowsSize = true
      let pixels = UInt64(picture.pointee.full_width) * UInt64(picture.pointee.full_height)
      Confinement.limitProcessorTime(
        to: coding.processorTime(forPixels: pixels, bytes: Int(clamping: order.size)))
    }
    _ = ask(PHOTO_HELPER_ADMIT, bytes)
  }

  private func share(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard let memory = ask(PHOTO_HELPER_SHARE, UInt64(bytes)) else { return nil }
    defer { try? memory.close() }
    return photo_memory_map(memory.rawValue, bytes)
  }

  /// Sends a request and returns the response. Exits if the connection is closed.
  private func ask(_ word: photo_helper_word, _ bytes: UInt64) -> FileDescriptor? {
    var question = photo_helper_answer()
    question.word = word.rawValue
    question.bytes = bytes
    question.full_width = picture.pointee.full_width
    question.full_height = picture.pointee.full_height
    var reply: UInt8 = 0
    do throws(Errno) {
      try channel.send(question)
      return try channel.receiveFile(with: &reply)
    } catch {
      _exit(0)
    }
  }

  private func describe(_ status: photo_status, _ readError: Errno?) -> photo_helper_answer {
    let picture = picture.pointee
    var answer = photo_helper_answer()
    answer.word = PHOTO_HELPER_DONE.rawValue
    answer.status = status.rawValue
    answer.bytes = picture.profile_size <= PHOTO_HELPER_PROFILE_LIMIT ? UInt64(picture.profile_size) : 0
    answer.read_error = readError?.rawValue ?? 0
    (answer.width, answer.height) = (picture.width, picture.height)
    (answer.full_width, answer.full_height) = (picture.full_width, picture.full_height)
    (answer.covered_width, answer.covered_height) = (picture.covered_width, picture.covered_height)
    answer.has_alpha = picture.has_alpha ? 1 : 0
    answer.is_cmyk = picture.is_cmyk ? 1 : 0
    answer.is_packed = picture.is_packed ? 1 : 0
    answer.is_truncated = picture.is_truncated ? 1 : 0
    answer.orientation = picture.orientation
    answer.message = picture.message
    return answer
  }
}
