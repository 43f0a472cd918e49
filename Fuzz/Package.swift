// swift-tools-version: 6.2
import PackageDescription

// These programs have a `main` only with the sanitizer `fuzzer`. scripts/fuzz builds and runs them.
let package = Package(
  name: "celld-fuzz",
  dependencies: [.package(name: "celld", path: "..")],
  targets: ["text", "protocol", "rows", "pictures"].map { name in
    .executableTarget(
      name: "fuzz-\(name)", dependencies: [.product(name: "FuzzChecks", package: "celld")])
  },
  swiftLanguageModes: [.v6]
)
