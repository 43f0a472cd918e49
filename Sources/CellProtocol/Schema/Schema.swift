/// What a value may be. One description serves to check parameters and to print the OpenRPC document.
public enum Schema: Sendable {
  // What holds schemas is boxed by itself. A box behind the whole enumeration would be pointed to with the case's
  // number in the pointer, which leak checkers do not follow.

  /// Any JSON.
  case any
  /// Any text.
  case text
  /// The name of something: 1–256 bytes without control characters; an integer is taken as its decimal text.
  case name
  /// True or false.
  case boolean
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number. An infinite bound is none.
  case number(ClosedRange<Double>)
  /// One of these texts.
  case choice([String])
  /// An array of at most so many elements.
  indirect case array(Schema, atMost: Int? = nil)
  /// An object with these members and no others.
  indirect case object(Properties)
  /// An object with exactly one of these members.
  indirect case oneOf(Properties)
  /// An object with these members and perhaps others, which are to be ignored; as results are.
  indirect case open(Properties)
  /// An object whose members' names are among these, all of one schema.
  indirect case map([String], Schema)
  /// One of several; `expected` names them in a sentence.
  indirect case either([Schema], expected: String)
  /// That, or null.
  indirect case nullable(Schema)
  /// A part of the protocol with a name of its own, which its codec checks when it reads it.
  case reference(String)

  /// A member of an object.
  public struct Property: Sendable {
    /// Its name.
    public let name: String
    /// What it may be.
    public let schema: Schema
    /// Whether it must be there.
    public let isRequired: Bool
    /// What it says, for readers.
    public let summary: String

    /// A member that may be left out.
    public init(_ name: String, _ schema: Schema, _ summary: String) {
      self.init(name, schema, isRequired: false, summary)
    }

    init(_ name: String, _ schema: Schema, isRequired: Bool, _ summary: String) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.summary = summary
    }

    /// A member that must be there.
    public static func required(_ name: String, _ schema: Schema, _ summary: String) -> Property {
      Property(name, schema, isRequired: true, summary)
    }
  }

  /// The members of an object.
  public struct Properties: Sendable, ExpressibleByArrayLiteral {
    /// All of them, in the order of the protocol.
    public let list: [Property]
    let names: NameTable

    /// Members of different names.
    public init(_ list: [Property]) {
      self.list = list
      names = NameTable(list.map(\.name)) { list[$0].isRequired }
    }

    /// Members of different names.
    public init(arrayLiteral list: Property...) { self.init(list) }
  }

  /// Any whole number from 0 on.
  static let count = Schema.integer(0...(.max))
  /// A whole number that doubles hold exactly.
  static let revision = Schema.integer(0...(1 << 53))
}
