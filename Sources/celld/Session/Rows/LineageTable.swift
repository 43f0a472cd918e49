/// Values by the lineages of chunks, in pages. A change of a table that has a copy copies one page.
struct LineageTable<Element: Sendable>: Sendable {
  private static var pageSize: Int { 128 }

  private var pages: [[Element?]] = []
  /// The number of lineages with a value.
  private(set) var count = 0

  subscript(lineage: UInt32) -> Element? {
    @inline(__always)
    get {
      let (page, place) = Self.place(of: lineage)
      return page < pages.count && place < pages[page].count ? pages[page][place] : nil
    }
    set {
      let (page, place) = Self.place(of: lineage)
      if newValue == nil, page >= pages.count || pages[page].isEmpty { return }
      while pages.count <= page { pages.append([]) }
      if pages[page].isEmpty { pages[page] = [Element?](repeating: nil, count: Self.pageSize) }
      if pages[page][place] != nil { count -= 1 }
      if newValue != nil { count += 1 }
      pages[page][place] = newValue
    }
  }

  /// Calls `body` with the index of each lineage that has a value, and with the value.
  @inline(__always)
  func forEach(of lineages: [UInt32], _ body: (_ index: Int, _ element: Element) -> Void) {
    pages.withUnsafeBufferPointer { pages in
      for index in lineages.indices {
        let (page, place) = Self.place(of: lineages[index])
        guard page < pages.count else { continue }
        pages[page].withUnsafeBufferPointer { page in
          if place < page.count, let element = page[place] { body(index, element) }
        }
      }
    }
  }

  /// Calls `body` with each value.
  @inline(__always)
  func forEach(_ body: (Element) -> Void) {
    for page in pages {
      page.withUnsafeBufferPointer { page in
        for element in page { if let element { body(element) } }
      }
    }
  }

  /// The lineages that have a value, in ascending order.
  var lineages: [UInt32] {
    var lineages: [UInt32] = []
    for page in pages.indices {
      for place in pages[page].indices where pages[page][place] != nil {
        lineages.append(UInt32(page * Self.pageSize + place))
      }
    }
    return lineages
  }

  @inline(__always)
  private static func place(of lineage: UInt32) -> (page: Int, place: Int) {
    (Int(lineage) / pageSize, Int(lineage) % pageSize)
  }
}
