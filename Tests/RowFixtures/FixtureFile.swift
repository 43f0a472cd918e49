import Foundation

/// A file of fixtures: one case, in all environments in which it is laid out.
public struct FixtureFile: Sendable, CustomStringConvertible {
  public enum Kind: String, CaseIterable, Sendable {
    case rows, headers
  }

  public let kind: Kind
  public let name: String
  public var description: String { "\(kind.rawValue)/\(name)" }

  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// All files of a kind, sorted by name.
  public static func all(_ kind: Kind) -> [FixtureFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(kind).path)) ?? []
    return names.sorted().map { FixtureFile(kind: kind, name: ($0 as NSString).deletingPathExtension) }
  }

  /// `Tests/Fixtures`.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  private static func folder(_ kind: Kind) -> URL { root.appendingPathComponent(kind.rawValue) }

  public var url: URL { Self.folder(kind).appendingPathComponent("\(name).txt") }

  /// The text of the file as it is on disk.
  public func content() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  /// Reads the file. Throws ``FixtureError`` if it is invalid or has no expectation.
  public func text() throws -> FixtureText {
    do {
      return try FixtureText(try content())
    } catch let error as FixtureError {
      throw FixtureError(description: "\(url.path):\(error.description)")
    }
  }

  /// Whether fixtures are recorded: the environment has `CELLD_RECORD=1`.
  public static let isRecording = ProcessInfo.processInfo.environment["CELLD_RECORD"] == "1"

  /// Compares the actual contents with the expected ones. Returns a sentence for each difference.
  /// While recording, it writes the file instead, and returns a sentence if that changed it.
  public func check(_ text: FixtureText, against contents: [String]) throws -> [String] {
    guard Self.isRecording else { return text.differences(from: contents, in: self) }
    var text = text
    text.expect(contents)
    guard try text.description != content() else { return [] }
    try text.description.write(to: url, atomically: true, encoding: .utf8)
    return ["\(self) was recorded: read the difference, and run again without CELLD_RECORD"]
  }
}

/// A file of fixtures that cannot be read.
public struct FixtureError: Error, CustomStringConvertible {
  public let description: String
}
