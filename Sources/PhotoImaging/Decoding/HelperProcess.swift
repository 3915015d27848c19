import CPhotoPixels
import PhotoFiles
import PhotoFormats
import SystemPackage

/// A helper and its connection, used by one thread at a time. Deinitialization terminates the helper.
///
/// A malicious picture may control the helper. Therefore every response is validated, and requests are bounded.
final class HelperProcess: Sendable {
  struct Outcome {
    let status: photo_status
    let isLast: Bool
  }

  private let program: RunningProgram
  private let channel: ProcessChannel

  private static let startLimit = Duration.seconds(20)
  /// The maximum number of requests for memory: more than any decoder makes.
  private static let questionLimit = 16
  /// The interval for checking whether decoding was canceled.
  private static let stopInterval = Duration.milliseconds(100)

  init(_ program: Program, within startLimit: Duration = startLimit) throws(ImagingError) {
    do throws(Errno) {
      let (own, others) = try ProcessChannel.pair()
      channel = own
      self.program = try program.start(input: others.descriptor)
      withExtendedLifetime(others) {}
    } catch {
      throw ImagingError(.unsupported("the process that decodes it cannot be started: \(error)"))
    }
    var greeting = photo_helper_greeting()
    let problem: String?
    do throws(Errno) {
      try channel.receive(into: &greeting, within: startLimit)
      let isKnown =
        greeting.form == HelperMessages.form && greeting.order_size == HelperMessages.orderSize
        && greeting.answer_size == HelperMessages.answerSize
      problem = isKnown ? nil : "is of another version, and cannot decode it"
    } catch {
      problem = Self.startProblem(error)
    }
    guard let problem else { return }
    end()
    throw ImagingError(.unsupported("\(program.path.string) \(problem)"))
  }

  private static func startProblem(_ error: Errno) -> String {
    switch error {
    case .timedOut: "did not begin to decode it in time"
    // An executable that doesn't know the argument terminates as well.
    case .brokenPipe: "ended before it began to decode it; it may be of another version"
    default: "cannot decode it: \(error)"
    }
  }

  deinit {
    // The helper exits when its channel closes, unless a picture controls it.
    end()
  }

  private func end() {
    program.signal(SIGKILL)
    program.wait()
  }

  /// Decodes a picture into `picture`, which the caller frees.
  ///
  /// - Returns: `nil` if the helper had already exited.
  /// - Throws: `ImagingError` if the picture terminated the helper, or exceeded the time limit.
  func decode(
    _ source: PictureSource, as coding: PictureCoding, _ request: photo_request,
    into picture: inout photo_picture
  ) throws(ImagingError) -> Outcome? {
    let isSent = try source.withFile { file, offset in
      var order = photo_helper_order(
        offset: UInt64(offset), size: UInt64(source.count), request: request)
      (order.request.admit, order.request.share, order.request.context) = (nil, nil, nil)
      return (try? channel.send(order, with: file)) != nil
    }
    guard isSent else { return nil }
    var work = Work(source: source, coding: coding, request: request)
    do throws(Interruption) {
      return try finish(&work, &picture)
    } catch {
      throw describe(error, work)
    }
  }

  private struct Work {
    let source: PictureSource
    let coding: PictureCoding
    let request: photo_request
    var size: PixelSize?
    var deadline: ContinuousClock.Instant
    var questions = 0
    /// The total size of the pixel memory that the helper has received and may have retained.
    var bytesShared: UInt64 = 0
    var memory: MemoryFile?

    init(source: PictureSource, coding: PictureCoding, request: photo_request) {
      self.source = source
      self.coding = coding
      self.request = request
      deadline = .now + Self.patience(Self.processorTime(source, coding, nil))
    }

    var processorTime: Duration { Self.processorTime(source, coding, size) }

    mutating func extendDeadline() { deadline = .now + Self.patience(processorTime) }

    private static func processorTime(
      _ source: PictureSource, _ coding: PictureCoding, _ size: PixelSize?
    ) -> Duration {
      coding.processorTime(forPixels: size?.area ?? 0, bytes: source.count)
    }

    /// Returns the timeout for a helper that is blocked by storage or a lack of processors. The limit on processor time
    /// terminates a busy one.
    private static func patience(_ time: Duration) -> Duration { time * 8 + .seconds(30) }
  }

  private enum Interruption: Error {
    /// The connection failed: the helper has exited or timed out.
    case connection(Errno)
    /// A response that no decoder sends.
    case nonsense
    case memory(Errno)
    case stopped
  }

  private func finish(
    _ work: inout Work, _ picture: inout photo_picture
  ) throws(Interruption) -> Outcome {
    while true {
      let answer = try receive(&work)
      work.size = PixelSize(width: answer.full_width, height: answer.full_height)
      switch answer.word {
      case PHOTO_HELPER_DONE.rawValue: return try take(answer, &work, &picture)
      case PHOTO_HELPER_ADMIT.rawValue: try admit(answer, &work)
      case PHOTO_HELPER_SHARE.rawValue: try share(answer, &work)
      default: throw .nonsense
      }
    }
  }

  private func admit(_ answer: photo_helper_answer, _ work: inout Work) throws(Interruption) {
    let limit = work.request.byte_limit
    work.questions += 1
    guard answer.bytes <= limit, work.questions <= Self.questionLimit,
      (work.size?.area ?? 0) <= work.request.pixel_limit
    else { throw .nonsense }
    work.request.admit?(work.request.context, answer.bytes)
    work.extendDeadline()
    try grant(nil)
  }

  private func share(_ answer: photo_helper_answer, _ work: inout Work) throws(Interruption) {
    work.questions += 1
    let (bytes, isTooMany) = work.bytesShared.addingReportingOverflow(answer.bytes)
    guard answer.bytes > 0, !isTooMany, bytes <= work.request.byte_limit, work.questions <= Self.questionLimit
    else { throw .nonsense }
    work.bytesShared = bytes
    do throws(Errno) {
      work.memory = try MemoryFile(count: Int(clamping: answer.bytes))
    } catch {
      throw .memory(error)
    }
    try grant(work.memory?.descriptor)
  }

  private func grant(_ file: FileDescriptor?) throws(Interruption) {
    do throws(Errno) {
      try channel.send(UInt8(1), with: file)
    } catch {
      throw .connection(error)
    }
  }

  private func receive(_ work: inout Work) throws(Interruption) -> photo_helper_answer {
    var answer = photo_helper_answer()
    while true {
      let left = work.deadline - .now
      let limit = work.source.canStop ? min(left, Self.stopInterval) : left
      do throws(Errno) {
        try channel.receive(into: &answer, within: limit)
        return answer
      } catch .timedOut where limit < left {
        if work.source.isStopped { throw .stopped }
      } catch {
        throw .connection(error)
      }
    }
  }

  /// Validates a response and fills in the picture.
  private func take(
    _ answer: photo_helper_answer, _ work: inout Work, _ picture: inout photo_picture
  ) throws(Interruption) -> Outcome {
    let status = photo_status(answer.status)
    let known = [PHOTO_OK, PHOTO_DAMAGED, PHOTO_UNSUPPORTED, PHOTO_TOO_LARGE, PHOTO_NO_MEMORY]
    guard known.contains(status), answer.bytes <= PHOTO_HELPER_PROFILE_LIMIT else { throw .nonsense }
    try takeProfile(Int(answer.bytes), work, &picture)
    if answer.read_error != 0 { work.source.noteFailure(Errno(rawValue: answer.read_error)) }
    picture.full_width = answer.full_width
    picture.full_height = answer.full_height
    picture.message = answer.message
    withUnsafeMutableBytes(of: &picture.message) { $0[$0.count - 1] = 0 }
    let outcome = Outcome(status: status, isLast: answer.is_last != 0)
    // The limit is for one picture: a failed allocation means that this picture is too large.
    if status == PHOTO_NO_MEMORY { return Outcome(status: PHOTO_TOO_LARGE, isLast: outcome.isLast) }
    guard status == PHOTO_OK else { return outcome }
    try takePixels(answer, work, &picture)
    return outcome
  }

  private func takePixels(
    _ answer: photo_helper_answer, _ work: Work, _ picture: inout photo_picture
  ) throws(Interruption) {
    let isPacked = answer.is_packed != 0
    let limit = Double(UInt32.max)
    let (count, isTooMany) = (UInt64(answer.width) * UInt64(answer.height)).multipliedReportingOverflow(
      by: isPacked ? 3 : 4)
    guard let memory = work.memory, !isTooMany, count == UInt64(memory.count), work.size != nil,
      (0.0...min(limit, Double(answer.width))).contains(answer.covered_width), answer.covered_width > 0,
      (0.0...min(limit, Double(answer.height))).contains(answer.covered_height), answer.covered_height > 0,
      !isPacked || work.request.packs_opaque, answer.orientation <= 8
    else { throw .nonsense }
    guard let pixels = photo_memory_map(memory.descriptor.rawValue, memory.count) else {
      throw .memory(.noMemory)
    }
    picture.pixels = pixels.assumingMemoryBound(to: UInt8.self)
    picture.mapped = memory.count
    picture.width = answer.width
    picture.height = answer.height
    picture.covered_width = answer.covered_width
    picture.covered_height = answer.covered_height
    picture.has_alpha = answer.has_alpha != 0
    picture.is_cmyk = answer.is_cmyk != 0
    picture.is_packed = isPacked
    picture.is_truncated = answer.is_truncated != 0
    picture.orientation = answer.orientation
  }

  private func takeProfile(
    _ count: Int, _ work: Work, _ picture: inout photo_picture
  ) throws(Interruption) {
    guard count > 0 else { return }
    guard let profile = malloc(count) else { throw .memory(.noMemory) }
    picture.profile = profile.assumingMemoryBound(to: UInt8.self)
    picture.profile_size = count
    do throws(Errno) {
      let buffer = UnsafeMutableRawBufferPointer(start: profile, count: count)
      try channel.receive(into: buffer, within: work.deadline - .now)
    } catch {
      throw .connection(error)
    }
  }

  /// Terminates the helper and returns the error for the picture.
  private func describe(_ interruption: Interruption, _ work: Work) -> ImagingError {
    if case .connection(let error) = interruption, error != .timedOut { return describeEnd(work) }
    end()
    return switch interruption {
    case .connection(let error): ImagingError(.unreadable(error))
    case .nonsense: ImagingError(.damaged("it makes its decoder answer nonsense"))
    case .memory(let error): ImagingError(memoryFailure: error)
    case .stopped: ImagingError(.unreadable(.canceled))
    }
  }

  private func describeEnd(_ work: Work) -> ImagingError {
    // This has an effect only if the helper has closed the connection and is still running.
    program.signal(SIGKILL)
    switch program.wait() {
    case .signaled(SIGPROF):
      let seconds = Double(Int((work.processorTime / .milliseconds(100)).rounded())) / 10
      return ImagingError(.tooCostly("decoding it takes more than \(seconds) s of processor time"))
    // The system kills programs when memory runs out.
    case .signaled(SIGKILL): return ImagingError(.outOfMemory)
    case .signaled, .exited, .unknown:
      return ImagingError(.damaged("it ends its decoder, or makes it take more memory than one picture may"))
    }
  }
}

extension ImagingError {
  init(memoryFailure error: Errno) {
    switch error {
    case .noMemory: self.init(.outOfMemory)
    // The limit on file sizes also applies to shared memory.
    case .fileTooLarge:
      self.init(
        .unsupported("the process that decodes it gets no memory for it; raise the limit with ulimit -f"))
    default:
      self.init(.unsupported("there is no memory to share with the process that decodes it: \(error)"))
    }
  }
}
