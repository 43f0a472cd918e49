import CellEngine
import CellProtocol
import CellWire

extension ProfileGetMethod: Handler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    guard let name = call.params.string("profile"), let profile = Profile.named(name) else {
      throw .missingMember("profile", at: "")
    }
    result.object { result in
      result.member("profile", profile.name)
      result.member("page", profile.page)
      result.member("font", profile.fontFamily)
      result.name("numbers")
      result.array { result in for number in ProfileNumbers(of: profile).all { write(number, to: &result) } }
      result.name("colors")
      result.array { result in
        for token in ColorToken.allCases { write(token, of: profile, to: &result) }
      }
      result.name("textStyles")
      result.array { result in
        for role in FontRole.allCases { write(profile.texts[role], of: role, to: &result) }
      }
      result.member("stylesheet", Stylesheet.all)
    }
    return .done
  }

  private static func write(_ number: ProfileNumber, to result: inout JSONWriter) {
    result.object { result in
      result.member("name", number.name)
      result.name("value")
      result.double(number.value)
      result.member("unit", number.unit.rawValue)
      result.member("source", number.source)
    }
  }

  private static func write(_ token: ColorToken, of profile: Profile, to result: inout JSONWriter) {
    result.object { result in
      result.member("name", token.name)
      result.member("role", token.role.description)
      result.member("use", token.use)
      result.name("values")
      result.object { result in
        for theme in Environment.Theme.allCases {
          result.name(escaping: theme.rawValue)
          result.string(theme.colors[token].hexadecimal)
        }
      }
      result.member("source", ColorToken.source)
      let differences = Environment.Theme.allCases.compactMap { theme in
        token.difference(in: theme).map { (theme: theme, reason: $0) }
      }
      if !differences.isEmpty {
        result.name("differs")
        result.object { result in
          for difference in differences {
            result.name(escaping: difference.theme.rawValue)
            result.string(difference.reason)
          }
        }
      }
      if let system = token.systemName(in: profile) {
        result.member("systemName", system.name)
        result.member("systemSource", system.source)
      }
    }
  }

  private static func write(
    _ style: Profile.TextStyle, of role: FontRole, to result: inout JSONWriter
  ) {
    result.object { result in
      result.member("name", style.name)
      result.member("role", role.name)
      result.name("size")
      result.double(style.size)
      result.name("lineHeight")
      result.double(style.lineHeight)
      result.name("weight")
      result.integer(style.weight)
      result.member("source", style.source)
    }
  }
}

extension JSONWriter {
  /// Writes a member whose value is a text.
  fileprivate mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }
}
