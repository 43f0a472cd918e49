import Foundation
import Glibc

/// Hosts with a network of their own: network namespaces of this machine. Host 0 is joined to each
/// of the others by a cable. `deinit` removes them.
final class HostNetwork {
  struct Host {
    fileprivate let namespace: String
    /// The address of host 0 at the cable to this host.
    let gateway: String
    fileprivate let address: String
  }

  let hosts: [Host]

  /// Whether hosts can be made. Only root can, with ip and nft, and not in every container.
  static let isPossible: Bool = {
    guard getuid() == 0,
      ["ip", "nft"].allSatisfy({ FileManager.default.isExecutableFile(atPath: "/usr/sbin/\($0)") })
    else { return false }
    return (try? HostNetwork(count: 2)) != nil
  }()

  init(count: Int) throws {
    let name = "celld-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    hosts = (0..<count).map { number in
      Host(namespace: "\(name)-\(number)", gateway: "10.99.\(number).1", address: "10.99.\(number).2")
    }
    for host in hosts { try Self.call("ip", "netns", "add", host.namespace) }
    let center = hosts[0].namespace
    for (number, host) in hosts.enumerated() {
      try Self.call("ip", "-n", host.namespace, "link", "set", "lo", "up")
      guard number > 0 else { continue }
      let port = "port\(number)"
      try Self.call(
        "ip", "-n", center, "link", "add", port, "type", "veth", "peer", "eth0", "netns", host.namespace)
      for (namespace, device, address) in [
        (center, port, host.gateway), (host.namespace, "eth0", host.address),
      ] {
        try Self.call("ip", "-n", namespace, "address", "add", "\(address)/24", "dev", device)
        try Self.call("ip", "-n", namespace, "link", "set", device, "up")
      }
    }
    try inCenter("add", "table", "inet", "cut")
    try inCenter("add", "chain", "inet", "cut", "input", "{ type filter hook input priority 0; }")
    try inCenter("add", "chain", "inet", "cut", "output", "{ type filter hook output priority 0; }")
  }

  deinit {
    for host in hosts { try? Self.call("ip", "netns", "delete", host.namespace) }
  }

  /// Drops all packets between host 0 and another one.
  func cut(_ host: Host) throws {
    try inCenter("add", "rule", "inet", "cut", "input", "ip", "saddr", host.address, "drop")
    try inCenter("add", "rule", "inet", "cut", "output", "ip", "daddr", host.address, "drop")
  }

  /// Ends all cuts.
  func mend() throws {
    try inCenter("flush", "table", "inet", "cut")
  }

  private func inCenter(_ rule: String...) throws {
    try Self.call(["ip", "netns", "exec", hosts[0].namespace, "nft"] + rule)
  }

  private static func call(_ command: String...) throws { try call(command) }

  private static func call(_ command: [String]) throws {
    let process = Process()
    process.setCommand("/usr/sbin/" + command[0], Array(command.dropFirst()), on: nil)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw DaemonProcess.Failure(description: "\(command.joined(separator: " ")) has failed")
    }
  }
}

extension Process {
  /// Sets the program and its arguments.
  func setCommand(_ program: String, _ arguments: [String], on host: HostNetwork.Host?) {
    let launcher = host.map { ["/usr/sbin/ip", "netns", "exec", $0.namespace] } ?? []
    let command = launcher + [program] + arguments
    executableURL = URL(fileURLWithPath: command[0])
    self.arguments = Array(command.dropFirst())
  }
}
