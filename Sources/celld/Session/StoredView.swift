import CellEngine
import CellProtocol
import CellWire

/// A named view in the store: `{"view": name, "environment": {…}}`.
struct StoredView: Sendable {
  let name: String
  let environment: Environment

  /// Writes views as an array.
  static func json(of views: [StoredView]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for view in views {
        json.object { json in
          json.name("view")
          json.string(view.name)
          json.name("environment")
          EnvironmentCodec.write(view.environment, to: &json)
        }
      }
    }
    return json.bytes
  }

  /// Reads an array of views. Views that cannot be read are left out; their names are returned.
  static func read(_ json: [UInt8]) -> (views: [StoredView], lost: [String]) {
    guard let document = try? JSONDocument(json) else { return ([], []) }
    return document.withRoot { root in
      var views: [StoredView] = []
      var lost: [String] = []
      for node in root.elements {
        let name = node.present("view")?.string ?? ""
        if let object = node.present("environment"), let environment = try? EnvironmentCodec.read(object) {
          views.append(StoredView(name: name, environment: environment))
        } else {
          lost.append(name)
        }
      }
      return (views, lost)
    }
  }
}

extension [StoredView] {
  /// The views with one changed or added.
  func setting(_ name: String, _ environment: Environment) -> [StoredView] {
    let view = StoredView(name: name, environment: environment)
    guard let place = firstIndex(where: { $0.isNamed(name) }) else { return self + [view] }
    var views = self
    views[place] = view
    return views
  }

  /// The views without one.
  func removing(_ name: String) -> [StoredView] {
    filter { !$0.isNamed(name) }
  }
}

extension StoredView {
  // Byte by byte: String treats canonically equivalent names as equal.
  func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}
