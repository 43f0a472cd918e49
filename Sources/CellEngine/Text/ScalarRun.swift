/// What stands between two scalars of the same class number, where that does not depend on what is around them.
///
/// Most text is runs of such scalars (letters of one script, ideographs), in which both automata stand still.
enum ScalarRun: UInt8 {
  /// It depends.
  case none
  /// A cluster ends between them, and no line.
  case unbroken
  /// A cluster ends between them, and a line may.
  case breakable

  /// The run of a line class: it has one if the class leads to one state from everywhere, and stays there.
  init(line: Int, _ data: UnicodeData) {
    let target = data.lineState(0, line) & LineBreaker.stateBits
    for state in 0..<UnicodeTables.lineStateCount
    where data.lineState(state * 64, line) & LineBreaker.stateBits != target {
      self = .none
      return
    }
    switch LineBreaker.Action(rawValue: data.lineState(Int(target), line) >> LineBreaker.actionShift) {
    case .prohibited: self = .unbroken
    case .allowed: self = .breakable
    default: self = .none
    }
  }

  /// Whether a cluster always ends between two scalars of a cluster class, with the cluster breaker standing still.
  static func separatesClusters(_ cluster: Int, _ data: UnicodeData) -> Bool {
    let target = data.clusterState(0, cluster) & 0x7F
    for state in 0..<UnicodeTables.clusterStateCount
    where data.clusterState(state, cluster) & 0x7F != target {
      return false
    }
    return data.clusterState(Int(target), cluster) & 0x80 != 0
  }
}
