// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "celld-web",
  dependencies: [
    .package(name: "celld", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "cellweb",
      dependencies: [
        .product(name: "CellWire", package: "celld"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Page")])
  ],
  swiftLanguageModes: [.v6]
)
