/// The argument of `--id`: where the id of a record comes from.
enum IDRule: Equatable {
  /// The number of the line that the record begins on.
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
    case "": throw Failure(.usage, "--id is empty", hint: "name a field, or take --id line or --id hash")
    default:
      var reader = TemplateReader(argument.contains("{") ? argument : "{\(argument)}")
      self = .template(try reader.template(stopAtComma: false))
    }
  }

  /// The hash of a record as 16 hexadecimal digits (FNV-1a, 64 bits), the same on every machine.
  static func hash(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
