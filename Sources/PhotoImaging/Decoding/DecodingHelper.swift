import PhotoFiles
import Synchronization
import SystemPackage

/// The helpers that decode HEIC, AVIF, JPEG XL, TIFF, WebP and video frames.
///
/// The libraries for these formats are large. A malicious file can crash them, keep them busy for hours or exhaust
/// memory. They run in helper processes with bounded time and memory. If a file terminates its helper, only that file
/// fails, with an ``ImagingError``, and a new helper takes over. On Linux, a file that takes control of its helper can
/// neither open other files nor use the network, start programs or read the environment.
///
/// An application that calls ``runIfRequested()`` first is its own helper:
///
///     @main struct Viewer {
///       static func main() {
///         DecodingHelper.runIfRequested()
///         …
///       }
///     }
///
/// Other applications need `photopick` in their own folder or in `PATH`. Without it, these formats throw
/// ``ImagingError/Reason/unsupported(_:)``.
///
/// Helpers start on demand, one for each thread that decodes concurrently, and are reused. They terminate with the
/// application.
public enum DecodingHelper {
  private enum Place {
    case unknown
    case program(FilePath)
    case thisProcess
  }

  private static let place = Mutex(Place.unknown)

  /// The executable that decodes for other applications.
  private static let usualName = FileName(unchecked: Array("photopick".utf8))

  /// If another program started this one as its helper, decodes pictures and never returns. Otherwise registers this
  /// executable as its own helper.
  ///
  /// Call it at the start of `main`, before opening files and starting threads.
  public static func runIfRequested() {
    if let purpose = HelperPurpose(arguments: CommandLine.arguments.dropFirst()), Confinement.isConnected {
      HelperService(ProcessChannel(owning: .standardInput), for: purpose).run()
    }
    if let program = Program.own { place.withLock { $0 = .program(program) } }
  }

  static var isReplacedByThisProcess: Bool {
    place.withLock { if case .thisProcess = $0 { true } else { false } }
  }

  /// Decodes every format in this process and in unlimited time: for fuzzing.
  static func replaceByThisProcess() { place.withLock { $0 = .thisProcess } }

  static func program(for purpose: HelperPurpose) throws(ImagingError) -> Program {
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
    // A picture that controls the helper must not find the user's secrets.
    return Program(path, arguments: purpose.arguments, environment: Program.loaderEnvironment)
  }
}
