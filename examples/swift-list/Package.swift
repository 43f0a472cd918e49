// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-list",
  dependencies: [.package(name: "celld", path: "../..")],
  targets: [
    .executableTarget(
      name: "swift-list", dependencies: [.product(name: "CellClient", package: "celld")], path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
