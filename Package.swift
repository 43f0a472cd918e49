// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "celld",
  products: [
    .library(name: "CellEngine", targets: ["CellEngine"]),
    .library(name: "CellFonts", targets: ["CellFonts"]),
    .library(name: "CellProtocol", targets: ["CellProtocol"]),
    .library(name: "CellWire", targets: ["CellWire"]),
    .library(name: "CellClient", targets: ["CellClient"]),
    .executable(name: "celld", targets: ["celld"]),
    .executable(name: "cellctl", targets: ["cellctl"]),
    // What Fuzz/, a package of its own, runs.
    .library(name: "FuzzChecks", targets: ["FuzzChecks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .target(name: "CUV", linkerSettings: [.linkedLibrary("uv")]),
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CHarfBuzz", linkerSettings: [.linkedLibrary("harfbuzz")]),
    .target(name: "CFontconfig", linkerSettings: [.linkedLibrary("fontconfig")]),
    .target(name: "CFriBidi", linkerSettings: [.linkedLibrary("fribidi")]),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CHiredis", linkerSettings: [.linkedLibrary("hiredis")]),
    .target(name: "CXXHash", linkerSettings: [.linkedLibrary("xxhash")]),
    .target(name: "CCompression", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("zstd")]),
    .target(name: "CCSV", linkerSettings: [.linkedLibrary("csv")]),
    .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),
    .target(name: "CProcess"),
    .target(name: "CPrefetch"),
    .target(name: "Locks"),
    .target(name: "CellStore", dependencies: ["Locks", "CHiredis", "CSQLite", "CXXHash"]),
    .target(name: "CellEngine", dependencies: ["CPrefetch"]),
    .target(
      name: "CellFonts", dependencies: ["CellEngine", "Locks", "CHarfBuzz", "CFontconfig", "CFriBidi"]),
    .target(name: "CellWire", dependencies: ["CSimdjson"]),
    .target(name: "CellClient", dependencies: ["CellWire", "CProcess"]),
    .target(name: "CellProtocol", dependencies: ["CellEngine", "CellWire"]),
    .executableTarget(
      name: "celld",
      dependencies: [
        "CPrefetch", "CUV", "CXXHash", "CellEngine", "CellFonts", "CellProtocol", "CellStore", "CellWire",
        "Locks",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .executableTarget(
      name: "cellctl",
      dependencies: [
        "CCSV", "CCompression", "CProcess", "CYAML", "CellClient", "CellEngine", "CellProtocol", "CellWire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Presets"], resources: [.embedInCode("Pages")]),
    .target(
      name: "RowFixtures", dependencies: ["CellEngine", "CellProtocol", "CellWire"], path: "Tests/RowFixtures"
    ),
    .target(
      name: "FuzzChecks", dependencies: ["CellEngine", "CellProtocol", "CellWire"], path: "Tests/FuzzChecks"),
    .testTarget(
      name: "CellEngineTests", dependencies: ["CellEngine", "CellProtocol", "CellWire", "RowFixtures"]),
    .testTarget(name: "CellFontsTests", dependencies: ["CellFonts", "CellEngine", "CHarfBuzz"]),
    .testTarget(name: "CellWireTests", dependencies: ["CellWire"]),
    .testTarget(name: "CellProtocolTests", dependencies: ["CellProtocol", "CellWire"]),
    .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/CFaults"),
    .testTarget(name: "CellStoreTests", dependencies: ["CellStore", "CFaults", "Locks"]),
    .testTarget(name: "FuzzRegressionTests", dependencies: ["FuzzChecks"]),
    .testTarget(
      name: "celldTests", dependencies: ["celld", "CellStore", "CellWire", "CFaults", "FuzzChecks", "Locks"]),
    .testTarget(
      name: "cellctlTests",
      dependencies: [
        "cellctl", "CellClient", "CellEngine", "CellProtocol", "CellWire", "RowFixtures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "IntegrationTests",
      dependencies: ["CellEngine", "CellProtocol", "CellWire", "FuzzChecks", "Locks", "RowFixtures"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The build of scripts/build-release has the programs, without what tests need.
if Context.environment["CELLD_PROGRAMS"] != nil {
  package.products.removeAll { $0.name == "FuzzChecks" }
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  // cellctl makes its requests from options, so it needs none that are typed.
  package.targets.first { $0.name == "CellClient" }?.exclude = ["Requests"]
}

// What makes the documentation of CellClient. Programs that depend on this package do not need it.
if Context.environment["CELLD_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// The builds of scripts/sanitize.
if let sanitizer = Context.environment["CELLD_SANITIZED"] {
  // IntegrationTests run as those of the debug build. The fuzzers test the engine.
  var others: Set = ["IntegrationTests", "CellEngineTests", "FuzzRegressionTests"]
  if sanitizer == "thread" {
    // Threads meet in the daemon, its store and its fonts alone.
    others.formUnion(["CellProtocolTests", "CellWireTests", "cellctlTests"])
  }
  package.targets.removeAll { others.contains($0.name) }
  // Leaks are looked for when a program ends in order.
  if sanitizer == "address" {
    let daemon = package.targets.first { $0.name == "celld" }
    daemon?.swiftSettings = (daemon?.swiftSettings ?? []) + [.define("CHECKS_LEAKS")]
  }
  // To optimise these would take longer than they run.
  for target in package.targets where target.type == .test || target.name == "cellctl" {
    target.swiftSettings = [.unsafeFlags(["-Onone"])]
  }
}
