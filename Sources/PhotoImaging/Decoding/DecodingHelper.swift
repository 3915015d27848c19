import PhotoFiles
import Synchronization
import SystemPackage

/// The processes that decode HEIC, AVIF, JPEG XL, TIFF, WebP and frames of videos.
///
/// The libraries for these formats are large, and a file can be made to crash them, to keep them busy for hours or to take
/// all memory. They run in helper processes, which have limits on time and memory and are replaced if a file ends them:
/// that file fails with an ``ImagingError``, and nothing else does.
///
/// A helper is this program itself, started once more, if the program calls ``runIfRequested()`` first of all:
///
///     @main struct Viewer {
///       static func main() {
///         DecodingHelper.runIfRequested()
///         …
///       }
///     }
///
/// Any other program needs `photopick`, in its own folder or in `PATH`. Without it, these formats throw
/// ``ImagingError/Reason/unsupported(_:)``.
///
/// A helper starts when it is first needed, and decodes one picture after another. There are as many as threads that decode
/// at the same time. They end with the program.
public enum DecodingHelper {
  private enum Place {
    case unknown
    case program(FilePath)
    case thisProcess
  }

  private static let place = Mutex(Place.unknown)

  private static let word = "---decode"
  /// The program that serves others.
  private static let usualName = FileName(unchecked: Array("photopick".utf8))

  /// Decodes pictures for the process that started this one and never returns, if this process was started for that.
  /// Otherwise the program is its own helper from now on.
  ///
  /// Call it at the start of `main`, before files are opened and threads are started.
  public static func runIfRequested() {
    if CommandLine.arguments.dropFirst() == [word], Confinement.isConnected {
      HelperService(ProcessChannel(owning: .standardInput)).run()
    }
    if let program = Program.own { place.withLock { $0 = .program(program) } }
  }

  static var isReplacedByThisProcess: Bool {
    place.withLock { if case .thisProcess = $0 { true } else { false } }
  }

  /// Has this process decode everything itself from now on, without limits on time: for a fuzzer, which watches the code.
  static func replaceByThisProcess() { place.withLock { $0 = .thisProcess } }

  static func program() throws(ImagingError) -> Program {
    let path = place.withLock { place -> FilePath? in
      if case .program(let path) = place { return path }
      guard let found = Program.findNearby(usualName) ?? Program.find(usualName) else { return nil }
      place = .program(found)
      return found
    }
    guard let path else {
      throw ImagingError(
        .unsupported("the program photopick, which decodes it, is neither next to this program nor in PATH"))
    }
    return Program(path, arguments: [Array(word.utf8)])
  }
}
