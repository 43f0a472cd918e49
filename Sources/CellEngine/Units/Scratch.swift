/// A reusable array. It has no reference count, is never copied, and keeps its memory when it is
/// cleared. So the layout of a row allocates no memory.
///
/// Elements should not have references. Indices are checked in debug builds only.
struct Scratch<Element>: ~Copyable {
  private(set) var storage: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  /// Makes room for `capacity` elements. The room grows if more are appended.
  init(capacity: Int = 16) {
    self.capacity = max(1, capacity)
    storage = .allocate(capacity: self.capacity)
  }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    @inline(__always) _read {
      assert(index >= 0 && index < count)
      yield storage[index]
    }
    @inline(__always) _modify {
      assert(index >= 0 && index < count)
      yield &storage[index]
    }
  }

  /// The last element. The array must not be empty.
  var last: Element {
    @inline(__always) get { self[count - 1] }
    @inline(__always) _modify { yield &self[count - 1] }
  }

  /// Removes all elements and keeps the memory.
  @inline(__always)
  mutating func removeAll() {
    storage.deinitialize(count: count)
    count = 0
  }

  /// Removes the elements after the first `kept`.
  mutating func keepFirst(_ kept: Int) {
    (storage + kept).deinitialize(count: count - kept)
    count = kept
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    (storage + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for `additional` more elements.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity &- count < additional { grow(by: additional) }
  }

  /// Appends an element. There must be room for it.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    assert(count < capacity)
    (storage + count).initialize(to: element)
    count &+= 1
  }

  /// Reverses the order of the elements of `range`.
  mutating func reverse(_ range: Range<Int>) {
    assert(range.upperBound <= count)
    var elements = UnsafeMutableBufferPointer(start: storage + range.lowerBound, count: range.count)
    elements.reverse()
  }

  /// Calls `body` with the elements.
  borrowing func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: storage, count: count))
  }

  @inline(never)
  mutating func grow(by additional: Int) {
    let larger = max(capacity * 2, count + additional)
    let room = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    room.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = room
    capacity = larger
  }
}
