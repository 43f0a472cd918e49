import CellEngine
import CellWire

/// Reads and writes environments.
public enum EnvironmentCodec {
  /// The names of the style profiles, the default first.
  public static let profileNames = Profile.all.map(\.name)

  /// Reads an environment that starts from the defaults.
  ///
  /// - Parameter path: the position of the environment. Errors have a path below it.
  /// - Throws: `invalidParams`, also for unknown members.
  public static func read(_ node: JSONNode, path: @autoclosure () -> String = "") throws(RPCError)
    -> Environment
  {
    var environment = Environment()
    do { try apply(node, to: &environment) } catch { throw error.inside(path()) }
    return environment
  }

  /// Sets the given members. Null resets a member to its default, but a width of null is unlimited.
  ///
  /// - Parameter others: names of members in the same object, which are skipped.
  public static func apply(
    _ node: JSONNode, to environment: inout Environment, besides others: [String] = []
  ) throws(RPCError) {
    let codec = ObjectCodec<Environment>.environment
    guard node.kind == .object else { throw .wrongType(at: "", expected: "an object", found: node) }
    var changed = environment
    for member in node.members {
      guard let name = member.name.utf8, let index = codec.names.index(of: name) else {
        let name = member.name.string ?? ""
        if others.contains(name) { continue }
        throw .unknownMember(name, at: "", known: codec.names.names + others)
      }
      let field = codec.fields[index]
      do {
        if member.value.isNull, field.name != "width" {
          field.reset(&changed, to: codec.initial)
        } else {
          try field.read(member.value, &changed)
        }
      } catch {
        throw error.inside("/" + field.name)
      }
    }
    environment = changed
  }

  /// Writes the members as they were set into an open object.
  public static func writeMembers(of environment: Environment, to writer: inout JSONWriter) {
    ObjectCodec<Environment>.environment.writeMembers(of: environment, to: &writer)
  }

  /// Writes the environment as it was set.
  public static func write(_ environment: Environment, to writer: inout JSONWriter) {
    ObjectCodec<Environment>.environment.write(environment, to: &writer)
  }

  /// Writes all members into an open object: as they were set, or their defaults.
  ///
  /// Classes and widths are the resolved ones; in columns, widths are integers. A member without a
  /// value is null.
  public static func writeMembers(
    of environment: Environment, _ style: Style, to writer: inout JSONWriter
  ) {
    let complete = environment.completed(by: style)
    for field in ObjectCodec<Environment>.environment.fields {
      let before = writer.mark
      field.write(complete, &writer)
      guard writer.mark == before else { continue }
      writer.name(escaping: field.name)
      writer.null()
    }
  }
}

extension RPCError {
  /// This build cannot lay out the environment. The path begins at the environment.
  public static func unsupported(_ what: Style.Unsupported) -> RPCError {
    switch what {
    case .profile(let name): .unsupported("The profile \(quoted(name))", path: "/profile")
    case .font(.familyNotInstalled(let family, let package)):
      .fontFamilyNotInstalled(family, package: package)
    case .font(.noFonts): .noFonts()
    }
  }
}
