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
    guard endpoint.host == nil else {
      do {
        let client = try Client(endpoint: endpoint, spawns: false, timeout: timeout)
        return [answer(of: client, at: client.socketPath.path, isFirst: true)] + fonts(of: client)
          + store(of: client)
      } catch {
        return [.bad("daemon", error)]
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
        guard !error.isAbsent, !hasDaemon else {
          findings.append(.note("socket", error.message))
          continue
        }
        let cure = "join the group of the socket, or use another socket with --socket"
        let isForbidden = error.code == EACCES && !error.hasFix
        findings.append(.bad("socket", error.message, cure: isForbidden ? cure : nil))
      } catch let failure as Failure {
        findings.append(.bad("daemon", failure))
        hasDaemon = true
      } catch {
        findings.append(.bad("daemon", "\(socketPath.path): \(error)"))
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
      if found.isEmpty { return [.good("fonts", "the installed fonts cover the usual scripts")] }
      return found.map { sentence in
        let parts = sentence.split(separator: "; ", maxSplits: 1).map(String.init)
        return .note("fonts", parts.first ?? sentence, cure: parts.dropFirst().first)
      }
    } catch {
      return [.bad("fonts", error)]
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
          findings.append(.bad("store", store["lastError"]?.string ?? "it takes no changes"))
        } else {
          var text = "it takes changes; \(count("waiting")) wait, the oldest for \(count("lag")) ms"
          if store["retries"] != nil {
            text +=
              "; shared with other daemons: \(count("arrived")) records of them, \(count("retries")) changes were "
              + "made again, \(count("reconnects")) reconnections"
          }
          findings.append(.good("store", text))
        }
        if count("damaged") > 0 {
          findings.append(
            .bad(
              "store", "\(Int(count("damaged")).counted("session")) cannot be read",
              cure: "the log of celld has the reasons; delete them, or put a backup back"))
        }
        return findings
      }
    } catch {
      return [.bad("store", "\(error)")]
    }
  }

  private func permissions(of socketPath: SocketPath) -> [Finding] {
    var status = stat()
    guard stat(socketPath.path, &status) == 0 else { return [] }
    let mode = status.st_mode & 0o777
    let text =
      "\(socketPath.path) has mode 0\(String(mode, radix: 8)), owner \(status.st_uid), group \(status.st_gid)"
    guard mode & 0o006 == 0 else {
      let cure = "chmod 0600 \(socketPath.path), or 0660 for a group"
      return [.bad("permissions", "\(text): every user can connect", cure: cure)]
    }
    return [.good("permissions", text)]
  }

  private var start: Finding {
    guard let executable = Executable.find("celld") else {
      return .bad(
        "daemon", "none is running, and celld is neither next to cellctl nor in PATH", cure: "install celld")
    }
    let version = (try? ChildProcess(executable: executable, arguments: ["--version"]).readOutput()) ?? ""
    guard version.contains("protocol \(protocolVersion)") else {
      return .bad(
        "daemon", "none is running, and \(executable) has another version: \(version)",
        cure: "install the same version of celld and cellctl")
    }
    return .good("daemon", "none is running; cellctl starts \(executable) (\(version)) when it needs one")
  }
}
