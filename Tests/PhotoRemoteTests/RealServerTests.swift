import Foundation
import PhotoFiles
import SystemPackage
import Testing

@testable import PhotoRemote

private let bucket = ProcessInfo.processInfo.environment["PHOTOPICK_TEST_S3"]

/// Another implementation of S3, such as the server of `Scripts/bench/servers/ceph`, whose variables name it.
@Suite(.enabled(if: bucket != nil, "PHOTOPICK_TEST_S3 is not set to the name of a new bucket"))
struct RealServerTests {
  @Test func `files are written, listed, read and removed`() throws {
    let bucket = try #require(bucket)
    let limits = S3Multipart.Limits(threshold: 6 << 20, part: 5 << 20)
    let source = try RemoteSources.s3(bucket: bucket, RemoteOptions(), multipart: limits)
    let made = try source.send(.init(count: 10_000)) { () throws(RemoteError) in
      try source.request("PUT", [], body: [])
    }
    #expect(made.isSuccess)
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = bytes("2024/Beach é+(1) %41&\u{1B}.jpg")
    let version = try source.write(.bytes(content), to: file, replacing: nil)
    #expect(failure { _ = try source.write([1], to: file, replacing: nil) }?.errno == .fileExists)
    #expect(try source.entries(of: bytes("2024")).map(\.status) == [version])
    #expect(try source.entries(of: []).map(\.name.text) == ["2024"])
    #expect(try source.entries(of: bytes("2024")).map(\.name.bytes) == [Array(file.dropFirst(5))])
    #expect(try source.open(file, reading: 10).head == Array(content[..<10]))
    let second = try source.write([1, 2, 3], to: file, replacing: version)
    #expect(failure { _ = try source.read(file, 0..<1, of: version) }?.errno == .staleNFSFileHandle)
    #expect(failure { _ = try source.write([1], to: file, replacing: version) }?.errno == .staleNFSFileHandle)
    #expect(try source.read(file, 1..<3, of: second) == [2, 3])
    let empty = try source.write([], to: bytes("empty"), replacing: nil)
    #expect(try source.open(bytes("empty"), reading: 9).status == empty)
    let large = [UInt8](repeating: 7, count: 11 << 20)
    let whole = try source.write(.bytes(large), to: bytes("large.mp4"), replacing: nil)
    #expect(whole.size == 11 << 20 && whole.tag.hasSuffix("-3\""))
    #expect(try source.read(bytes("large.mp4"), 10..<(11 << 20), of: whole).count == (11 << 20) - 10)
    #expect(
      failure { _ = try source.write(.bytes(large), to: bytes("large.mp4"), replacing: nil) }?.errno
        == .fileExists)
    for number in 0..<1050 { _ = try source.write([1], to: bytes("many/\(number)"), replacing: nil) }
    #expect(try source.entries(of: bytes("many")).count == 1050)
    try source.remove(file, version: second)
    // Ceph 16 repeats a prefix with a control character as it is, which is no XML, so its status is an error.
    #expect(failure { _ = try source.open(file, reading: 1) }?.errno == .noSuchFileOrDirectory)
    #expect(failure { _ = try source.status(of: bytes("none")) }?.errno == .noSuchFileOrDirectory)
  }
}
