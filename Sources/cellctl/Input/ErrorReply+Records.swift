import CellClient
import CellWire

extension ErrorReply {
  /// The failure of a request whose cells were made of records. It names the record and the member
  /// in it: `line 2: status/0/state: …`.
  /// - Parameters:
  ///   - positions: the position of the record of each cell.
  ///   - isMapped: whether a mapping made the cells. If not, a hint may suggest one.
  func failure(ofRecordsAt positions: [RecordPosition], isMapped: Bool) -> Failure {
    guard !isOfArguments else { return failureOfArguments }
    let failure = failure(prefix: prefix(positions), invalidParameters: .badData).withCommandHint(self)
    return isMapped ? failure : failure.suggestingMapping(member: member)
  }

  /// Whether a parameter of the command line is wrong, such as the name of the session.
  private var isOfArguments: Bool {
    guard kind == ErrorKind.invalidParams.rawValue, let path = pathToName else { return false }
    return !["cells", "patches"].contains(path.split(separator: "/").first)
  }

  private func prefix(_ positions: [RecordPosition]) -> String {
    guard let path = pathToName else { return "" }
    let steps = path.split(separator: "/")
    guard steps.first == "cells", steps.count > 1, let index = Int(steps[1]),
      positions.indices.contains(index)
    else { return "\(path): " }
    let rest = steps.dropFirst(2).joined(separator: "/")
    return "\(positions[index]): \(rest.isEmpty ? "" : "\(rest): ")"
  }

  /// The member of a cell at the path, unless the path goes deeper.
  private var member: String? {
    let steps = path?.split(separator: "/") ?? []
    return kind == ErrorKind.invalidParams.rawValue && steps.count == 3 && steps[0] == "cells"
      ? String(steps[2]) : nil
  }
}

extension Failure {
  /// Returns the failure with a hint at `--map`, if the record is not a cell. Such a record has no
  /// title, or a member that cells don't have.
  /// - Parameter member: the member of the record that the failure is about.
  func suggestingMapping(member: String?) -> Failure {
    guard let member, member == "title" || CellMember(member) == nil else { return self }
    return Failure(
      status, message,
      hint: "make cells of other records with --map 'title={name}'; see 'cellctl help mapping'")
  }
}
