// What FlyingSocks has only on macOS.
import FlyingSocks

extension SocketOption where Self == BoolSocketOption {
  static var noSIGPIPE: Self { BoolSocketOption(name: 0x1022) }
}
