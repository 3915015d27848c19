import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Folders of pictures that exhaust decoders.
@Suite(.blocking) struct HostilePictureTests {
  private let photopick: Photopick

  init() throws { photopick = try Scene.photopick(count: 1) }

  /// The limit for all commands of a test: 50 pictures that take years to decode must not exceed it.
  private static let limit = Duration.seconds(120)

  private func addOverlays(count: Int) throws {
    for number in 1...count {
      let levels = number % 2 == 0 ? 20 : 60
      let bytes = OverlaidPicture.bytes(levels: levels, copies: 2 + number % 3)
      try photopick.photos.file(FilePath("overlay-\(number).avif"), bytes)
    }
  }

  @Test(arguments: [
    ["info", "overlay-1.avif", "overlay-2.avif", "1.jpg"], ["select", "all", ".", "--verify"],
    ["thumbnail", "overlay-1.avif", "overlay-2.avif", "1.jpg"], ["thumbnail", "--warm", "."],
    ["export", "all", ".", "--fit", "20x20", "--to", "out"],
    ["store", "put", "overlay-1.avif", "--fit", "20x20"],
  ])
  func `overlays without end keep no command busy`(arguments: [String]) throws {
    try addOverlays(count: 50)
    let clock = ContinuousClock()
    var outcome: Photopick.Outcome?
    let time = try clock.measure { outcome = try photopick.runAll(arguments) }
    #expect(time < Self.limit)
    let errors = outcome?.errorLines ?? []
    let mentions = errors.filter {
      $0.contains("overlay-") && $0.contains("made of pictures that are made of")
    }
    // select counts thousands of invalid photos in one line.
    if arguments[0] == "select" { #expect(errors.count == 1 && errors[0].contains("overlay-")) }
    #expect(mentions.count == errors.count || ["export", "select"].contains(arguments[0]))
    #expect(arguments[0] == "info" || !errors.isEmpty)
    #expect(outcome?.status == (arguments[0] == "info" ? 0 : arguments[0] == "select" ? 64 : 1))
  }

  @Test func `a grid shows what can be shown of such a folder`() throws {
    try addOverlays(count: 50)
    let outcome = try photopick.run("browse", "--grid", to: .terminal(columns: 80))
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("1.jpg"))
    #expect(outcome.text.contains("too costly"))
  }

  @Test func `the picker answers keys while pictures keep its helpers busy`() throws {
    let bytes = TooSlowPicture.bytes
    for number in 1...12 { try photopick.photos.file(FilePath("busy-\(number).tif"), bytes) }
    let picker = try PickerTerminal(
      photopick, [photopick.photos.path.string, "--format", "{name}", "--sort", "name"])
    try picker.wait(for: "1.jpg")
    try picker.type(" ")
    try picker.wait(for: "1 picked")
    try picker.type("d")
    #expect(try picker.end() == 0)
    #expect(picker.output == "1.jpg\n")
  }

  @Test func `a photo that takes too long fails alone, and costs its time once`() throws {
    try photopick.photos.file("busy.tif", TooSlowPicture.bytes)
    let first = try photopick.run("thumbnail", "busy.tif", "1.jpg")
    #expect(first.status == 1)
    #expect(first.lines.count == 1)
    let reason = "decoding it takes more than 3.1 s of processor time"
    #expect(first.errors.hasSuffix("busy.tif: not decoded: \(reason)\n"))
    let second = try photopick.run("thumbnail", "busy.tif", "1.jpg")
    #expect(second.errors.hasSuffix("busy.tif: damaged: \(reason)\n"))
  }

  @Test func `a document that is cut off is not verified`() throws {
    let header = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 8, 0, 8, 0, 1]
    let document = header + [UInt8](repeating: 0, count: 12) + [0, 0] + [UInt8](repeating: 7, count: 32)
    try photopick.photos.file("whole.psd", document)
    #expect(try photopick.run("select", "all", ".", "--verify").status == 0)
    try photopick.photos.file("cut.psd", Array(document.dropLast()))
    let outcome = try photopick.run("select", "all", ".", "--verify", "--allow-damaged")
    #expect(outcome.status == 64)
    let cut = try photopick.run("select", "all", "cut.psd", "--verify")
    #expect(cut.status == 64)
    #expect(cut.errors.contains("the merged picture is cut off"))
  }

  @Test func `the word that starts a helper is a mistake to people`() throws {
    let outcome = try photopick.run("---decode")
    #expect(outcome.status == 64)
    #expect(outcome.bytes == [])
  }
}
