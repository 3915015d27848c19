// swift-tools-version: 6.1
import PackageDescription

// A package of somebody else that uses photopick's libraries; Scripts/checks/outside-package builds and runs it.
let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photopick", path: "../..")],
  targets: [
    .executableTarget(
      name: "outside",
      dependencies: [
        "PhotoFormats", "PhotoLibrary", "PhotoImaging", "PhotoCatalog", "PhotoPicker", "PhotoStore",
        "PhotoExport", "Terminal", "TerminalPicker",
      ].map { .product(name: $0, package: "photopick") })
  ],
  swiftLanguageModes: [.v6]
)
