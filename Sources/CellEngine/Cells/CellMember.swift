/// A member of an object that clients send: its name, its type, and its place in a record.
///
/// ``CellMember/members(of:)`` is the one table of them. Reading and writing JSON and records,
/// patches, the schema, the roles of texts and the fields of conditions are loops over it. A row
/// has no references: counting them took a third of the time of reading a cell.
@usableFromInline package struct CellMember: Sendable {
  /// The type of the value, and what a record keeps of it.
  package enum Form: Sendable {
    /// A text that rows or headers show: with several lines, or with one.
    case text, line
    /// A text of one line, or an integer, whose digits are shown.
    case label
    /// The label of the lowest or the highest value of a series. Without it, the value is shown.
    case seriesLabel(isHighest: Bool)
    /// A text that is not shown.
    case raw
    /// A name of 1 to 256 bytes, or an integer.
    case name
    /// Any JSON.
    case json
    /// True or false. A record has a field if it is not the default.
    case flag(standard: Bool)
    /// A part of the interaction state, which the record does not have. Actions have the last two.
    case unread, selected, on, progress
    /// A choice. A record has a field if it is not the first.
    case choice(Choice)
    /// A choice, or true or false, in bits of the byte that begins the object. A choice that can be
    /// absent is its index plus 1.
    case bits(Choice, shift: UInt8, isOptional: Bool), bit(UInt8, standard: Bool)
    /// A whole number, a number, and a list of numbers.
    case integer, number, numbers
    /// A number in the field that begins the object.
    case part(isInteger: Bool)
    /// The width of a grid column.
    case width
    /// How slots are cut.
    case modes
    case object(Kind)
    /// The id of an action, or an action.
    case offer
  }

  /// The kinds of objects.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case cell, icon, image, status, rating, action, swipe, column, header, chart
  }

  /// The properties that a member can have.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An object without it is an error.
    package static let required = Traits(rawValue: 1)
    /// It is written even if it is the default, and if it is an empty text.
    package static let always = Traits(rawValue: 1 << 1)
    /// An object that has none of these members is absent.
    package static let content = Traits(rawValue: 1 << 2)
    /// A string or a number instead of the object is the value of this member.
    package static let short = Traits(rawValue: 1 << 3)
    /// The value is a list; or a list, or one of its elements.
    package static let list = Traits(rawValue: 1 << 4)
    package static let listOrOne = Traits(rawValue: 1 << 4 | 1 << 5)
    /// A list of at most two elements.
    package static let two = Traits(rawValue: 1 << 6)
    /// An object of nothing but a text is written as that text.
    package static let asText = Traits(rawValue: 1 << 7)
    /// Conditions and sort keys can name it. The path of a part begins with the name of its object.
    package static let field = Traits(rawValue: 1 << 8)
    /// A condition that names the object asks for this member.
    package static let value = Traits(rawValue: 1 << 9)
    /// It is also a value of all that people read.
    package static let readable = Traits(rawValue: 1 << 10)
  }

  /// The part of a record that the member is in.
  package enum Part: UInt8, Sendable {
    /// The id and the kind; then members on which the reading of others depends.
    case first, early
    case main
    /// Long texts, and members that rows seldom read.
    case late
    /// Members of a preview or an object header, and those that nothing shows.
    case hidden
  }

  @usableFromInline package let name: StaticString
  package let form: Form
  /// The tag of its fields; 0 if it has none of its own.
  package let tag: UInt8
  package let traits: Traits
  package let part: Part
  /// The slot that the member of a cell fills.
  package let slot: Slot?
  /// The role of the text, and its role in a cell of the kind keyValue. Titles and the texts of
  /// icons have other roles: see ``FontRole``.
  package let role: FontRole
  package let valueRole: FontRole
  /// The values that a number can have, and the one of a part that is left out, if it has one.
  package let range: ClosedRange<Double>
  package let standard: Double?
  package let summary: StaticString

  /// Whether the value is a list, or a list or one of its elements.
  package let isList, isListOrOne: Bool
  /// Whether it is written even if it is left out.
  package let isAlways: Bool
  /// Whether it is a text that rows or headers show, and one that has one line in every view, even
  /// without a limit of lines.
  package let isText, hasOneLine: Bool
  /// Whether the record has it in the field that begins the object.
  package let isInHead: Bool
  /// Whether it is a part of the interaction state, which the record does not have.
  package let isState: Bool

  init(
    _ name: StaticString, _ form: Form, tag: UInt8, slot: Slot?, _ traits: Traits, _ part: Part,
    role: FontRole, value: FontRole, range: ClosedRange<Double>, standard: Double?, _ summary: StaticString
  ) {
    self.name = name
    self.form = form
    self.tag = tag
    self.traits = traits
    self.part = part
    self.slot = slot
    self.role = role
    valueRole = value
    self.range = range
    self.standard = standard
    self.summary = summary
    isList = traits.contains(.list)
    isListOrOne = traits.contains(.listOrOne)
    isAlways = traits.contains(.always)
    var (isText, hasOneLine, isInHead, isState) = (false, false, false, false)
    switch form {
    case .text: isText = true
    case .line, .label, .seriesLabel: (isText, hasOneLine) = (true, true)
    case .bits, .bit, .part: isInHead = true
    case .unread, .selected, .on, .progress: isState = true
    case .raw, .name, .json, .flag, .choice, .integer, .number, .numbers, .width, .modes, .object, .offer:
      break
    }
    (self.isText, self.hasOneLine, self.isInHead, self.isState) = (isText, hasOneLine, isInHead, isState)
  }

  /// The kind of the object, or of the elements.
  package var object: Kind? {
    switch form {
    case .object(let kind): kind
    case .offer: .action
    default: nil
    }
  }
}

extension CellMember {
  /// A set of words of which a value is one.
  package enum Choice: UInt8, CaseIterable, Sendable {
    case kind, accessory, state, shape, action, role, presentation, chart

    /// The words, in the order of their codes.
    package var words: [String] { ChoiceTable.all[Int(rawValue)].words }

    /// The code of a word in UTF-8; `nil` for any other text.
    package func code(of word: UnsafeRawBufferPointer) -> UInt8? {
      ChoiceTable.all[Int(rawValue)].code(of: word)
    }

    /// The code of a word, or of a word that other systems use. It is in lower case.
    package func code(ofAny word: String) -> UInt8? {
      words.firstIndex(of: word).map { UInt8($0) } ?? otherWords.first { $0.word == word }?.code
    }

    /// The word of a code. It is a static text.
    package func word(_ code: UInt8) -> UnsafeBufferPointer<UInt8> {
      ChoiceTable.all[Int(rawValue)].bytes[Int(code)]
    }

    /// The bits of a choice that is in a byte with others: those of its codes and one more.
    var mask: UInt8 { ChoiceTable.all[Int(rawValue)].mask }

    fileprivate var cases: [String] {
      func words<Code: RecordCode & RawRepresentable<String>>(_: Code.Type) -> [String] {
        Code.allCases.map(\.rawValue)
      }
      return switch self {
      case .kind: words(Cell.Kind.self)
      case .accessory: words(Accessory.self)
      case .state: words(Status.State.self)
      case .shape: words(Image.Shape.self)
      case .action: words(Action.Kind.self)
      case .role: words(Action.Role.self)
      case .presentation: words(Action.Presentation.self)
      case .chart: words(HeaderContent.Chart.Form.self)
      }
    }

    /// Words that other systems use, in lower case, and the codes that they mean. They are read in
    /// any case.
    package var otherWords: [(word: String, code: UInt8)] {
      guard self == .state else { return [] }
      let words: KeyValuePairs<String, Status.State> = [
        "success": .positive, "ok": .positive, "warning": .critical, "error": .negative,
        "info": .informative, "information": .informative, "none": .neutral,
      ]
      return words.map { ($0.key, $0.value.code) }
    }
  }
}

/// The words of a choice, as plain memory, which is never given back.
private struct ChoiceTable {
  let words: [String]
  let count: Int
  let bytes: UnsafePointer<UnsafeBufferPointer<UInt8>>
  let mask: UInt8

  nonisolated(unsafe) static let all: UnsafePointer<ChoiceTable> = {
    let memory = UnsafeMutablePointer<ChoiceTable>.allocate(capacity: CellMember.Choice.allCases.count)
    for (index, choice) in CellMember.Choice.allCases.enumerated() {
      (memory + index).initialize(to: ChoiceTable(choice.cases))
    }
    return UnsafePointer(memory)
  }()

  private init(_ words: [String]) {
    self.words = words
    count = words.count
    let bytes = UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: words.count)
    for (index, word) in words.enumerated() {
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: word.utf8.count)
      _ = memory.initialize(from: word.utf8)
      (bytes + index).initialize(to: UnsafeBufferPointer(memory))
    }
    self.bytes = UnsafePointer(bytes)
    mask = UInt8((1 << (Int.bitWidth - words.count.leadingZeroBitCount)) - 1)
  }

  func code(of word: UnsafeRawBufferPointer) -> UInt8? {
    for index in 0..<count where bytes[index].count == word.count {
      var place = 0
      while place < word.count, bytes[index][place] == word[place] { place &+= 1 }
      if place == word.count { return UInt8(truncatingIfNeeded: index) }
    }
    return nil
  }
}

/// The members of one kind of object, made ready for loops. It is plain memory, which is never
/// given back.
@usableFromInline package struct ObjectTable: @unchecked Sendable {
  // The memory does not change after it is made.

  package let kind: CellMember.Kind
  /// The members in the order of the record.
  @usableFromInline package let members: UnsafePointer<CellMember>
  @usableFromInline package let count: Int
  /// The indices of the members, in the order of the protocol.
  package let order: UnsafeBufferPointer<UInt8>
  /// The members with a trait, and those in the field that begins the object, as bits.
  package let required: UInt64
  package let always: UInt64
  package let content: UInt64
  package let head: UInt64
  /// The bits of the byte that begins the object if all members have their defaults.
  package let standardHead: UInt8
  /// The member that a string or a number means instead of an object.
  package let short: Int?
  /// Whether a number means it.
  package let isNumber: Bool
  /// The name of an icon, which a string can be.
  package let shortName: Int?
  /// The index of the member that each tag begins; `UInt8.max` for none.
  private let starts: UnsafePointer<UInt8>
  /// The tags of the parts of each member.
  private let inner: UnsafePointer<UInt64>

  /// The tables of all kinds.
  package nonisolated(unsafe) static let all: UnsafePointer<ObjectTable> = {
    let tables = UnsafeMutablePointer<ObjectTable>.allocate(capacity: CellMember.Kind.allCases.count)
    for (index, kind) in CellMember.Kind.allCases.enumerated() {
      (tables + index).initialize(to: ObjectTable(kind))
    }
    return UnsafePointer(tables)
  }()

  package static func of(_ kind: CellMember.Kind) -> UnsafePointer<ObjectTable> { all + Int(kind.rawValue) }

  private init(_ kind: CellMember.Kind) {
    let protocolOrder = CellMember.members(of: kind)
    let indices = protocolOrder.indices.sorted {
      (protocolOrder[$0].part.rawValue, $0) < (protocolOrder[$1].part.rawValue, $1)
    }
    let all = indices.map { protocolOrder[$0] }
    self.kind = kind
    members = Self.memory(all)
    count = all.count
    order = UnsafeBufferPointer(
      start: Self.memory(protocolOrder.indices.map { UInt8(indices.firstIndex(of: $0) ?? 0) }), count: count)
    func bits(_ isIn: (CellMember) -> Bool) -> UInt64 {
      all.indices.reduce(0) { isIn(all[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    required = bits { $0.traits.contains(.required) }
    always = bits { $0.traits.contains(.always) && !$0.isInHead }
    content = bits { $0.traits.contains(.content) }
    head = bits(\.isInHead)
    standardHead = all.reduce(0) {
      if case .bit(let bit, standard: true) = $1.form { $0 | 1 << bit } else { $0 }
    }
    short = all.firstIndex { $0.traits.contains(.short) }
    isNumber = short.map { all[$0].isInHead } ?? false
    shortName = kind == .icon ? all.firstIndex { $0.tag == FieldTag.iconName.rawValue } : nil
    var starts = [UInt8](repeating: .max, count: 64)
    var inner: [UInt64] = []
    for (index, member) in all.enumerated() {
      let own =
        member.tag != 0
        ? [member.tag] : member.object.map { Self.firstTags(of: $0, inList: member.isList) } ?? []
      for tag in own { starts[Int(tag)] = UInt8(index) }
      var parts = member.object.map(Self.tags) ?? 0
      if member.isOffer { parts |= 1 << UInt64(FieldTag.action.rawValue) }
      // There is a field for each slot.
      if case .modes = member.form { parts |= 1 << UInt64(member.tag) }
      // The first tag of an object without one begins the next element of a list.
      if member.isList, member.tag == 0 { for tag in own { parts &= ~(1 << UInt64(tag)) } }
      inner.append(parts)
    }
    self.starts = Self.memory(starts)
    self.inner = Self.memory(inner)
  }

  static func memory<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    return UnsafePointer(memory)
  }

  /// The tags with which an object without a tag of its own can begin. In a list, it begins with a
  /// member that is always written.
  private static func firstTags(of kind: CellMember.Kind, inList isList: Bool) -> [UInt8] {
    CellMember.members(of: kind).filter { !isList || $0.isAlways }.flatMap { member in
      member.tag != 0 ? [member.tag] : member.object.map { firstTags(of: $0, inList: false) } ?? []
    }
  }

  /// The tags of all parts of an object, also in its objects. An action has items, which are
  /// actions between two tags.
  private static func tags(of kind: CellMember.Kind) -> UInt64 {
    CellMember.members(of: kind).reduce(0) { tags, member in
      let own = member.tag != 0 ? tags | 1 << UInt64(member.tag) : tags
      guard let object = member.object, member.tag != FieldTag.itemsBegin.rawValue else { return own }
      return own | self.tags(of: object) | (member.isOffer ? 1 << UInt64(FieldTag.action.rawValue) : 0)
    }
  }

  /// The index of the member of this name. Objects of a list have their members in the same order,
  /// so that the first guess is nearly always right.
  @inlinable @inline(__always)
  package func index(of name: UnsafeRawBufferPointer, guess: Int) -> Int? {
    if guess < count, members[guess].name.hasBytes(name) { return guess }
    return otherIndex(of: name)
  }

  @inline(never) @usableFromInline
  package func otherIndex(of name: UnsafeRawBufferPointer) -> Int? {
    (0..<count).first { members[$0].name.hasBytes(name) }
  }

  /// The tags that begin objects, as bits.
  var objectTags: UInt64 {
    (0..<64).reduce(0) { tags, tag in
      let index = Int(starts[tag])
      return index < count && members[index].object != nil ? tags | 1 << UInt64(tag) : tags
    }
  }

  /// The member that a field with a tag belongs to, if the field before it belongs to `owner`.
  @inline(__always)
  func owner(ofTag tag: Int, in owner: Int) -> Int {
    let index = Int(starts[tag])
    return index < count && inner[owner] &>> UInt64(tag) & 1 == 0 ? index : owner
  }

  /// The names of the members, in the order of the protocol.
  package var names: [String] { order.map { members[Int($0)].name.description } }
}

extension CellMember {
  fileprivate var isOffer: Bool { if case .offer = form { true } else { false } }
}

extension StaticString {
  /// Whether it has these bytes. Most names have 4 to 16 of them, which are two loads that overlap.
  @inlinable @inline(__always)
  package func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    let count = other.count
    guard utf8CodeUnitCount == count, let start = other.baseAddress else { return utf8CodeUnitCount == count }
    let own = UnsafeRawPointer(utf8Start)
    var index = 0
    if count >= 8 {
      while index &+ 8 < count {
        if !own.isSame(as: start, UInt64.self, at: index) { return false }
        index &+= 8
      }
      return own.isSame(as: start, UInt64.self, at: count &- 8)
    }
    if count >= 4 {
      return own.isSame(as: start, UInt32.self, at: 0) && own.isSame(as: start, UInt32.self, at: count &- 4)
    }
    while index < count, own.isSame(as: start, UInt8.self, at: index) { index &+= 1 }
    return index == count
  }
}

extension UnsafeRawPointer {
  @inlinable @inline(__always)
  package func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    as other: UnsafeRawPointer, _: Word.Type, at offset: Int
  ) -> Bool {
    loadUnaligned(fromByteOffset: offset, as: Word.self)
      == other.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }
}

// MARK: Places in a record

/// Where the members of an object are in a record.
package struct MemberPlaces {
  /// The members that are there, by their index in the table.
  package fileprivate(set) var present: UInt64 = 0
  private var starts = InlineArray<32, UnsafePointer<UInt8>?>(repeating: nil)
  /// The end of the last part.
  package fileprivate(set) var end: UnsafePointer<UInt8>

  fileprivate init(end: UnsafePointer<UInt8>) { self.end = end }

  /// The beginning of a member that is there.
  package fileprivate(set) subscript(index: Int) -> UnsafePointer<UInt8> {
    get { starts[index] ?? end }
    set { starts[index] = newValue }
  }

  /// Whether a member is there.
  package func has(_ index: Int) -> Bool { present &>> UInt64(index) & 1 != 0 }

  /// The bytes of a member that is there.
  package func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
    let later = present & (UInt64.max &<< UInt64(index + 1))
    let next = later == 0 ? end : self[later.trailingZeroBitCount]
    return UnsafeBufferPointer(start: self[index], count: next - self[index])
  }

  /// The fields from a member that is there, to the end of the object.
  package func fields(from index: Int) -> RecordFields { RecordFields(self[index]..<end) }
}

extension ObjectTable {
  /// The places of the members of an object, whose parts begin with the next field.
  package func places(in fields: inout RecordFields) -> MemberPlaces {
    var places = MemberPlaces(end: fields.memory.lowerBound)
    while let tag = fields.nextTag {
      let index = starts[Int(tag)]
      guard index < count else { break }
      let bit = 1 as UInt64 &<< UInt64(index)
      if places.present & bit == 0 {
        places.present |= bit
        places[Int(index)] = fields.memory.lowerBound
      } else if !members[Int(index)].isList {
        break
      }
      skipElement(of: Int(index), &fields)
    }
    places.end = fields.memory.lowerBound
    return places
  }

  /// Skips the fields of a member, or of an element of it.
  private func skipElement(of index: Int, _ fields: inout RecordFields) {
    let inner = inner[index]
    var depth = 0
    repeat {
      guard let field = fields.next() else { return }
      if field.hasDisplay { _ = fields.next() }
      switch field.head & RecordFields.tag {
      case FieldTag.itemsBegin.rawValue: depth += 1
      case FieldTag.itemsEnd.rawValue: depth -= 1
      default: break
      }
    } while depth > 0 || fields.nextTag.map { inner &>> UInt64($0) & 1 != 0 } == true
  }
}
