// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that photopick doesn't build the fuzzer. Scripts/torture/fuzz builds it; libFuzzer provides
// main.
let package = Package(
  name: "fuzz-targets",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "photopick", path: "../../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(
      name: "Targets",
      dependencies: [
        .product(name: "PhotoCatalog", package: "photopick"),
        .product(name: "PhotoFiles", package: "photopick"),
        .product(name: "PhotoFormats", package: "photopick"),
        .product(name: "PhotoImaging", package: "photopick"),
        .product(name: "PhotoLibrary", package: "photopick"),
        .product(name: "PhotoMarks", package: "photopick"),
        .product(name: "PhotoPicker", package: "photopick"),
        .product(name: "Terminal", package: "photopick"),
        .product(name: "WebPicker", package: "photopick"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(name: "fuzz", dependencies: ["Targets"]),
  ],
  swiftLanguageModes: [.v6]
)
