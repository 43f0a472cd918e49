// swift-tools-version: 6.2
import PackageDescription

// The tests of the product CellClient, in a package of their own: they see what other packages see. scripts/check-clients runs
// them.
let package = Package(
  name: "celld-client-tests",
  dependencies: [.package(name: "celld", path: "../..")],
  targets: [
    .testTarget(
      name: "CellClientTests",
      dependencies: [
        .product(name: "CellClient", package: "celld"), .product(name: "CellWire", package: "celld"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
