/// The content of `Tests/Fixtures/index.txt`: the version of the layout, and a line for each file.
public struct FixtureIndex: CustomStringConvertible {
  /// The layout version that the rows were recorded with.
  public let version: Int
  private let files: [Line]

  /// The name of a file and the number of its expectations. Two hashes: of the cells and
  /// environments that are given, and of the expected rows.
  private struct Line {
    let name, count, given, expected: String

    var text: String { "\(name) \(count) \(given) \(expected)" }
  }

  /// The index of `files`. Throws ``FixtureError`` if one of them is invalid.
  public init(version: Int, _ files: [FixtureFile]) throws {
    self.version = version
    self.files = try files.map { file in
      let text = try file.text()
      var given = text
      given.expect(text.expectations.map { _ in "" })
      return Line(
        name: file.description, count: String(text.expectations.count), given: Self.hash(given.description),
        expected: Self.hash(text.description))
    }
  }

  /// Reads an index. Throws ``FixtureError`` if it is invalid.
  public init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    guard let first = lines.first, first.count == 2, first[0] == "layout", let version = Int(first[1]),
      lines.dropFirst().allSatisfy({ $0.count == 4 })
    else { throw FixtureError(description: "index.txt: expected: layout VERSION, then NAME COUNT HASH HASH") }
    self.version = version
    files = lines.dropFirst().map { Line(name: $0[0], count: $0[1], given: $0[2], expected: $0[3]) }
  }

  /// The lines of the files.
  public var lines: Set<String> { Set(files.map(\.text)) }

  /// The names of the files that lay out the same as in `other`, but have other rows.
  public func filesWithOtherRows(than other: FixtureIndex) -> [String] {
    let known = Dictionary(uniqueKeysWithValues: other.files.map { ($0.name, $0) })
    return files.filter { file in
      known[file.name].map { $0.given == file.given && $0.expected != file.expected } ?? false
    }.map(\.name)
  }

  public var description: String { "layout \(version)\n" + files.map { $0.text + "\n" }.joined() }

  /// The hash FNV-1a of a text, in 64 bits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
