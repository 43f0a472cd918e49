import CSimdjson

/// The reason why celld does not accept a text as JSON, and the position.
public struct JSONError: Error, Equatable, Sendable {
  /// A kind of error in a text.
  public enum Reason: Equatable, Sendable {
    /// The text has no value.
    case empty
    /// A byte sequence that is not UTF-8.
    case invalidUTF8
    /// A character below U+0020 inside a string.
    case controlCharacter
    /// A string without its closing quote.
    case unclosedString
    /// An unknown character after a backslash.
    case invalidEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A number that the grammar does not allow, such as `01` or `+1`.
    case invalidNumber
    /// A word other than `true`, `false` and `null`.
    case invalidLiteral
    /// No value, but something else.
    case expectedValue
    /// No name of a member, but something else.
    case expectedName
    /// No colon after a name.
    case expectedColon
    /// Neither a comma nor the end of the array or object.
    case expectedSeparator
    /// More text after the value.
    case trailingText
    /// A name that occurs twice in one object.
    case duplicateName
    /// Arrays and objects that are nested deeper than the limit `depth`.
    case tooDeep
    /// More bytes than the parser can count.
    case tooLong
    /// The parser could not allocate memory.
    case outOfMemory
  }

  /// The kind of error.
  public let reason: Reason
  /// The position, in bytes from the start of the text.
  public let offset: Int
  /// The position as a JSON pointer (RFC 6901), as far as the structure was read.
  public let path: String

  package init(reason: Reason, offset: Int, path: String = "") {
    self.reason = reason
    self.offset = offset
    self.path = path
  }

  /// A sentence without its full stop: `Invalid JSON at byte 6: expected a comma or a bracket`.
  public var sentence: String { "Invalid JSON at byte \(offset): \(reason.sentence)" }
}

extension JSONError.Reason {
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

  /// A sentence without its full stop: `expected a comma or a closing bracket`.
  public var sentence: String {
    switch self {
    case .empty: "expected a value, got no text"
    case .invalidUTF8: "the text is not valid UTF-8"
    case .controlCharacter: "a control character in a string must be escaped"
    case .unclosedString: "this string has no closing quote"
    case .invalidEscape: "unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .invalidNumber: "this is not a valid number"
    case .invalidLiteral: "expected true, false or null"
    case .expectedValue: "expected a value"
    case .expectedName: "expected the name of a member, in quotes"
    case .expectedColon: "expected a colon"
    case .expectedSeparator: "expected a comma or a closing bracket"
    case .trailingText: "expected nothing after the value"
    case .duplicateName: "this member is already in the object"
    case .tooDeep: "arrays and objects are nested deeper than the limit depth"
    case .tooLong: "the text is too long"
    case .outOfMemory: "out of memory"
    }
  }
}
