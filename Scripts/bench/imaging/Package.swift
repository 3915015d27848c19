// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the tool is no product of photopick.
let package = Package(
  name: "imaging",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photopick", path: "../../..")],
  targets: [
    .executableTarget(
      name: "photo-render", dependencies: [.product(name: "PhotoImaging", package: "photopick")])
  ],
  swiftLanguageModes: [.v6]
)
