/// A queue: elements are added at its end and taken from its beginning, in constant time.
struct Ring<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var first: Element? { isEmpty ? nil : elements[head] }

  /// All elements, from the first to the last.
  var all: [Element] { elements[head...].compactMap { $0 } }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head < 1024)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() -> [Element] {
    let rest = elements[head...].compactMap { $0 }
    elements = []
    head = 0
    return rest
  }
}
