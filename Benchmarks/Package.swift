// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "celld-benchmarks",
  dependencies: [.package(name: "celld", path: "..")],
  targets: [
    .executableTarget(
      name: "layout-bench",
      dependencies: [
        .product(name: "CellEngine", package: "celld"), .product(name: "CellFonts", package: "celld"),
      ]),
    .executableTarget(name: "socket-bench"),
  ],
  swiftLanguageModes: [.v6]
)
