/// The schema of a value. It checks parameters, and is printed in the OpenRPC document.
public enum Schema: Sendable {
  // Only cases that hold schemas are boxed. Pointers to a boxed enumeration contain the number of
  // the case, and leak checkers do not follow such pointers.

  /// Any JSON.
  case any
  /// Any text.
  case text
  /// A name: 1–256 bytes without control characters. An integer is its decimal text.
  case name
  /// A name, or one that begins with U+0001: the id of a section of a grouped view.
  case rowName
  /// True or false.
  case boolean
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number. An infinite bound has no effect.
  case number(ClosedRange<Double>)
  /// A text of this list.
  case choice([String])
  /// An array with a maximum number of elements.
  indirect case array(Schema, atMost: Int? = nil)
  /// An object with these members and no others.
  indirect case object(Properties)
  /// An object with exactly one of these members.
  indirect case oneOf(Properties)
  /// An object with these members and possibly others, which clients ignore, such as a result.
  indirect case open(Properties)
  /// An object with members of these names, all of one schema.
  indirect case map([String], Schema)
  /// A value of any of these schemas. Errors contain `expected`.
  indirect case either([Schema], expected: String)
  /// A value of the schema, or null.
  indirect case nullable(Schema)
  /// A named part of the protocol. Its codec checks it.
  case reference(String)

  /// Objects in which a member has this text.
  public struct Exception: Sendable {
    public let member: String
    public let text: String

    package init(member: String, text: String) {
      self.member = member
      self.text = text
    }
  }

  /// A member of an object.
  public struct Property: Sendable {
    /// Its name.
    public let name: String
    /// The schema of its value.
    public let schema: Schema
    /// Whether it is required.
    public let isRequired: Bool
    /// The objects that can leave it out although it is required.
    public let exception: Exception?
    /// A short description.
    public let summary: String

    /// An optional member.
    public init(_ name: String, _ schema: Schema, _ summary: String) {
      self.init(name, schema, isRequired: false, summary)
    }

    package init(
      _ name: String, _ schema: Schema, isRequired: Bool, except exception: Exception? = nil,
      _ summary: String
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.exception = exception
      self.summary = summary
    }

    /// A required member.
    public static func required(_ name: String, _ schema: Schema, _ summary: String) -> Property {
      Property(name, schema, isRequired: true, summary)
    }
  }

  /// The members of an object.
  public struct Properties: Sendable, ExpressibleByArrayLiteral {
    /// All of them, in the order of the protocol.
    public let list: [Property]
    package let names: NameTable

    /// Members of different names.
    public init(_ list: [Property]) {
      self.list = list
      names = NameTable(list.map(\.name)) { list[$0].isRequired }
    }

    /// Members of different names.
    public init(arrayLiteral list: Property...) { self.init(list) }
  }

  /// Any whole number from 0 on.
  package static let count = Schema.integer(0...(.max))
  /// A whole number that doubles hold exactly.
  package static let revision = Schema.integer(0...(1 << 53))
}
