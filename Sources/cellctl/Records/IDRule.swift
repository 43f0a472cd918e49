/// The argument of `--id`: the source of a record's id.
enum IDRule: Equatable {
  /// The number of the record's first line.
  case line
  /// A hash of the record's bytes.
  case hash
  /// Fields of the record.
  case template(Template)

  /// Reads `line`, `hash`, the path of a field, or a template with braces.
  init(_ argument: String) throws {
    switch argument {
    case "line": self = .line
    case "hash": self = .hash
    case "": throw Failure(.usage, "--id is empty", hint: "name a field, or use --id line or --id hash")
    default:
      var reader = TemplateReader(argument.contains("{") ? argument : "{\(argument)}")
      self = .template(try reader.template(stopAtSeparator: false))
    }
  }

  /// Returns the hash of a record as 16 hexadecimal digits (FNV-1a, 64 bits). It is equal on every
  /// machine.
  static func hash(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
