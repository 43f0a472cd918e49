/// The parts of a page of the Mobile Development Kit that cells do not have, by their paths.
/// Each sentence is noted once.
final class MDKIssues {
  private let note: (String) -> Void
  private var noted: Set<String> = []
  /// The bindings that some entity has no value for, and those that some entity has one for.
  private var unbound: Set<Binding> = []
  private var bound: Set<Binding> = []

  private struct Binding: Hashable {
    var path: String
    var property: String
  }

  init(note: @escaping (String) -> Void) { self.note = note }

  /// Notes a sentence about the member at `path`.
  func add(_ path: String, _ sentence: String) {
    let line = "\(path.isEmpty ? "/" : path): \(sentence)"
    if noted.insert(line).inserted { note(line) }
  }

  /// Counts a use of a property by the text at `path`.
  func use(_ property: String, at path: String, isThere: Bool) {
    let binding = Binding(path: path, property: property)
    if isThere { bound.insert(binding) } else { unbound.insert(binding) }
  }

  /// Notes the properties that no entity had.
  func reportUnboundProperties() {
    for binding in unbound.subtracting(bound).sorted(by: { ($0.path, $0.property) < ($1.path, $1.property) })
    {
      add(binding.path, "no entity has the property \"\(binding.property)\"")
    }
  }
}
