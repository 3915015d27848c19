enum ScreenSize { static func isKnown(_ size: PixelSize) -> Bool { false } }
