/// A cell with the members that most cells have, as bytes of UTF-8 in the memory of a request.
///
/// It becomes a record without a string for each text. The record is the one of the same ``Cell``.
public struct PlainCell {
  /// A text. It is valid as long as the memory of the request.
  public typealias Text = UnsafeRawBufferPointer

  public var id: Text
  public var title: Text
  public var subtitle, footnote, caption, description, number: Text?
  /// The names or texts of the icons.
  public var icons: [(string: Text, isName: Bool)] = []
  public var tags: [Text] = []
  public var status: [(text: Text, state: Status.State)] = []
  public var accessory = Accessory.none
  public var unread = false
  /// `nil` if the client left it out.
  public var selected: Bool?

  /// A cell with an empty id and an empty title.
  public init() {
    (id, title) = (Text(start: nil, count: 0), Text(start: nil, count: 0))
  }

  /// Makes it a new cell, whose lists use the memory of this one.
  public mutating func reset() {
    (id, title) = (Text(start: nil, count: 0), Text(start: nil, count: 0))
    (subtitle, footnote, caption, description, number) = (nil, nil, nil, nil, nil)
    icons.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    status.removeAll(keepingCapacity: true)
    accessory = .none
    unread = false
    selected = nil
  }
}

extension UnsafeRawBufferPointer {
  var utf8: UnsafeBufferPointer<UInt8> { bindMemory(to: UInt8.self) }
}
