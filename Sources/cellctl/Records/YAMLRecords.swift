/// Cuts YAML into records: the elements of a sequence, and the documents outside of sequences.
///
/// Plain scalars get the types of YAML's core schema. Aliases are resolved. The text is parsed
/// when it is complete. The parser is libyaml.
final class YAMLRecords: RecordSplitter {
  /// The maximum number of nodes, after aliases are resolved.
  static let nodeLimit = 1_000_000

  private let splitsArrays: Bool
  private var text: [UInt8] = []
  private var isFinished = false
  private var source: YAMLEvents?
  private var converter = YAMLConverter(nodeLimit: nodeLimit)
  private var isInSequence = false
  private var count = 0

  /// - Parameter splitsArrays: whether elements of a sequence are records. If not, the sequence is
  ///   one.
  init(splitsArrays: Bool) {
    self.splitsArrays = splitsArrays
  }

  func append(_ bytes: ArraySlice<UInt8>) {
    guard text.count <= InputLimits.document else { return }
    text += bytes
  }

  func finish() {
    isFinished = true
  }

  /// Nothing can follow, since the text is parsed as a whole.
  func startFile() {}

  func next() throws -> Record? {
    guard text.count <= InputLimits.document else {
      throw Failure(.badData, "the YAML text is longer than \(InputLimits.document) bytes")
    }
    guard isFinished else { return nil }
    let events = try source ?? YAMLEvents(text)
    source = events
    while true {
      let event = try events.next()
      switch event.content {
      case .streamStart, .documentStart, .documentEnd: converter.forgetAnchors()
      case .streamEnd: return nil
      case .sequenceStart where splitsArrays && !isInSequence: isInSequence = true
      case .end where isInSequence: isInSequence = false
      default:
        count += 1
        let position = RecordPosition(line: event.line, number: count)
        let value = try converter.value(of: event, from: events)
        return Record(bytes: Array(value.text.utf8), position: position, isElement: isInSequence)
      }
    }
  }
}
