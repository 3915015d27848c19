// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that photopick doesn't build this tool.
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
