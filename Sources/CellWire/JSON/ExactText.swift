/// A text as an identity, such as a name or an id. Two are equal only if their bytes are equal.
///
/// `String` also treats canonically equivalent texts as equal: `"é" == "e\u{301}"`, but
/// `"é".exact != "e\u{301}".exact`.
public struct ExactText: Hashable, Sendable {
  /// The text.
  public let text: String

  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// The text as an identity.
  public var exact: ExactText { ExactText(text: self) }
}
