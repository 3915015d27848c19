import PhotoActions
import PhotoFiles
import PhotoImaging
import PhotoPicker
import Synchronization
import SystemPackage
import Terminal
import WebPicker

/// Picks on a web page: opens the browser or prints instructions, and returns the picks.
struct WebPicking: Sendable {
  let web: WebOptions

  /// Returns the result; `nil` if the user cancelled or left the page, or after a signal.
  ///
  /// - Throws: `WebPicker.Unavailable`; errors of the library.
  func pick(_ options: PickerOptions, library: @escaping PickerSource) async throws -> PickerResult? {
    let progress = ProgressDisplay(after: .zero)
    let isRemote = TerminalEnvironment.ofProcess.isRemote
    let renderings = (try? UserFolders.current.cache).map { RenderingFolder($0.appending("renderings")) }
    var picker = WebPicker(
      options, cache: .ofUser, renderings: renderings, isRemote: isRemote, library: library)
    picker.port = web.port ?? 0
    picker.timeout = web.timeout.map { .seconds(Int64($0)) }
    let launch = BrowserLaunch()
    defer { launch.end() }
    do {
      return try await Interruption.cancelling(progress) { [picker] in
        try await picker.run { event in
          switch event {
          case .ready(let address, let port):
            // An app has no one who reads the address.
            if options.dialog == nil || web.noOpen { announce(address, port: port, isRemote: isRemote) }
            if !web.noOpen, !isRemote { launch.begin(address, inWindow: options.dialog != nil) }
          case .entered: launch.end()
          case .progress(let text): progress.show("\(text) (Ctrl-C cancels)")
          case .note(let text):
            progress.clear()
            Diagnostics.error(text)
          }
        }
      }
    } catch is CancellationError {
      return nil
    }
  }

  private func announce(_ address: String, port: UInt16, isRemote: Bool) {
    if isRemote {
      let login = TerminalEnvironment.ofProcess.remoteLogin ?? "THIS-MACHINE"
      Diagnostics.note("Run this on your own computer, and then open the address in its browser:")
      Diagnostics.note("  ssh -N -L \(port):\(WebPicker.host):\(port) \(login)")
    }
    Diagnostics.note("The page is at \(address)")
  }
}

/// Opens the default browser with a file that exists until the page is loaded.
private final class BrowserLaunch: Sendable {
  private let file = Mutex<AddressFile?>(nil)

  /// - Parameter inWindow: Whether to prefer a window without the controls of a browser.
  func begin(_ address: String, inWindow: Bool) {
    let path: FilePath
    do throws(AddressFile.Failure) {
      let file = try AddressFile(leadingTo: address)
      path = file.path
      self.file.withLock { $0 = file }
    } catch {
      return Self.report(error, inWindow)
    }
    Task {
      do throws(OpeningError) {
        try await DesktopOpener().open(path, inWindow: inWindow)
      } catch {
        Self.report(error, inWindow)
      }
    }
  }

  /// Reports that no browser was opened. An app can't open it by hand, so it gets an error.
  private static func report(_ error: any Error, _ inWindow: Bool) {
    Diagnostics.error(inWindow ? "\(error)" : "\(error); \(advice)")
    if inWindow { ExitStatus.problems.end() }
  }

  func end() { file.withLock { $0 = nil } }

  private static let advice = "open the address in a browser by hand"
}
