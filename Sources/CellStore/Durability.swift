/// The events that a change survives when it is answered.
public struct Durability: Sendable, Hashable, CustomStringConvertible {
  /// The events that it survives as long as the machine of the store is there.
  public enum Storage: Int, Sendable, Comparable {
    /// None.
    case memory
    /// The end of the daemon, whatever the reason.
    case written
    /// A power cut.
    case synced

    public static func < (left: Storage, right: Storage) -> Bool { left.rawValue < right.rawValue }
  }

  public var storage: Storage
  /// The number of replicas of the store that have it.
  public var replicas = 0

  public static let memory = Durability(storage: .memory)
  public static let written = Durability(storage: .written)
  public static let synced = Durability(storage: .synced)
  public static func replicated(_ count: Int) -> Durability {
    Durability(storage: .written, replicas: count)
  }

  /// The levels of a store without replicas.
  public static let local = [memory, written, synced]
  /// The numbers of replicas that can be asked for.
  public static let replicaCounts = 1...1_000

  /// The level that includes both. Neither of `synced` and `replicated` includes the other one.
  public func and(_ other: Durability) -> Durability {
    Durability(storage: max(storage, other.storage), replicas: max(replicas, other.replicas))
  }

  /// The level of a setting as text: `memory`, `written`, `synced` or `replicated:2`.
  public var description: String {
    if replicas > 0 { return "replicated:\(replicas)" }
    return switch storage {
    case .memory: "memory"
    case .written: "written"
    case .synced: "synced"
    }
  }

  /// Reads a ``description``.
  public init?(_ text: String) {
    if let level = Self.local.first(where: { $0.description == text }) {
      self = level
    } else if text.hasPrefix("replicated:"), let count = Int(text.dropFirst(11)),
      Self.replicaCounts.contains(count)
    {
      self = .replicated(count)
    } else {
      return nil
    }
  }

  private init(storage: Storage, replicas: Int = 0) {
    self.storage = storage
    self.replicas = replicas
  }
}
