/// The words of a command, or some of them, as they are sent.
struct RedisCommand: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// A command without a word.
  init() {}

  init(_ name: StaticString) { name.withUTF8Buffer { add($0) } }

  /// A command of short texts.
  init(_ name: StaticString, _ arguments: String...) {
    self.init(name)
    for argument in arguments { add(argument) }
  }

  mutating func add(_ argument: String) {
    var argument = argument
    argument.withUTF8 { add($0) }
  }

  mutating func add(_ argument: StaticString) { argument.withUTF8Buffer { add($0) } }

  mutating func add(_ argument: some BinaryInteger) { add { $0.append(decimal: argument) } }

  /// Adds two numbers with `-` between them.
  mutating func add(_ first: UInt64, dash second: UInt64) {
    add {
      $0.append(decimal: first)
      $0.append(UInt8(ascii: "-"))
      $0.append(decimal: second)
    }
  }

  mutating func add(_ argument: [UInt8]) { argument.withUnsafeBufferPointer { add($0) } }

  /// Adds a word that `write` appends. It has less than 100 bytes.
  mutating func add(_ write: (inout [UInt8]) -> Void) {
    count += 1
    let zero = UInt8(ascii: "0")
    bytes.append(UInt8(ascii: "$"))
    let place = bytes.count
    bytes.append(zero)
    bytes.append(13)
    bytes.append(10)
    write(&bytes)
    let length = UInt8(bytes.count - place - 3)
    bytes[place] = zero + length % 10
    if length >= 10 { bytes.insert(zero + length / 10, at: place) }
    bytes.append(13)
    bytes.append(10)
  }

  /// Adds the words of another command.
  mutating func add(_ words: RedisCommand) {
    count += words.count
    bytes.append(contentsOf: words.bytes)
  }

  private mutating func add(_ argument: UnsafeBufferPointer<UInt8>) {
    count += 1
    bytes.append(UInt8(ascii: "$"))
    bytes.append(decimal: argument.count)
    bytes.append(13)
    bytes.append(10)
    bytes.append(contentsOf: argument)
    bytes.append(13)
    bytes.append(10)
  }

  /// The first argument, for messages.
  var key: String {
    let lines = String(decoding: bytes.prefix(512), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.count > 3 ? String(lines[3]) : ""
  }

  /// The bytes before the words.
  var head: [UInt8] {
    var head = [UInt8(ascii: "*")]
    head.append(decimal: count)
    head.append(13)
    head.append(10)
    return head
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  mutating func append(decimal value: some BinaryInteger) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = UInt64(value.magnitude)
    var power: UInt64 = 1
    while rest / power >= 10 { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / power))
      rest %= power
      power /= 10
    }
  }
}
