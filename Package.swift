// swift-tools-version: 6.1
import PackageDescription

// Scripts/test turns warnings into errors. SwiftPM rejects dependencies with unsafe flags, so other builds don't set
// them.
let isStrict = Context.environment["PHOTOPICK_STRICT"] == "1"
let strict: [SwiftSetting] = isStrict ? [.unsafeFlags(["-warnings-as-errors"])] : []
let strictC: [CSetting] = isStrict ? [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])] : []

// libavformat, libcurl, libheif and libtiff depend on about fifty libraries, and few commands need libjxl and libpcre2.
// On Linux, photopick loads these libraries on first use instead of linking them; the compiler finds their headers in
// the system's include directory. Apple's loader is fast enough to link them.
#if os(Linux)
  let isLinkedAtStart = false
#else
  let isLinkedAtStart = true
#endif

/// Returns a C library that pkg-config finds, with the packages that provide it.
func library(_ name: String, pkgConfig: String?, apt: [String], brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt(apt), .brew([brew])])
}

let package = Package(
  name: "photopick",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "photopick", targets: ["photopick"]),
    .library(name: "PhotoFiles", targets: ["PhotoFiles"]),
    .library(name: "PhotoFormats", targets: ["PhotoFormats"]),
    .library(name: "PhotoPlaces", targets: ["PhotoPlaces"]),
    .library(name: "PhotoImaging", targets: ["PhotoImaging"]),
    .library(name: "PhotoLibrary", targets: ["PhotoLibrary"]),
    .library(name: "PhotoCatalog", targets: ["PhotoCatalog"]),
    .library(name: "CatalogRequests", targets: ["CatalogRequests"]),
    .library(name: "PhotoPicker", targets: ["PhotoPicker"]),
    .library(name: "PhotoDuplicates", targets: ["PhotoDuplicates"]),
    .library(name: "PhotoMarks", targets: ["PhotoMarks"]),
    .library(name: "PhotoActions", targets: ["PhotoActions"]),
    .library(name: "PhotoStore", targets: ["PhotoStore"]),
    .library(name: "PhotoExport", targets: ["PhotoExport"]),
    .library(name: "PhotoDownloads", targets: ["PhotoDownloads"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TerminalPicker", targets: ["TerminalPicker"]),
    .library(name: "WebPicker", targets: ["WebPicker"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
  ],
  targets: [
    library(
      "CLibJPEG", pkgConfig: "libjpeg", apt: ["libjpeg62-turbo-dev", "libjpeg-turbo8-dev"],
      brew: "jpeg-turbo"),
    library("CLibPNG", pkgConfig: "libpng", apt: ["libpng-dev"], brew: "libpng"),
    library("CLibExif", pkgConfig: "libexif", apt: ["libexif-dev"], brew: "libexif"),
    library("CLibExpat", pkgConfig: "expat", apt: ["libexpat1-dev"], brew: "expat"),
    library(
      "CLibCurl", pkgConfig: isLinkedAtStart ? "libcurl" : nil, apt: ["libcurl4-openssl-dev"], brew: "curl"),
    .target(name: "CTransfer", dependencies: ["CFileSystem", "CLibCurl"], cSettings: strictC),
    .target(
      name: "CPhotoCodecs", dependencies: ["CLibJPEG", "CLibPNG", "CLibExif", "CLibExpat"],
      cSettings: strictC),
    .target(name: "CFileSystem", cSettings: strictC + [.define("_GNU_SOURCE")]),
    library("CLibZ", pkgConfig: "zlib", apt: ["zlib1g-dev"], brew: "zlib"),
    .target(
      name: "PhotoFiles",
      dependencies: ["CFileSystem", "CLibZ", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    library("CLibSystemd", pkgConfig: nil, apt: ["libsystemd-dev"], brew: "systemd"),
    .target(name: "CDesktopBus", dependencies: ["CFileSystem", "CLibSystemd"], cSettings: strictC),
    .target(
      name: "PhotoPortal",
      dependencies: [
        .target(name: "CDesktopBus", condition: .when(platforms: [.linux])), "PhotoFiles", "PhotoFormats",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoFormats",
      dependencies: ["CPhotoCodecs", "PhotoFiles", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .target(
      name: "PhotoPlaces",
      dependencies: ["PhotoFiles", "PhotoFormats", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    library(
      "CLibPCRE2", pkgConfig: isLinkedAtStart ? "libpcre2-8" : nil, apt: ["libpcre2-dev"], brew: "pcre2"),
    .target(name: "CPatterns", dependencies: ["CFileSystem", "CLibPCRE2"], cSettings: strictC),
    library("CLibHEIF", pkgConfig: isLinkedAtStart ? "libheif" : nil, apt: ["libheif-dev"], brew: "libheif"),
    library("CLibJXL", pkgConfig: isLinkedAtStart ? "libjxl" : nil, apt: ["libjxl-dev"], brew: "jpeg-xl"),
    library("CLibWebP", pkgConfig: "libwebp", apt: ["libwebp-dev"], brew: "webp"),
    library("CLibWebPDemux", pkgConfig: "libwebpdemux", apt: ["libwebp-dev"], brew: "webp"),
    library(
      "CLibTIFF", pkgConfig: isLinkedAtStart ? "libtiff-4" : nil, apt: ["libtiff-dev"], brew: "libtiff"),
    library("CLibGIF", pkgConfig: nil, apt: ["libgif-dev"], brew: "giflib"),
    library("CLibLCMS", pkgConfig: "lcms2", apt: ["liblcms2-dev"], brew: "little-cms2"),
    .target(
      name: "CPhotoPixels",
      dependencies: [
        "CFileSystem", "CPhotoCodecs", "CLibJPEG", "CLibPNG", "CLibHEIF", "CLibWebP", "CLibWebPDemux",
        "CLibTIFF",
        "CLibGIF", "CLibJXL", "CLibLCMS",
      ],
      cSettings: strictC,
      // giflib has no pkg-config file.
      linkerSettings: [.linkedLibrary("gif")]),
    library(
      "CLibAVFormat", pkgConfig: isLinkedAtStart ? "libavformat" : nil, apt: ["libavformat-dev"],
      brew: "ffmpeg"),
    library(
      "CLibAVCodec", pkgConfig: isLinkedAtStart ? "libavcodec" : nil, apt: ["libavcodec-dev"], brew: "ffmpeg"),
    library(
      "CLibAVUtil", pkgConfig: isLinkedAtStart ? "libavutil" : nil, apt: ["libavutil-dev"], brew: "ffmpeg"),
    library(
      "CLibSWScale", pkgConfig: isLinkedAtStart ? "libswscale" : nil, apt: ["libswscale-dev"], brew: "ffmpeg"),
    .target(
      name: "CVideoFrames",
      dependencies: [
        "CFileSystem", "CPhotoPixels", "CLibAVFormat", "CLibAVCodec", "CLibAVUtil", "CLibSWScale",
      ],
      cSettings: strictC),
    .target(
      name: "PhotoImaging",
      dependencies: [
        "CPhotoCodecs", "CPhotoPixels", "CVideoFrames", "PhotoFiles", "PhotoFormats",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    library("CLibChafa", pkgConfig: "chafa", apt: ["libchafa-dev", "libglib2.0-dev"], brew: "chafa"),
    .target(name: "CTerminalGraphics", dependencies: ["CLibChafa"], cSettings: strictC),
    .target(
      name: "Terminal",
      dependencies: [
        "CTerminal", "CTerminalGraphics", "PhotoFiles",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoLibrary",
      dependencies: [
        "CPatterns", "PhotoFiles", "PhotoFormats", "PhotoPlaces",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    library("CLibSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"], brew: "sqlite"),
    .target(name: "CCatalog", dependencies: ["CLibSQLite"], cSettings: strictC),
    .target(
      name: "PhotoCatalog",
      dependencies: [
        "CCatalog", "CLibSQLite", "PhotoFiles", "PhotoFormats", "PhotoLibrary",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    // For apps: the program neither links nor compiles it.
    .target(
      name: "CatalogRequests",
      dependencies: [
        "PhotoCatalog", "PhotoFiles", "PhotoFormats", "PhotoLibrary",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoDuplicates",
      dependencies: [
        "PhotoCatalog", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoMarks",
      dependencies: [
        "CLibZ", "PhotoFiles", "PhotoFormats", "PhotoLibrary",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoActions",
      dependencies: [
        "PhotoFiles", "PhotoFormats", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoPicker",
      dependencies: [
        "PhotoActions", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoMarks",
        "Terminal",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoStore",
      dependencies: [
        "PhotoFiles", "PhotoFormats", "PhotoImaging",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoExport",
      dependencies: [
        "PhotoFiles", "PhotoFormats", "PhotoImaging",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoRemote",
      dependencies: [
        "CTransfer", "PhotoFiles", "PhotoFormats", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "PhotoDownloads",
      dependencies: [
        "CTransfer", "PhotoFiles", "PhotoFormats", "PhotoRemote", "PhotoStore",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(name: "CTerminal", cSettings: strictC),
    .target(
      name: "TerminalPicker",
      dependencies: [
        "PhotoActions", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoPicker",
        "Terminal",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(name: "CConnections", cSettings: strictC),
    .target(
      name: "WebPicker",
      dependencies: [
        "CConnections", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoMarks",
        "PhotoPicker",
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["Page"],
      swiftSettings: strict,
      plugins: ["EmbedPage"]),
    .plugin(name: "EmbedPage", capability: .buildTool(), path: "Sources/EmbedPage"),
    .executableTarget(
      name: "photopick",
      dependencies: [
        "PhotoActions", "PhotoCatalog", "PhotoDownloads", "PhotoDuplicates", "PhotoExport",
        "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoMarks", "PhotoPicker",
        "PhotoPlaces", "PhotoPortal", "PhotoRemote", "PhotoStore", "Terminal",
        "TerminalPicker", "WebPicker",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "CConfinementProbe", path: "Tests/CConfinementProbe",
      cSettings: strictC + [.define("_GNU_SOURCE")]),
    .testTarget(
      name: "PhotoFilesTests",
      dependencies: ["CConfinementProbe", "CFileSystem", "CLibZ", "PhotoFiles", "TestSupport"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "PhotoFiles", "Terminal", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(name: "PhotoFormatsTests", dependencies: ["PhotoFiles", "PhotoFormats", "TestSupport"]),
    .testTarget(
      name: "PhotoPlacesTests",
      dependencies: [
        "PhotoFiles", "PhotoFormats", "PhotoPlaces", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PhotoLibraryTests", dependencies: ["PhotoFiles", "PhotoFormats", "PhotoLibrary", "TestSupport"]),
    .testTarget(
      name: "PhotoImagingTests",
      dependencies: [
        "CPhotoPixels", "PhotoFiles", "PhotoImaging", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PhotoCatalogTests",
      dependencies: [
        "CLibSQLite", "PhotoCatalog", "PhotoFiles", "PhotoFormats", "PhotoLibrary", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CatalogRequestsTests",
      dependencies: [
        "CatalogRequests", "PhotoCatalog", "PhotoFormats", "PhotoLibrary", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PhotoDuplicatesTests",
      dependencies: [
        "PhotoCatalog", "PhotoDuplicates", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary",
        "TestSupport",
      ]),
    .testTarget(
      name: "PhotoMarksTests",
      dependencies: ["PhotoFiles", "PhotoFormats", "PhotoLibrary", "PhotoMarks", "TestSupport"]),
    .testTarget(name: "PhotoActionsTests", dependencies: ["PhotoActions", "PhotoFiles", "TestSupport"]),
    .testTarget(
      name: "PhotoPickerTests",
      dependencies: [
        "PhotoActions", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoMarks",
        "PhotoPicker", "TestSupport",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoPicker", "Terminal", "TestSupport",
      ]),
    .testTarget(
      name: "PhotopickTests",
      dependencies: [
        "photopick", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoPortal", "Terminal",
        "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "TerminalPickerTests",
      dependencies: [
        "PhotoActions", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary", "PhotoMarks",
        "PhotoPicker", "Terminal", "TerminalPicker", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ], exclude: ["Screens"]),
    .testTarget(
      name: "WebPickerTests",
      dependencies: [
        "CLibZ", "PhotoFiles", "PhotoImaging", "PhotoLibrary", "PhotoMarks", "PhotoPicker",
        "TestSupport",
        "WebPicker", .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PhotoStoreTests", dependencies: ["PhotoFiles", "PhotoImaging", "PhotoStore", "TestSupport"]),
    .testTarget(name: "PhotoExportTests", dependencies: ["PhotoExport", "PhotoImaging", "TestSupport"]),
    .testTarget(
      name: "PhotoRemoteTests",
      dependencies: [
        "PhotoFiles", "PhotoRemote", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PhotoPortalTests",
      dependencies: [
        "PhotoFiles", "PhotoFormats", "PhotoPortal", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PhotoDownloadsTests",
      dependencies: ["PhotoDownloads", "PhotoRemote", "PhotoStore", "TestSupport"]),
    .target(
      name: "TestSupport",
      dependencies: [
        "CLibZ", "PhotoFiles", "PhotoFormats", "PhotoImaging", "PhotoLibrary",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
