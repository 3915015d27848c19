import CPhotoPixels
import Foundation
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoImaging

/// Helpers and malicious pictures.
struct DecodingHelperTests {
  private func render(_ bytes: [UInt8]) throws(ImagingError) -> PhotoImage {
    try PhotoImage.render(Bytes(bytes), .thumbnail(side: 32))
  }

  @Test func `few overlays are decoded`() throws {
    let image = try render(OverlaidPicture.bytes(levels: 2, copies: 3))
    #expect(image.pixels.size == PixelSize(width: 32, height: 32))
    #expect(image.fullSize == PixelSize(width: 64, height: 64))
  }

  @Test(arguments: [(20, 2), (3, 500), (60, 20)])
  func `overlays that would take years are rejected before decoding`(levels: Int, copies: Int) throws {
    let clock = ContinuousClock()
    let time = clock.measure {
      let error = #expect(throws: ImagingError.self) {
        try render(OverlaidPicture.bytes(levels: levels, copies: copies))
      }
      guard case .tooCostly? = error?.reason else {
        Issue.record("\(error.debugDescription)")
        return
      }
    }
    // Parsing the header takes a millisecond.
    #expect(time < .seconds(20))
  }

  /// Returns a file with boxes inserted between its media and its items.
  private func padded(_ file: [UInt8], with padding: [UInt8]) throws -> [UInt8] {
    let start = try #require((0..<file.count).first { file[$0...].starts(with: "meta".utf8) }) - 4
    return file[..<start] + padding + file[start...]
  }

  @Test func `derived pictures without a known count are rejected`() throws {
    let bomb = OverlaidPicture.bytes(levels: 20, copies: 2)
    let good = OverlaidPicture.bytes(levels: 1, copies: 1)
    let free = [[UInt8]](repeating: [0, 0, 0, 8] + Array("free".utf8), count: 16_400).flatMap { $0 }
    let meta = try #require((0..<good.count).first { good[$0...].starts(with: "meta".utf8) }) - 4
    for file in [try padded(bomb, with: free), try padded(bomb, with: Array(good[meta...]))] {
      let error = #expect(throws: ImagingError.self) { try render(file) }
      switch error?.reason {
      case .tooCostly("it tells in two places (meta) what it is made of"): break
      case .damaged("it does not tell which of its items is the picture"): break
      default: Issue.record("\(error.debugDescription)")
      }
    }
  }

  /// Returns the error of a picture decoded with an executable as its helper.
  private func order(_ program: Program) throws -> ImagingError? {
    let source = PictureSource(Bytes(OverlaidPicture.bytes(levels: 1, copies: 1)))
    let helper = try HelperProcess(program)
    var picture = photo_picture()
    defer { photo_picture_free(&picture) }
    var request = photo_request()
    (request.pixel_limit, request.byte_limit) = (1_000_000, 10_000_000)
    do throws(ImagingError) {
      let outcome = try helper.decode(source, as: .heif, request, into: &picture)
      Issue.record("\(String(describing: outcome))")
      return nil
    } catch {
      return error
    }
  }

  /// Returns an executable that receives a request and responds with fixed bytes.
  private func answering(_ bytes: [UInt8], then end: String = "sleep 100") -> Program {
    let greeting = [HelperMessages.form, HelperMessages.orderSize, HelperMessages.answerSize]
    func quoted(_ bytes: [UInt8]) -> String {
      "printf '\(bytes.map { "\\" + String($0, radix: 8) }.joined())' >&0"
    }
    let start = greeting.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    let wait = "head -c \(HelperMessages.orderSize) >/dev/null"
    let script = [quoted(start), wait, quoted(bytes), end].joined(separator: "; ")
    return Program("/bin/sh", arguments: [Array("-c".utf8), Array(script.utf8)])
  }

  private func answer(_ change: (inout photo_helper_answer) -> Void) -> [UInt8] {
    var answer = photo_helper_answer()
    answer.word = PHOTO_HELPER_DONE.rawValue
    (answer.width, answer.height, answer.full_width, answer.full_height) = (8, 8, 64, 64)
    (answer.covered_width, answer.covered_height) = (8, 8)
    change(&answer)
    return withUnsafeBytes(of: answer) { Array($0) }
  }

  @Test func `invalid responses of a helper are rejected`() throws {
    let answers: [[UInt8]] = [
      // No memory for the pixels.
      answer { _ in },
      answer { $0.word = 77 },
      answer { $0.status = 77 },
      answer { $0.bytes = 1 << 40 },
      // More memory than the request allows.
      answer { ($0.word, $0.bytes) = (PHOTO_HELPER_SHARE.rawValue, 1 << 40) },
      answer { ($0.word, $0.bytes) = (PHOTO_HELPER_SHARE.rawValue, 0) },
      answer { ($0.word, $0.bytes) = (PHOTO_HELPER_ADMIT.rawValue, 1 << 40) },
      answer { ($0.word, $0.full_width, $0.full_height) = (PHOTO_HELPER_ADMIT.rawValue, .max, .max) },
    ]
    for (number, bytes) in answers.enumerated() {
      let error = try order(answering(bytes))
      #expect(error?.reason == .damaged("it makes its decoder answer nonsense"), "\(number)")
    }
  }

  @Test func `the size of the pixels must match the shared memory`() throws {
    let share = answer { ($0.word, $0.bytes) = (PHOTO_HELPER_SHARE.rawValue, 8 * 8 * 4) }
    let changes: [(inout photo_helper_answer) -> Void] = [
      { $0.width = 9 }, { $0.height = 0xFFFF_FFFF }, { ($0.width, $0.height) = (0, 0) },
      { $0.covered_width = .nan }, { $0.covered_width = 9 }, { $0.covered_height = .infinity },
      { $0.covered_height = -1 }, { $0.covered_height = 0 }, { $0.is_packed = 1 }, { $0.orientation = 9 },
      { $0.full_width = 0 }, { ($0.width, $0.height) = (0x8000_0000, 0x8000_0000) },
    ]
    for (number, change) in changes.enumerated() {
      let error = try order(answering(share + answer(change)))
      #expect(error?.reason == .damaged("it makes its decoder answer nonsense"), "\(number)")
    }
  }

  @Test func `the memory limit applies to the sum of requests`() throws {
    let share = answer { ($0.word, $0.bytes) = (PHOTO_HELPER_SHARE.rawValue, 6_000_000) }
    let error = try order(answering(share + share))
    #expect(error?.reason == .damaged("it makes its decoder answer nonsense"))
  }

  @Test func `a helper that sends endless requests is terminated`() throws {
    let admit = answer { ($0.word, $0.bytes) = (PHOTO_HELPER_ADMIT.rawValue, 1) }
    let error = try order(answering([UInt8]((0..<20).map { _ in admit }.joined())))
    #expect(error?.reason == .damaged("it makes its decoder answer nonsense"))
  }

  @Test func `a helper that closes its connection and keeps running is terminated`() throws {
    let error = try order(answering([], then: "exec 0<&- 0>&-; sleep 100"))
    #expect(error?.reason == .outOfMemory)
  }

  @Test func `a signal that terminates a helper becomes an error of its picture`() throws {
    let text = "it ends its decoder, or makes it take more memory than one picture may"
    #expect(try order(answering([], then: "kill -SEGV $$"))?.reason == .damaged(text))
    let late = try order(answering([], then: "kill -PROF $$"))
    #expect(late?.reason == .tooCostly("decoding it takes more than 2.0 s of processor time"))
  }

  @Test func `the error names an executable that is not a helper`() {
    let error = #expect(throws: ImagingError.self) {
      _ = try HelperProcess(Program("/bin/true", arguments: []))
    }
    let text = "/bin/true ended before it began to decode it; it may be of another version"
    #expect(error?.reason == .unsupported(text))
    let other = #expect(throws: ImagingError.self) {
      _ = try HelperProcess(
        Program("/bin/sh", arguments: ["-c", "printf %100s >&0; sleep 100"].map { Array($0.utf8) }))
    }
    #expect(other?.reason == .unsupported("/bin/sh is of another version, and cannot decode it"))
    #expect(throws: ImagingError.self) { _ = try HelperProcess(Program("/nowhere", arguments: [])) }
  }

  @Test func `a helper that does not start in time is terminated and reported`() {
    let error = #expect(throws: ImagingError.self) {
      let program = Program("/bin/sleep", arguments: [Array("100".utf8)])
      _ = try HelperProcess(program, within: .milliseconds(100))
    }
    #expect(error?.reason == .unsupported("/bin/sleep did not begin to decode it in time"))
  }

  @Test func `processor time grows with pixels and bytes up to a limit`() {
    #expect(PictureCoding.heif.processorTime(forPixels: 0, bytes: 0) == .seconds(2))
    #expect(PictureCoding.tiff.processorTime(forPixels: 40_000_000, bytes: 0) == .seconds(4))
    #expect(PictureCoding.heif.processorTime(forPixels: 20_000_000, bytes: 8 << 20) == .seconds(11))
    #expect(PictureCoding.webp.processorTime(forPixels: 0, bytes: .max) == .seconds(22))
  }

  @Test func `the arguments of a helper are its purpose`() {
    let purpose = HelperPurpose(.jxl, byteLimit: 1 << 40)
    let arguments = purpose.arguments.map { String(decoding: $0, as: UTF8.self) }
    let parsed = HelperPurpose(arguments: arguments)
    #expect(parsed?.coding == .jxl && parsed?.byteLimit == 1 << 40)
    for others in [
      [], ["---decode"], ["---decode", "6", "x"], ["---decode", "99", "1"], ["decode", "6", "1"],
    ] {
      #expect(HelperPurpose(arguments: others) == nil, "\(others)")
    }
  }

  @Test func `a helper only serves its coding, within its limit of memory`() {
    let purpose = HelperPurpose(.heif, byteLimit: 1000)
    #expect(purpose.covers(HelperPurpose(.heif, byteLimit: 1000)))
    #expect(!purpose.covers(HelperPurpose(.heif, byteLimit: 1001)))
    #expect(!purpose.covers(HelperPurpose(.tiff, byteLimit: 10)))
  }

  #if os(Linux)
    @Test(arguments: [PictureCoding.heif, .jxl, .tiff, .webp, .video])
    func `a helper has no rights but to decode`(coding: PictureCoding) throws {
      // An amount of memory that no other helper has identifies the process.
      let purpose = HelperPurpose(coding, byteLimit: 987_654_321)
      let helper = try HelperProcess(DecodingHelper.program(for: purpose))
      let process = try #require(try process(with: purpose.arguments))
      let status = try text("/proc/\(process)/status")
      #expect(status.contains("NoNewPrivs:\t1\n"))
      #expect(status.contains("CapEff:\t0000000000000000\n"))
      if FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp") {
        #expect(status.contains("Seccomp:\t2\n"))
      }
      let variables = try text("/proc/\(process)/environ").split(separator: "\0")
      #expect(variables.allSatisfy { $0.hasPrefix("LD_LIBRARY_PATH=") }, "\(variables)")
      let limits = try text("/proc/\(process)/limits").split(separator: "\n")
      for (name, values) in [
        ("open files", ["64", "64"]), ("core file size", ["0", "0"]), ("file size", ["0", "0"]),
      ] {
        let line = try #require(limits.first { $0.hasPrefix("Max \(name) ") })
        #expect(
          line.dropFirst("Max \(name) ".count).split(separator: " ").prefix(2).elementsEqual(
            values.map { $0[...] }))
      }
      #expect(limits.contains { $0.hasPrefix("Max data size") && !$0.contains("unlimited") })
      withExtendedLifetime(helper) {}
    }

    private func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Returns the number of the process with these arguments.
    private func process(with arguments: [[UInt8]]) throws -> String? {
      let end = Data(arguments.flatMap { [0] + $0 } + [0])
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").first { name in
        Int(name) != nil
          && (try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline")))?.suffix(end.count) == end
      }
    }
  #endif

  @Test func `a helper is reused until a picture terminates it`() throws {
    let good = OverlaidPicture.bytes(levels: 1, copies: 1)
    let pool = HelperPool()
    func decode(_ bytes: [UInt8], as coding: PictureCoding) throws -> photo_status {
      var picture = photo_picture()
      defer { photo_picture_free(&picture) }
      var request = photo_request()
      (request.pixel_limit, request.byte_limit) = (1_000_000, 96 << 20)
      return try pool.decode(PictureSource(Bytes(bytes)), as: coding, request, into: &picture)
    }
    for _ in 0..<3 { #expect(try decode(good, as: .heif) == PHOTO_OK) }
    // libjxl 0.7 terminates the helper, newer versions return an error.
    let bomb = try JPEGXLBomb.bytes
    #expect((try? decode(bomb, as: .jxl)) != PHOTO_OK)
    for _ in 0..<3 { #expect(try decode(good, as: .heif) == PHOTO_OK) }
    #expect(try decode([0xFF, 0xD8, 0xFF], as: .heif) == PHOTO_DAMAGED)
  }
}

/// A JPEG XL of 745 bytes with a frame of 4000 × 4000 pixels on 16 × 16. libjxl exits if an allocation fails.
enum JPEGXLBomb {
  private static let start = "/wpDBE0AICYIIgAACGoIalAAADQBAAAAAAAAAA=="
  private static let middle = """
    K1mRgoLCPUsA58qtdgkKUPt3St6rj3h30MFwh+BJaDf0aRKN60UP2tUfHw/GhmNuvgSXR8j+IXo9S7PU1+mxDnno0hNHz//FWZJwAAA=
    """

  static var bytes: [UInt8] {
    get throws {
      var frame = Array(try #require(Data(base64Encoded: start)))
      for _ in 0..<128 { frame += [4, 64, 0] }
      return frame + Array(try #require(Data(base64Encoded: middle))) + [UInt8](repeating: 3, count: 256)
    }
  }
}
