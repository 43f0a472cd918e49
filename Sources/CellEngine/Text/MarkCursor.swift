/// A place in the marks of a text, and the advance of all between the beginning of the line and it.
struct MarkCursor {
  var index: Int
  /// How many clusters of the run at `index` are passed; less than it has.
  var cluster: Int
  var byte: Int
  var advance = 0

  @inline(__always)
  init(_ position: TextPosition) {
    index = Int(position.mark)
    cluster = Int(position.cluster)
    byte = Int(position.byte)
  }

  /// Passes a mark that is no run.
  @inline(__always)
  mutating func pass(_ mark: Mark) {
    index &+= 1
    byte &+= mark.byteCount
    advance &+= Int(mark.advance)
  }

  /// Passes the `left` clusters of a run that are left.
  @inline(__always)
  mutating func finishRun(_ run: Mark, _ left: Int) {
    index &+= 1
    cluster = 0
    byte &+= left &* run.unitByteCount
    advance &+= left &* run.unitAdvance
  }

  /// Passes `clusters` of a run, as many as are left at most.
  @inline(__always)
  mutating func pass(_ run: Mark, _ clusters: Int) {
    cluster &+= clusters
    byte &+= clusters &* run.unitByteCount
    advance &+= clusters &* run.unitAdvance
    if cluster == run.clusterCount {
      index &+= 1
      cluster = 0
    }
  }

  /// Goes back over a mark that is no run.
  @inline(__always)
  mutating func goBack(over mark: Mark) {
    index &-= 1
    byte &-= mark.byteCount
    advance &-= Int(mark.advance)
  }

  /// Goes back over `clusters` of the run that it is in, as many as are passed at most.
  @inline(__always)
  mutating func goBack(_ run: Mark, _ clusters: Int) {
    cluster &-= clusters
    byte &-= clusters &* run.unitByteCount
    advance &-= clusters &* run.unitAdvance
  }

  /// From behind a run to behind all of its clusters but the last.
  @inline(__always)
  mutating func enterRun(_ run: Mark) {
    index &-= 1
    cluster = run.clusterCount
    goBack(run, 1)
  }

  @inline(__always)
  var position: TextPosition {
    TextPosition(
      byte: Int32(truncatingIfNeeded: byte), mark: Int32(truncatingIfNeeded: index),
      cluster: Int32(truncatingIfNeeded: cluster))
  }
}
