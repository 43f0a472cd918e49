import CellProtocol
import Glibc

/// Looks for daemons on all sockets, without starting one.
struct DaemonDiagnosis {
  let endpoint: Endpoint
  let timeout: Double

  /// Returns a finding for each socket, and one about the daemon that cellctl would start.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    var hasDaemon = false
    for socketPath in endpoint.candidates {
      do {
        let client = try Client(socketPath: socketPath, timeout: timeout)
        findings.append(answer(of: client, at: socketPath.path, isFirst: !hasDaemon))
        findings += permissions(of: socketPath)
        hasDaemon = true
      } catch let error as SocketError {
        // cellctl stops at the first daemon, so later sockets don't matter.
        let isNeeded = !error.isAbsent && !hasDaemon
        findings.append(
          Finding(
            level: isNeeded ? .bad : .note, subject: "socket", text: error.message,
            cure: isNeeded && error.code == EACCES && !error.isDistrusted
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
