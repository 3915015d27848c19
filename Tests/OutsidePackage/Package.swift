// swift-tools-version: 6.1
import PackageDescription

// A package that depends on photopick's libraries. Scripts/checks/outside-package builds and runs it.
let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "photopick", path: "../..")],
  targets: [
    .executableTarget(
      name: "outside",
      dependencies: [
        "PhotoFiles", "PhotoFormats", "PhotoPlaces", "PhotoImaging", "PhotoLibrary", "PhotoCatalog",
        "CatalogRequests", "PhotoPicker",
        "PhotoMarks", "PhotoActions", "PhotoStore", "PhotoExport", "PhotoDownloads", "Terminal",
        "TerminalPicker", "WebPicker",
      ].map { .product(name: $0, package: "photopick") })
  ],
  swiftLanguageModes: [.v6]
)
