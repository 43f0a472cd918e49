/// The values of the members of cells and their parts, to find members that a generator never
/// varies.
struct MemberValues {
  /// Up to two different values of each member, by its type and name.
  private var values: [String: Set<String>] = [:]

  /// The members that had one value only.
  var constant: [String] { values.filter { $0.value.count < 2 }.keys.sorted() }

  /// Notes the members of `value`, and the members of these.
  mutating func note(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct:
      for child in mirror.children {
        guard let label = child.label else { continue }
        let name = "\(mirror.subjectType).\(label)"
        if values[name, default: []].count < 2 {
          values[name, default: []].insert(String(describing: child.value))
        }
        note(child.value)
      }
    case .optional, .collection: for child in mirror.children { note(child.value) }
    default: break
    }
  }
}
