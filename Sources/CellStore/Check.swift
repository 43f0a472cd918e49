import CXXHash

/// A text that is built from columns, and its XXH64.
///
/// The columns are separated by `|`, and numbers are decimal, so `printf` of SQLite and `xxhsum`
/// compute the same check.
struct CheckText {
  private var bytes: [UInt8] = []
  private var isEmpty = true

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isEmpty = true
  }

  /// Adds a column.
  mutating func add(_ value: some BinaryInteger) {
    separate()
    bytes.append(decimal: value)
  }

  /// Adds a column.
  mutating func add(_ value: String) {
    separate()
    bytes.append(contentsOf: value.utf8)
  }

  /// Adds a column.
  mutating func add(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// Adds a column.
  mutating func add(_ link: ChainLink) {
    switch link {
    case .life(let life): add(life)
    case .check(let check):
      separate()
      bytes.append(check)
    }
  }

  var check: Check { Check(value: XXH64(bytes, bytes.count, 0)) }

  /// The check of the text with a last column. A large one is not copied.
  mutating func check(with column: [UInt8]) -> Check {
    guard column.count > 4_096, let state = XXH64_createState() else {
      add(column)
      return check
    }
    defer { XXH64_freeState(state) }
    separate()
    XXH64_reset(state, 0)
    XXH64_update(state, bytes, bytes.count)
    XXH64_update(state, column, column.count)
    return Check(value: XXH64_digest(state))
  }

  private mutating func separate() {
    if !isEmpty { bytes.append(UInt8(ascii: "|")) }
    isEmpty = false
  }
}

/// An XXH64. Its text has 16 hexadecimal digits.
struct Check: Sendable, Equatable, CustomStringConvertible {
  let value: UInt64

  init(value: UInt64) { self.value = value }

  /// - Returns: `nil` for a text that is not a check.
  init?(_ digits: [UInt8]) {
    guard digits.count == 16 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self.value = value
  }

  var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.append(self)
    return digits
  }

  var description: String { String(decoding: digits, as: UTF8.self) }

  static func random() -> Check { Check(value: .random(in: 0...UInt64.max)) }
}

/// The beginning of the check of a record: the check of the record before it, or the first life of
/// its session.
enum ChainLink: Sendable, Equatable {
  case life(String)
  case check(Check)

  var text: String {
    switch self {
    case .life(let life): life
    case .check(let check): check.description
    }
  }
}

extension [UInt8] {
  /// Appends the hexadecimal digits of a check.
  mutating func append(_ check: Check) {
    for place in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: check.value >> place) & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
