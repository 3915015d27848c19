// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that photopick doesn't build this tool.
let package = Package(
  name: "lookup",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photopick", path: "../../..")],
  targets: [
    .executableTarget(
      name: "place-lookup", dependencies: [.product(name: "PhotoPlaces", package: "photopick")])
  ],
  swiftLanguageModes: [.v6]
)
