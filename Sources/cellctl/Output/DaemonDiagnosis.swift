import CellClient
import CellWire
import Glibc

/// Looks for daemons on all sockets, without starting one.
struct DaemonDiagnosis {
  let endpoint: Endpoint
  let timeout: Double

  /// Returns a finding for each socket, and one about the daemon that cellctl would start.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    var hasDaemon = false
    if endpoint.host != nil {
      do {
        let client = try Client(endpoint: endpoint, spawns: false, timeout: timeout)
        return [answer(of: client, at: client.socketPath.path, isFirst: true)] + fonts(of: client)
          + store(of: client)
      } catch {
        let failure = error as? Failure
        return [
          Finding(level: .bad, subject: "daemon", text: failure?.message ?? "\(error)", cure: failure?.hint)
        ]
      }
    }
    for socketPath in endpoint.candidates {
      do {
        let client = try Client(socketPath: socketPath, timeout: timeout)
        findings.append(answer(of: client, at: socketPath.path, isFirst: !hasDaemon))
        findings += permissions(of: socketPath)
        if !hasDaemon { findings += fonts(of: client) + store(of: client) }
        hasDaemon = true
      } catch let error as SocketError {
        // cellctl stops at the first daemon, so later sockets don't matter.
        let isNeeded = !error.isAbsent && !hasDaemon
        findings.append(
          Finding(
            level: isNeeded ? .bad : .note, subject: "socket", text: error.message,
            cure: isNeeded && error.code == EACCES && !error.hasFix
              ? "join the group of the socket, or use another socket with --socket" : nil))
      } catch let failure as Failure {
        findings.append(
          Finding(level: .bad, subject: "daemon", text: failure.message, cure: failure.hint))
        hasDaemon = true
      } catch {
        findings.append(Finding(level: .bad, subject: "daemon", text: "\(socketPath.path): \(error)"))
      }
    }
    if !hasDaemon { findings.append(start) }
    return findings
  }

  private func answer(of client: Client, at path: String, isFirst: Bool) -> Finding {
    let process = client.hello.processID.map { ", process \($0)" } ?? ""
    let clock = ContinuousClock()
    let time = clock.measure { _ = try? client.call("ping") }
    return Finding(
      level: isFirst ? .good : .note, subject: "daemon",
      text: "celld \(client.hello.version)\(process) at \(path) answered in \(time.short)")
  }

  /// A text in many scripts, which the daemon lays out in points. Its diagnostics name the
  /// characters that no font has.
  private static let manyScripts = "Aa Ωω Жж 日本語 한국어 العربية עברית हिन्दी ไทย ქართული 😀"

  private func fonts(of client: Client) -> [Finding] {
    var parameters = Parameters()
    parameters.set("cell", json: #"{"id":"1","title":"\#(Self.manyScripts)"}"#)
    parameters.set("environment", json: #"{"unit":"point"}"#)
    parameters.set("format", "frames")
    do {
      let missing = try client.call("cell.layout", parameters).withResult { result in
        result["row"]?["diagnostics"]?.elements.compactMap(\.string) ?? []
      }
      let found = missing.filter { $0.contains("no installed font") }
      if found.isEmpty {
        return [Finding(level: .good, subject: "fonts", text: "the installed fonts cover the usual scripts")]
      }
      return found.map { sentence in
        let parts = sentence.split(separator: "; ", maxSplits: 1)
        return Finding(
          level: .note, subject: "fonts", text: parts.first?.description ?? sentence,
          cure: parts.dropFirst().first?.description)
      }
    } catch let failure as Failure {
      return [Finding(level: .bad, subject: "fonts", text: failure.message, cure: failure.hint)]
    } catch {
      return [Finding(level: .bad, subject: "fonts", text: "\(error)")]
    }
  }

  /// The store of the daemon, if it has one.
  private func store(of client: Client) -> [Finding] {
    do {
      return try client.call("stats").withResult { result in
        guard let store = result["store"] else { return [] }
        func count(_ name: StaticString) -> Int64 { store[name]?.int64 ?? 0 }
        var findings: [Finding] = []
        if store["state"]?.string != "ok" {
          findings.append(
            Finding(level: .bad, subject: "store", text: store["lastError"]?.string ?? "it takes no changes"))
        } else {
          var text = "it takes changes; \(count("waiting")) wait, the oldest for \(count("lag")) ms"
          if store["retries"] != nil {
            text +=
              "; shared with other daemons: \(count("arrived")) records of them, \(count("retries")) changes were "
              + "made again, \(count("reconnects")) reconnections"
          }
          findings.append(Finding(level: .good, subject: "store", text: text))
        }
        if count("damaged") > 0 {
          findings.append(
            Finding(
              level: .bad, subject: "store",
              text: "\(Int(count("damaged")).counted("session")) cannot be read",
              cure: "the log of celld has the reasons; delete them, or put a backup back"))
        }
        return findings
      }
    } catch {
      return [Finding(level: .bad, subject: "store", text: "\(error)")]
    }
  }

  private func permissions(of socketPath: SocketPath) -> [Finding] {
    var status = stat()
    guard stat(socketPath.path, &status) == 0 else { return [] }
    let mode = status.st_mode & 0o777
    let text =
      "\(socketPath.path) has mode 0\(String(mode, radix: 8)), owner \(status.st_uid), group \(status.st_gid)"
    guard mode & 0o006 == 0 else {
      return [
        Finding(
          level: .bad, subject: "permissions", text: "\(text): every user can connect",
          cure: "chmod 0600 \(socketPath.path), or 0660 for a group")
      ]
    }
    return [Finding(level: .good, subject: "permissions", text: text)]
  }

  private var start: Finding {
    guard let executable = Executable.find("celld") else {
      return Finding(
        level: .bad, subject: "daemon",
        text: "none is running, and celld is neither next to cellctl nor in PATH", cure: "install celld")
    }
    let version = (try? ChildProcess(executable: executable, arguments: ["--version"]).readOutput()) ?? ""
    guard version.contains("protocol \(protocolVersion)") else {
      return Finding(
        level: .bad, subject: "daemon",
        text: "none is running, and \(executable) has another version: \(version)",
        cure: "install the same version of celld and cellctl")
    }
    return Finding(
      level: .good, subject: "daemon",
      text: "none is running; cellctl starts \(executable) (\(version)) when it needs one")
  }
}
