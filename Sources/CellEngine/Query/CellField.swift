/// A field of cells that conditions, sorting and grouping name: a member of a cell, a part of a
/// member, or a value in `data`.
public struct CellField: Hashable, Sendable {
  /// A member, a part of one, or all that people read.
  public struct Member: Hashable, Sendable {
    /// The index of its path.
    fileprivate let index: Int

    var path: MemberPath { MemberPath.all[index] }

    static let data = Member(index: MemberPath.all.firstIndex { $0.path == "data" } ?? 0)
    /// All that people read in a cell, and all values in its data.
    static let text = Member(index: MemberPath.all.count - 1)
  }

  public let member: Member
  /// The names of members, or the indices of elements, from `data` to the value. Empty for other
  /// members.
  public let steps: [String]

  // Byte by byte, as the names of members in JSON.
  public static func == (left: CellField, right: CellField) -> Bool {
    left.member == right.member && left.steps.elementsEqual(right.steps) { $0.hasBytes(of: $1) }
  }

  /// The id, by which cells are sorted last.
  public static let id = CellField(Member(index: 0))
  /// All that people read in a cell.
  public static let text = CellField(.text)

  /// The field of a member, or a value in `data`.
  init(_ member: Member, steps: [String] = []) {
    self.member = member
    self.steps = steps
  }

  /// The field of a path: `title`, `status/state`, `data/plant/name`. In a name in `data`, `~1` is
  /// a slash and `~0` a tilde, as in a JSON Pointer. Returns `nil` for any other path.
  public init?(_ path: String) {
    if let index = MemberPath.all.firstIndex(where: { $0.path == path }) {
      self.init(Member(index: index))
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "data", !parts.contains(where: \.isEmpty) else { return nil }
    self.init(.data, steps: parts.dropFirst().map(Self.unescaped))
  }

  /// Whether its values are states.
  public var isState: Bool { member.path.isState }

  /// The path of the field.
  public var path: String {
    steps.reduce(member.path.path) { $0 + "/" + Self.escaped($1) }
  }

  /// All paths outside of `data`.
  public static let paths = MemberPath.all.map(\.path)

  private static func unescaped(_ step: Substring) -> String {
    replacing("~0", by: "~", in: replacing("~1", by: "/", in: String(step)))
  }

  private static func escaped(_ step: String) -> String {
    replacing("/", by: "~1", in: replacing("~", by: "~0", in: step))
  }

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    guard let oldFirst = old.utf8.first else { return text }
    var result: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.first {
      if byte == oldFirst, rest.starts(with: old.utf8) {
        result.append(contentsOf: new.utf8)
        rest = rest.dropFirst(old.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The path of a member or of a part of one, and where its values are in a record, from the table
/// of members.
struct MemberPath: Sendable {
  /// Where values are: in fields with a tag, in the member of a cell at an index.
  struct Source: Sendable {
    let owner: Int
    let tag: UInt8
    let member: CellMember
    /// The index of the member in its object, in the order of the protocol.
    let number: Int
    /// Whether there is at most one such field in a record.
    let isSingle: Bool
    /// Whether it is also a value of all that people read.
    var isReadable: Bool { member.traits.contains(.readable) }
  }

  let path: String
  let sources: [Source]

  var isState: Bool { if case .bits(.state, _, _)? = sources.first?.member.form { true } else { false } }

  /// All of them, in the order of the protocol. The last is all that people read.
  static let all: [MemberPath] = {
    let cells = ObjectTable.of(.cell)
    var paths: [MemberPath] = []
    for index in cells.pointee.order.map(Int.init) {
      let member = cells.pointee.members[index]
      let parts =
        if case .object(let kind) = member.form { CellMember.members(of: kind) } else { [CellMember]() }
      func source(_ number: Int) -> Source {
        let part = parts[number]
        return Source(
          owner: index, tag: part.isInHead ? member.tag : part.tag, member: part, number: number,
          isSingle: part.isInHead && !member.isList)
      }
      if member.traits.contains(.field) {
        let values = parts.indices.filter { parts[$0].traits.contains(.value) }.map(source)
        let own = Source(
          owner: index, tag: member.tag, member: member, number: 0, isSingle: !member.isList)
        paths.append(MemberPath(path: member.name.description, sources: parts.isEmpty ? [own] : values))
      }
      for number in parts.indices where parts[number].traits.contains(.field) {
        paths.append(MemberPath(path: "\(member.name)/\(parts[number].name)", sources: [source(number)]))
      }
    }
    return paths + [MemberPath(path: "text", sources: [])]
  }()
}
