/// A method of the protocol: its name, and a description that checks parameters and documents it.
///
/// Each method has a file in this folder. ``Methods/all`` lists them.
public protocol Method: Sendable {
  /// The name in requests.
  static var name: String { get }

  /// Parameters, result, documentation and an example.
  static var description: MethodDescription { get }
}
