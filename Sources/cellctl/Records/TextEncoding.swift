/// The encoding of input, which is UTF-8.
enum TextEncoding {
  /// The byte order mark that some programs write before a text.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How to make UTF-8 of another encoding.
  static let cure = "convert it first, for example with: iconv -f LATIN1 -t UTF-8"

  /// Returns the failure for a text in another encoding. Replaced characters would make one id of
  /// several.
  static func failure(at position: RecordPosition) -> Failure {
    Failure(.badData, "\(position): the text is not valid UTF-8", hint: cure)
  }

  /// Whether bytes are UTF-8.
  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
