import CellWire

/// The format of an input, by its content and by the extension of its file.
struct FormatGuess {
  private(set) var format: InputFormat
  /// The form of a table.
  private(set) var table: TableShape?
  /// The text, without what JSON does not have.
  private(set) var text: [UInt8]
  /// Sentences about what was decided.
  private(set) var notes: [String] = []
  /// Whether most lines are JSON, and others are between them.
  private(set) var hasOtherLines = false

  /// The lines that are looked at.
  private static let sample = 200
  /// The bytes of lines and documents that are looked at.
  private static let byteLimit = ListSample.byteLimit

  /// - Parameters:
  ///   - path: the file, for its extension.
  ///   - known: the format that an option names.
  ///   - isWhole: whether nothing follows the text.
  /// - Throws: `Failure` with status `badData` if the text has a format that is not read.
  init(_ text: [UInt8], path: String, known: InputFormat? = nil, isWhole: Bool = true) throws {
    self.text = text
    format = known ?? .json
    guard known == nil else {
      if known == .csv || known == .tsv { look(forTable: known == .tsv ? 0x09 : nil) }
      return
    }
    let head = text[(text.firstIndex { !$0.isJSONSpace && $0 != 0x1E } ?? text.endIndex)...]
    guard let first = head.first else { return }
    try Self.refuseForeign(head)
    if Self.areSettings(head) {
      throw Failure(
        .badData, "this is a file of settings (TOML, INI or .env), which is not read",
        hint: "'jc --toml' or 'jc --ini' makes JSON of it")
    }
    let name = Self.extensions(of: path)
    if name == "page" {
      format = .mdk
    } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      try guessJSON(isYAML: ["yaml", "yml"].contains(name), isWhole: isWhole)
    } else if [Array("//".utf8), Array("/*".utf8)].contains(where: head.starts),
      let plain = try Self.withoutComments(text)
    {
      takePlain(plain)
    } else if ["yaml", "yml"].contains(name)
      || ["---\n", "---\r\n", "--- ", "%YAML"].contains(where: { head.starts(with: $0.utf8) })
    {
      format = .yaml
    } else if ["csv", "tsv", "tab", "psv"].contains(name) {
      format = .csv
      look(forTable: ["tsv", "tab"].contains(name) && text.prefix(4000).contains(0x09) ? 0x09 : nil)
    } else {
      guessLines()
    }
  }

  /// The extension of a name, without those of packed files.
  private static func extensions(of path: String) -> String {
    let names =
      path.split(separator: "/").last?.split(separator: ".").dropFirst().map { $0.lowercased() } ?? []
    return names.last { !["gz", "zst", "gzip", "zstd"].contains($0) } ?? ""
  }

  private static func refuseForeign(_ head: ArraySlice<UInt8>) throws {
    for (start, name, cure) in FieldWords.foreign where head.starts(with: start.utf8) {
      if start == "From ",
        !head.prefix(2000).split(separator: 0x0A).dropFirst().prefix(1).contains(where: { $0.contains(0x3A) })
      {
        continue
      }
      throw Failure(
        .badData, "this is \(name), which is not read", hint: cure.map { "'\($0)' makes JSON of it" })
    }
    let second = head.dropFirst().first ?? 0
    let isLetter = (second | 0x20) >= 0x61 && (second | 0x20) <= 0x7A
    if head.first == UInt8(ascii: "<"), isLetter || second == UInt8(ascii: "?") || second == UInt8(ascii: "!")
    {
      // <13>Nov 20 … is a line of syslog.
      throw Failure(
        .badData, "this is HTML or XML, which is not read", hint: "'jc --xml' and 'xq' make JSON of it")
    }
  }

  /// Whether lines are settings, such as `[server]` and `port = 80`.
  private static func areSettings(_ text: ArraySlice<UInt8>) -> Bool {
    let lines = text.prefix(1 << 16).split(separator: 0x0A).prefix(Self.sample).map {
      String(decoding: $0, as: UTF8.self).trimmingBlanks
    }.filter { !$0.isEmpty && !"#;".contains($0.prefix(1)) }
    let sections = lines.count(where: section.matches)
    let settings = lines.count { setting.matches($0) && LineForm.pairs(in: $0).count < 2 }
    return sections > 0
      ? settings * 2 > lines.count - sections : settings > 1 && settings == lines.count
  }

  private static let section = TextPattern("^\\[[^,:{]*\\]$")
  private static let setting = TextPattern("^[[:alpha:]_.\"-][[:alnum:] _.\"-]*=")

  // MARK: JSON

  private mutating func guessJSON(isYAML: Bool, isWhole: Bool) throws {
    let documents = Self.documents(text, isWhole: isWhole)
    guard documents.broken > 0 else { return }
    if isYAML {
      format = .yaml
    } else if documents.good > 1, documents.good >= documents.broken {
      hasOtherLines = true
    } else if documents.good == 0, Self.isBracketed(text) {
      guessLines()
    } else if isWhole, let plain = try Self.withoutComments(text) {
      takePlain(plain)
    }
  }

  /// Whether the first line begins with a word in brackets, as in `[10:30:00] started`, `[main]`.
  static func isBracketed(_ text: [UInt8]) -> Bool {
    let line = text.drop(while: \.isJSONSpace).prefix(1000).prefix { $0 != 0x0A && $0 != 0x0D }
    return bracketed.matches(String(decoding: line, as: UTF8.self))
  }

  private static let bracketed = TextPattern("^\\[+[^][{\"]+\\][[:space:]]*([^,/[:space:]]|$)")

  private mutating func takePlain(_ plain: [UInt8]) {
    text = plain
    notes.append("comments and trailing commas are ignored")
  }

  /// Counts the first documents that are JSON, and the others.
  private static func documents(_ text: [UInt8], isWhole: Bool) -> (good: Int, broken: Int) {
    var splitter = JSONRecords(limit: InputLimits.document, splitsArrays: false)
    splitter.append(text[...])
    if isWhole { splitter.finish() }
    var counts = (good: 0, broken: 0)
    var bytes = 0
    while counts.good + counts.broken < ListSample.limit, bytes < byteLimit {
      do {
        guard let record = try splitter.next() else { break }
        bytes += record.bytes.count
        _ = try JSONDocument(record.bytes, depth: InputLimits.depth)
        counts.good += 1
      } catch {
        counts.broken += 1
        if error is Failure { break }
      }
    }
    return counts
  }

  /// Returns a text with blanks for comments and for commas before closing brackets, if it is JSON
  /// then; nil if it has neither.
  /// - Throws: `Failure` with status `badData` if it has comments, and is not valid without them.
  static func withoutComments(_ text: [UInt8]) throws -> [UInt8]? {
    var plain = text
    var index = 0
    var comma: Int?
    var hasComments = false
    while index < plain.count {
      let rest = plain[index...]
      switch plain[index] {
      case UInt8(ascii: "\""):
        comma = nil
        index += 1
        while index < plain.count, plain[index] != UInt8(ascii: "\"") {
          index += plain[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/") where rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8):
        hasComments = true
        let isLine = rest.starts(with: "//".utf8)
        var end = index + 2
        while end < plain.count, isLine ? plain[end] != 0x0A : !plain[end...].starts(with: "*/".utf8) {
          end += 1
        }
        end = min(isLine ? end : end + 2, plain.count)
        for place in index..<end where plain[place] != 0x0A { plain[place] = 0x20 }
        index = end - 1
      case UInt8(ascii: ","): comma = index
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { plain[comma] = 0x20 }
        comma = nil
      case let byte: if !byte.isJSONSpace { comma = nil }
      }
      index += 1
    }
    guard plain != text else { return nil }
    if let document = try? JSONDocument(plain, depth: InputLimits.depth),
      document.withRoot({ !$0.isScalar })
    {
      return plain
    }
    guard hasComments else { return nil }
    throw Failure(
      .badData, "this is JSON with comments, and not valid without them",
      hint: "remove the comments, or have a program that reads JSON5 write it as JSON")
  }

  // MARK: Lines

  private mutating func look(forTable delimiter: UInt8?) {
    table = TableShape(text[...], delimiter: delimiter, isCertain: true)
    if table?.delimiter == 0x09 { format = .tsv }
    if let note = table?.note { notes.append(note) }
  }

  private mutating func guessLines() {
    let lines = text.prefix(Self.byteLimit).split(separator: 0x0A, maxSplits: Self.sample).prefix(Self.sample)
      .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
      .filter { $0.utf8.contains { !$0.isJSONSpace } }
    guard !lines.isEmpty else { return format = .lines }
    // A service without an answer.
    guard lines.count > 1 || lines[0] != "null" else { return }
    func share(_ test: (String) -> Bool) -> Double {
      Double(lines.count(where: test)) / Double(lines.count)
    }
    let isJSON = share { line in
      line.trimmingBlanks.hasPrefix("{") && (try? JSONDocument(line.utf8, depth: InputLimits.depth)) != nil
    }
    if isJSON >= 0.5, lines.count > 1 {
      hasOtherLines = true
      return
    }
    if share({ LineForm.pairs(in: $0).count >= 2 }) >= 0.9 {
      return format = .logfmt
    }
    let shape = TableShape(text[...])
    let isClearTable = shape.map { $0.delimiter == 0x09 || $0.delimiter == 0x3B } == true
    if !isClearTable, share(Self.yaml.matches) >= 0.9, lines.contains(where: Self.member.matches),
      Self.isYAML(text)
    {
      return format = .yaml
    }
    if let shape {
      table = shape
      format = shape.delimiter == 0x09 ? .tsv : .csv
      if let note = shape.note { notes.append(note) }
    } else {
      format = TextColumns.areTable(lines, isName: TableShape.isName) ? .columns : .lines
    }
  }

  /// A member of an object of YAML; a line that can be one of YAML.
  private static let member = TextPattern("^[!\"$-9;-z|}~]+:([[:space:]]|$)")
  private static let yaml = TextPattern("^ *(- |#|[!\"$-9;-z|}~]+:([[:space:]]|$))")

  private static func isYAML(_ text: [UInt8]) -> Bool {
    let records = YAMLRecords(splitsArrays: false)
    records.append(text[...])
    records.finish()
    guard let record = try? records.next() else { return false }
    return record.bytes.first == UInt8(ascii: "{") || record.bytes.first == UInt8(ascii: "[")
  }
}
