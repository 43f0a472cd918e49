import CSimdjson

/// Why a text is not JSON that celld takes, and where.
public struct JSONFault: Error, Equatable, Sendable {
  /// What is wrong with the text.
  public enum Reason: Equatable, Sendable {
    /// There is no value at all.
    case empty
    /// A byte sequence that is not UTF-8.
    case invalidUTF8
    /// A character below U+0020 inside a string.
    case controlCharacter
    /// A string without its closing quote.
    case unclosedString
    /// A backslash with something unknown behind it.
    case invalidEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A number that the grammar does not have, such as `01` or `+1`.
    case invalidNumber
    /// A word other than `true`, `false` and `null`.
    case invalidLiteral
    /// Something else where a value must stand.
    case expectedValue
    /// Something else where the name of a member must stand.
    case expectedName
    /// A name without a colon.
    case expectedColon
    /// Neither a comma nor the end of the array or object.
    case expectedSeparator
    /// Something behind the value.
    case trailingText
    /// A name that stands twice in one object.
    case duplicateName
    /// More containers inside each other than the limit `depth`.
    case tooDeep
    /// More bytes than can be counted.
    case tooLong
    /// No memory.
    case outOfMemory
  }

  /// What is wrong.
  public let reason: Reason
  /// Where, in bytes from the beginning of the text.
  public let offset: Int
  /// Where, as a JSON pointer (RFC 6901), as far as the structure was read.
  public let path: String

  init(reason: Reason, offset: Int, path: String = "") {
    self.reason = reason
    self.offset = offset
    self.path = path
  }

  /// A sentence that names the place.
  public var sentence: String { "\(reason.sentence) at byte \(offset)" }
}

extension JSONFault.Reason {
  init(_ status: cs_status) {
    self =
      switch status {
      case .empty, .ok: .empty
      case .invalid_utf8: .invalidUTF8
      case .control_character: .controlCharacter
      case .unclosed_string: .unclosedString
      case .invalid_escape: .invalidEscape
      case .lone_surrogate: .loneSurrogate
      case .invalid_number: .invalidNumber
      case .invalid_literal: .invalidLiteral
      case .expected_value: .expectedValue
      case .expected_name: .expectedName
      case .expected_colon: .expectedColon
      case .expected_separator: .expectedSeparator
      case .trailing_text: .trailingText
      case .duplicate_name: .duplicateName
      case .too_deep: .tooDeep
      case .too_long: .tooLong
      case .out_of_memory: .outOfMemory
      }
  }

  fileprivate var sentence: String {
    switch self {
    case .empty: "no JSON value"
    case .invalidUTF8: "invalid UTF-8"
    case .controlCharacter: "an unescaped control character in a string"
    case .unclosedString: "a string without its closing quote, begun"
    case .invalidEscape: "an invalid escape in a string"
    case .loneSurrogate: "a lone surrogate in a string"
    case .invalidNumber: "an invalid number"
    case .invalidLiteral: "an unknown word (only true, false and null are known)"
    case .expectedValue: "a value is missing"
    case .expectedName: "a member's name is missing"
    case .expectedColon: "a colon is missing"
    case .expectedSeparator: "a comma or a closing bracket is missing"
    case .trailingText: "something behind the value"
    case .duplicateName: "a member that stands twice in one object"
    case .tooDeep: "more arrays and objects inside each other than the limit depth,"
    case .tooLong: "too many bytes"
    case .outOfMemory: "no memory to read on"
    }
  }
}
