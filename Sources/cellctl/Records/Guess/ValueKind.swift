/// The kind of a value, by its text.
enum ValueKind: String {
  case empty, bool, number, numeric, date, uuid, hash, ip, mac, url, email, resource, size, amount, version,
    age, path
  case code, long, text, list, object

  /// Whether it is a number in JSON, or a text with one.
  var isNumber: Bool { self == .number || self == .numeric }
  /// Whether it has parts.
  var isComposed: Bool { self == .list || self == .object }

  /// Classifies a text.
  init(of text: String) {
    let trimmed = text.trimmingBlanks
    guard !trimmed.isEmpty else {
      self = .empty
      return
    }
    guard trimmed.utf8.count <= 400, !trimmed.utf8.contains(0x0A) else {
      self = .long
      return
    }
    let shape = TextShape(trimmed)
    let lower = shape.lower
    if GuessWords.nothing.contains(lower) {
      self = .empty
    } else if lower == "true" || lower == "false" {
      self = .bool
    } else if shape.matches(["HH:HH:HH:HH:HH:HH", "HH-HH-HH-HH-HH-HH"]) {
      self = .mac
    } else if shape.isIP {
      self = .ip
    } else if shape.isNumeric {
      self = .numeric
    } else if shape.isDate {
      self = .date
    } else if shape.matches(["HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH"]) {
      self = .uuid
    } else if shape.isAddress {
      self = .url
    } else if shape.isEmail {
      self = .email
    } else if ["arn:", "urn:", "/subscriptions/", "projects/"].contains(where: lower.hasPrefix),
      !shape.hasBlank
    {
      self = .resource
    } else if shape.isHash {
      self = .hash
    } else if shape.matches(["[-]D+[.D+][,D+][ ]Ub", "[-]D+[.D+][,D+][ ]Uib", "D+[ ]b", "D+[.D+]G[i]"]) {
      self = .size
    } else if shape.isAge {
      self = .age
    } else if shape.isVersion {
      self = .version
    } else if shape.isPath {
      self = .path
    } else if shape.isCode {
      self = .code
    } else if shape.isAmount {
      self = .amount
    } else {
      self = trimmed.count > 90 ? .long : .text
    }
  }

  /// The units in a second of a number that can be a time between 2001 and 2065; nil for others.
  static func epochUnit(of number: Double) -> Double? {
    [1, 1e3, 1e6, 1e9].first { (1e9..<3e9).contains(abs(number) / $0) }
  }
}

/// A text of one line, and questions about its form.
struct TextShape {
  let lower: String
  private let bytes: [UInt8]
  private let original: [UInt8]

  init(_ text: String) {
    original = Array(text.utf8)
    lower = text.lowercased()
    bytes = original.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  /// Whether one of the patterns is the whole text.
  ///
  /// `D` is a digit, `H` a hexadecimal one, `A` a letter, `T` a blank or t. `U` is a prefix of a
  /// unit, `G` an upper-case one. `+` repeats, `[…]` can be missing, and `*` is any end.
  func matches(_ patterns: [StaticString]) -> Bool {
    patterns.contains { pattern in
      pattern.withUTF8Buffer { Self.match(Array($0)[...], bytes[...], original[...]) }
    }
  }

  private static func match(
    _ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ original: ArraySlice<UInt8>
  ) -> Bool {
    guard let element = pattern.first else { return text.isEmpty }
    if element == UInt8(ascii: "*") { return true }
    if element == UInt8(ascii: "["), let end = pattern.firstIndex(of: UInt8(ascii: "]")) {
      let rest = pattern[(end + 1)...]
      let inner = Array(pattern[(pattern.startIndex + 1)..<end])
      return match((inner + rest)[...], text, original) || match(rest, text, original)
    }
    guard let byte = text.first, let raw = original.first, fits(byte, raw, element) else { return false }
    let rest = pattern.dropFirst()
    guard rest.first == UInt8(ascii: "+") else { return match(rest, text.dropFirst(), original.dropFirst()) }
    // As many as possible: nothing that follows begins with what repeats.
    var (text, original) = (text, original)
    while let byte = text.first, let raw = original.first, fits(byte, raw, element) {
      text.removeFirst()
      original.removeFirst()
    }
    return match(rest.dropFirst(), text, original)
  }

  private static func fits(_ byte: UInt8, _ raw: UInt8, _ element: UInt8) -> Bool {
    switch element {
    case UInt8(ascii: "D"): isDigit(byte)
    case UInt8(ascii: "H"): isHex(byte)
    case UInt8(ascii: "A"): isLetter(byte)
    case UInt8(ascii: "T"): byte == 0x20 || byte == UInt8(ascii: "t")
    case UInt8(ascii: "U"): "kmgtp".utf8.contains(byte)
    case UInt8(ascii: "G"): "KMGTP".utf8.contains(raw)
    default: byte == element
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || byte >= 0x61 && byte <= 0x66 }

  var hasBlank: Bool { bytes.contains { $0 == 0x20 || $0 == 0x09 } }
  private var hasDigit: Bool { bytes.contains(where: Self.isDigit) }
  private var hasLetter: Bool { bytes.contains(where: Self.isLetter) }

  var isIP: Bool {
    if matches(["D+.D+.D+.D+[/D+]", "D+.D+.D+.D+:D+"]) {
      return bytes.split(separator: UInt8(ascii: ".")).allSatisfy {
        $0.count <= 3 || $0.contains { !Self.isDigit($0) }
      }
    }
    let address = bytes.prefix { $0 != UInt8(ascii: "/") }
    let colons = address.count { $0 == UInt8(ascii: ":") }
    guard (2...7).contains(colons), bytes.count <= 43 else { return false }
    guard address.allSatisfy({ Self.isHex($0) || $0 == UInt8(ascii: ":") }) else { return false }
    // Not a time of day.
    return colons > 2 || lower.contains("::")
  }

  /// Whether it is a number: with a sign, a fraction, an exponent, and groups of three digits.
  var isNumeric: Bool {
    if matches([
      "[-]D+[.D+][,D+]", "+D+[.D+][,D+]", "[-].D+", "[-]D+[.D+]eD+", "[-]D+[.D+]e-D+",
    ]) {
      return true
    }
    let groups = lower.drop { $0 == "-" || $0 == "+" }.split(omittingEmptySubsequences: false) {
      ".,' ".contains($0)
    }
    guard groups.count > 2, groups[0].count <= 3 else { return false }
    return groups.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
      && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
      && (groups.last?.count == 3 || groups.count > 2 && groups.last.map { $0.count <= 2 } == true)
      && !matches(["D+.D+.D+"])
  }

  var isDate: Bool {
    guard !hasOtherWords else { return false }
    if matches([
      "DDDD-DD-DD",
      "DDDD-DD-DDTDD:DD[:DD][.D+][,D+][ ][z][utc][+DD:DD][-DD:DD][+DDDD][-DDDD][+DD][ utc][ A+]",
      "DDDD/DD/DD[ DD:DD[:DD][.D+]][ AAA][ +DDDD]", "DDDDDDDDtDDDDDD[z]", "DDDDDDDDtDDDDDD.D+[z]",
    ]) {
      // The zero of some programs is a date, too; `RoleGuess` leaves it out.
      let digits = bytes.filter(Self.isDigit)
      let month = digits[4...5].reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return (1...12).contains(month)
    }
    if matches(["D[D].D[D].DD[DD][ *]", "D[D]/D[D]/DD[DD][ *]", "D[D]/D[D]/DD[DD][, *]"]) {
      let parts = lower.prefix { $0 != " " && $0 != "," }.split { $0 == "." || $0 == "/" }.compactMap {
        Int($0)
      }
      return parts.count == 3 && parts[0] >= 1 && parts[1] >= 1 && min(parts[0], parts[1]) <= 12
        && max(parts[0], parts[1]) <= 31
        && [2, 4].contains(lower.prefix { $0 != " " && $0 != "," }.split { $0 == "." || $0 == "/" }[2].count)
    }
    guard
      matches([
        "[AAA, ]D[D] AAA DDDD*", "[AAA ]D[D] AAA DDDD*", "[AAA ]AAA [ ]D[D] DD:DD[:DD]*",
        "AAA, AAA [ ]D[D] DD:DD*",
        "D[D]/AAA/DDDD*", "D[D]-AAA-DD*", "AAA D[D], DDDD*",
      ])
    else { return false }
    return lower.split { !$0.isLetter }.contains {
      GuessWords.months.contains(String($0.prefix(3))) && $0.count == 3
    }
  }

  /// Whether there are words that no date has: a line of a log only begins with one.
  private var hasOtherWords: Bool {
    let text = String(decoding: original.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self)
    return text.split { !$0.isLetter }.contains { word in
      let lower = word.lowercased()
      let isName = word.count <= 9 && GuessWords.dateWords.contains(String(lower.prefix(3)))
      let isZone = word.count <= 5 && word.uppercased() == word
      return !isName && !isZone && !["t", "z", "am", "pm", "utc", "gmt"].contains(lower)
    }
  }

  var isAddress: Bool {
    guard !hasBlank else { return false }
    let scheme = lower.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    if scheme.first?.isLetter == true, lower[scheme.endIndex...].hasPrefix("://") { return true }
    return ["mailto:", "www.", "registry+", "git@"].contains(where: lower.hasPrefix)
  }

  var isEmail: Bool {
    guard !hasBlank, bytes.count(where: { $0 == UInt8(ascii: "@") }) == 1 else { return false }
    let parts = lower.split(separator: "@", omittingEmptySubsequences: false)
    return !parts[0].isEmpty && parts[1].split(separator: ".").count >= 2 && !parts[1].contains("/")
      && !lower.contains("<")
  }

  var isHash: Bool {
    // As package managers write it.
    if ["sha512-", "sha256-", "sha384-", "sha1-"].contains(where: lower.hasPrefix), !hasBlank { return true }
    var rest = bytes[...]
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), ["sha", "md5"].contains(String(lower.prefix(3))) {
      rest = rest[(colon + 1)...]
    }
    if rest.count < bytes.count, rest.count >= 3, rest.allSatisfy(Self.isHex) { return true }
    if rest.count >= 12, rest.allSatisfy(Self.isHex), rest.contains(where: Self.isDigit) { return true }
    // Base64.
    guard bytes.count >= 24, hasDigit, original.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else {
      return false
    }
    return original != bytes
      && original.contains(where: Self.isLetter)
      && original.allSatisfy { Self.isDigit($0) || Self.isLetter($0 | 0x20) || "+/_=".utf8.contains($0) }
      && original.count { $0 == UInt8(ascii: "/") } < 3
  }

  /// Whether it is a span of time: `3d`, `2h5m`, `3 days ago`, `about an hour`.
  var isAge: Bool {
    if lower.hasPrefix("about a") || lower.hasPrefix("less than a") { return true }
    var words = lower.hasSuffix(" ago") ? lower.dropLast(4) : lower[...]
    guard words.count <= 40, words.first?.isNumber == true else { return false }
    while !words.isEmpty {
      let digits = words.prefix { $0.isNumber }
      guard !digits.isEmpty else { return false }
      words = words.dropFirst(digits.count).drop { $0 == " " }
      let unit = words.prefix { $0.isLetter }
      guard
        [
          "s", "m", "h", "d", "w", "y", "sec", "secs", "min", "mins", "hour", "hours", "day", "days", "week",
          "weeks",
          "month", "months", "year", "years", "minute", "minutes", "second", "seconds",
        ].contains(unit)
      else { return false }
      words = words.dropFirst(unit.count).drop { $0 == " " || $0 == "," }
    }
    return true
  }

  var isVersion: Bool {
    guard bytes.count <= 40 else { return false }
    if "^~<>=".utf8.contains(bytes[0]) {
      return hasDigit && !hasBlank || matches(["<= D*", ">= D*", "< D*", "> D*"])
    }
    let text = lower.hasPrefix("v") ? lower.dropFirst() : lower[...]
    guard !hasBlank, text.first?.isNumber == true else { return false }
    let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    guard numbers.count >= 2 || lower.hasPrefix("v") && numbers.count == 1 && text.count <= 4 else {
      return false
    }
    return text.allSatisfy { $0.isLetter || $0.isNumber || ".-+~:_".contains($0) }
  }

  var isPath: Bool {
    guard !hasBlank, bytes.count > 1 else { return false }
    if ["/", "./", "../", "~/"].contains(where: lower.hasPrefix) || matches(["A:\\*"]) { return true }
    let parts = lower.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }), let last = parts.last else { return false }
    let names = lower.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-@+".unicodeScalars.contains($0)
    }
    guard let dot = last.lastIndex(of: "."), names else { return false }
    return (1...8).contains(last[last.index(after: dot)...].count)
  }

  /// Whether it is a code of letters and digits, such as an id.
  var isCode: Bool {
    guard hasDigit, hasLetter, !hasBlank else { return false }
    let isPlain = bytes.allSatisfy { Self.isDigit($0) || Self.isLetter($0) }
    if isPlain, bytes.count >= 10 { return true }
    // The ids of some services: cus_9X, ch_3A.
    let prefix = original.prefix(while: Self.isLetter)
    if (2...4).contains(prefix.count), original.dropFirst(prefix.count).first == 0x5F,
      isWord(original.dropFirst(prefix.count + 1))
    {
      return true
    }
    let isName = bytes.allSatisfy { Self.isDigit($0) || Self.isLetter($0) || $0 == 0x2D || $0 == 0x5F }
    guard isName else { return false }
    let parts = bytes.split { $0 == 0x2D || $0 == 0x5F }
    // A name of words with a number at its end is a name.
    if bytes.count >= 16,
      parts.contains(where: { $0.contains(where: Self.isDigit) && $0.contains(where: Self.isLetter) })
    {
      return true
    }
    guard parts.count == 2, parts[0].allSatisfy(Self.isLetter), parts[0].count <= 12 else { return false }
    return parts[1].count >= 6 && parts[1].allSatisfy(Self.isHex) && parts[1].contains(where: Self.isDigit)
  }

  private func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { Self.isDigit($0) || Self.isLetter($0 | 0x20) }
  }

  var isAmount: Bool {
    let currencies = [
      "€", "$", "£", "¥", "eur", "usd", "chf", "gbp", "%", "kwh", "kw", "km", "kg", "°c", "ms", "s", "h",
      "min", "hz", "mhz", "ghz", "rpm", "w", "v",
    ]
    var text = lower[...]
    if let first = text.first, "+-".contains(first) { text = text.dropFirst() }
    let before = currencies.first { $0.count == 1 && text.hasPrefix($0) && "€$£¥".contains($0) }
    if let before { text = text.dropFirst(before.count).drop { $0 == " " } }
    if let first = text.first, "-".contains(first) { text = text.dropFirst() }
    guard text.first?.isNumber == true else { return false }
    let rest = text.drop { $0.isNumber || ".,' ".contains($0) }
    return rest.isEmpty ? before != nil : currencies.contains(String(rest))
  }
}

extension String {
  /// The text without white space around it.
  var trimmingBlanks: String {
    guard let first = utf8.first, let last = utf8.last else { return self }
    // Most texts have none.
    guard first <= 0x20 || last <= 0x20 || first >= 0x80 || last >= 0x80 else { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
