// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the fuzzers are no products of photopick. Built by Scripts/fuzz: libFuzzer brings main.
let package = Package(
  name: "fuzz-targets",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photopick", path: "../..")],
  targets: [
    .target(
      name: "Targets",
      dependencies: [
        .product(name: "PhotoFiles", package: "photopick"),
        .product(name: "PhotoFormats", package: "photopick"),
        .product(name: "PhotoImaging", package: "photopick"),
      ]),
    .executableTarget(name: "fuzz-headers", dependencies: ["Targets"]),
    .executableTarget(name: "fuzz-sidecars", dependencies: ["Targets"]),
    .executableTarget(name: "fuzz-pixels", dependencies: ["Targets"]),
  ],
  swiftLanguageModes: [.v6]
)
